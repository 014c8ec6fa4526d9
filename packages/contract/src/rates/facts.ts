/** Where the rates in force come from. */
export const rateOrigins = {
  rule: '规则“存取款”中的固定汇率',
  hand: '人工汇率',
  sources: '外部来源',
} as const
export type RateOrigin = keyof typeof rateOrigins

/** Why no order in USDT is taken. */
export const rateTroubles = {
  '': '',
  stale: '所有来源的价格都已过期',
  apart: '各来源相差超过允许范围',
} as const
export type RateTrouble = keyof typeof rateTroubles

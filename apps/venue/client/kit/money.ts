const GROUPED = new Intl.NumberFormat('zh-CN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** 分 as yuan: 132600 is `1,326.00`. */
export function yuan(fen: number): string {
  return GROUPED.format(fen / 100)
}

/** 分 as yuan with its sign, a true minus included; nothing has no sign. */
export function signedYuan(fen: number): string {
  if (fen === 0) return '0.00'
  return `${fen < 0 ? '−' : '+'}${yuan(Math.abs(fen))}`
}

/** A multiple without needless zeros: 2.8, 40. */
export function times(units: number, per: number): string {
  return String(Math.round((units / per) * 100) / 100)
}

import { formatFen as yuan } from '@tianping/money'

/** Whole 分 as yuan: 132600 is `1,326.00`. */
export { yuan }

/** 分 as yuan with its sign, a true minus included; nothing has no sign. */
export const signedYuan = (fen: number): string =>
  (fen > 0 ? '+' : '') + yuan(fen).replace('-', '−')

/** A multiple without needless zeros: 2.8, 40. */
export function times(units: number, per: number): string {
  return String(Math.round((units / per) * 100) / 100)
}

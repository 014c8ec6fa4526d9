import type { ValueOf } from '../facts.ts'

/** The lists behind `POST /api/gettransrecord`. */
export const recordType = { deposit: 1, withdrawal: 2, transferIn: 3, transferOut: 4 } as const

/** A bet is open until its round is settled or void. */
export const betStatus = { void: 0, settled: 1, open: 2 } as const
export type BetStatus = ValueOf<typeof betStatus>

/** What the list of bets takes for bets of every status. */
export const everyBet: number = 9

/** As operators read them. */
export const betLabels = { void: '无效', settled: '已结算', open: '未结算' } as const

import { roundYuan } from '@tianping/money'
import type { Figures } from './useFigures.ts'

type Play = Figures['play']

/** Amounts of yuan together. */
export const sum = (amounts: number[]): number =>
  roundYuan(amounts.reduce((total, each) => total + each, 0))

export const validIn = (play: Play): number => sum(play.map(each => each.valid))

/** What the house won in these bets. */
export const resultOf = (play: Play): number =>
  sum(play.map(each => each.stake)) - sum(play.map(each => each.payout))

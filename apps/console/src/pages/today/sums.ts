import type { Figures } from './useFigures.ts'

type Play = Figures['play']

/** Summed in fen, so that no float's tail shows. */
export const sum = (amounts: number[]): number =>
  Math.round(amounts.reduce((total, each) => total + each * 100, 0)) / 100

export const validIn = (play: Play): number => sum(play.map(each => each.valid))

/** What the house won in these bets. */
export const resultOf = (play: Play): number =>
  sum(play.map(each => each.stake)) - sum(play.map(each => each.payout))

import { beijingDay } from '@tianping/money/day'
import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RANDOM_LENGTH = 6
const TRIES = 5

/** A number of a case, `C20261123-7K3M9Q`: its letter, the day, and a part that counts nothing. */
export const newCaseNo = (letter: string, now: Date) =>
  `${letter}${beijingDay(now).replaceAll('-', '')}-${Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** Inserts a row under a free number; `insert` answers undefined for a number that is taken. */
export async function underCaseNo<T>(
  letter: string,
  now: Date,
  insert: (no: string) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const made = await insert(newCaseNo(letter, now))
    if (made) return made
  }
  throw new Error(`no number of a case with ${letter} is free`)
}

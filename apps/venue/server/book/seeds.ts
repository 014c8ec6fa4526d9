import { itemAt, present } from '../../model/present.ts'
import type { Db } from '@tianping/database'
import { hmacSha256, utf8 } from '@tianping/fairness'
import { chainSeeds, newRoot, newSalt } from '../rounds/chain.ts'
import { addChain, chainOf, saltChain } from '../rounds/round.sql.ts'
import type { Venue } from '../venue.ts'
import type { Book } from '../../model/Book.ts'
import { dayOf, matchesPerDay } from './timetable.ts'

/** The venue, or one transaction of it. */
export type Place = Pick<Venue, 'db' | 'books'>

/** Makes a day's chain and publishes its terminal hash, unless that was done before. */
export async function publishChain(db: Db, book: Book, day: string): Promise<void> {
  if (await chainOf(db, book.code, day)) return
  const length = matchesPerDay(book)
  const root = newRoot()
  await addChain(db, {
    tableCode: book.code,
    day,
    length,
    root,
    terminal: itemAt(chainSeeds(root, length), 0).toString('hex'),
  })
}

/**
 * The salt of a day, chosen when its first match opens, long after the terminal hash was public.
 */
export async function saltOf(db: Db, book: Book, day: string): Promise<string> {
  await saltChain(db, book.code, day, newSalt())
  const chain = await chainOf(db, book.code, day)
  return present(chain?.salt)
}

/** The days' chains, kept while they are played: at most two overlap around midnight. */
const MAX_KEPT = 3
const kept = new WeakMap<Venue['books'], Map<string, Buffer[]>>()

/** The day's chain seed of a match: secret while any earlier match is under way. */
export async function linkOf({ db, books }: Place, book: Book, number: number): Promise<Buffer> {
  const { day, place } = dayOf(book, number)
  const key = `${book.code} ${day}`
  const ofVenue = kept.get(books) ?? new Map<string, Buffer[]>()
  kept.set(books, ofVenue)
  const found = ofVenue.get(key)
  if (found) return itemAt(found, place)
  const chain = await chainOf(db, book.code, day)
  if (!chain) throw new Error(`there is no chain for ${book.code} on ${day}`)
  const seeds = chainSeeds(chain.root, chain.length)
  const ofBook = [...ofVenue.keys()].filter(other => other.startsWith(`${book.code} `))
  if (ofBook.length >= MAX_KEPT) ofVenue.delete(itemAt(ofBook, 0))
  ofVenue.set(key, seeds)
  return itemAt(seeds, place)
}

/** The seed of a match: of its link, and of nothing else. */
export async function matchSeed(place: Place, book: Book, number: number): Promise<Uint8Array> {
  return hmacSha256(await linkOf(place, book, number), utf8(`${book.code}:${number}`))
}

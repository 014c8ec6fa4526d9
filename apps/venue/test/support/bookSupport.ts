import { theRow, sql } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { advanceBook } from '../../server/book/advance.ts'
import type { Book } from '../../model/Book.ts'
import { drawOf } from '../../server/book/knownMatch.ts'
import { findMatch } from '../../server/book/match.sql.ts'
import type { MatchView } from '../../server/book/matchView.ts'
import { dayOf, kickOffMs, matchesPerDay, upcomingAt } from '../../server/book/timetable.ts'
import { chainSeeds } from '../../server/rounds/chain.ts'
import { addChain, saltChain } from '../../server/rounds/round.sql.ts'
import { gamePage, playing, type TestVenue } from './support.ts'
import { NOON_MS, tableClock } from './tableSupport.ts'

/**
 * Makes the chain of a day known before any of its matches opens, so that they are the same in
 * every run. Answers its salt.
 */
export async function knownDay(venue: TestVenue, book: Book, startMs = NOON_MS): Promise<string> {
  const { day } = dayOf(book, upcomingAt(book, startMs).first)
  const root = Buffer.alloc(32, 1)
  const [terminal] = chainSeeds(root, matchesPerDay(book))
  const salt = `${book.code}-test`
  await addChain(venue.db, {
    tableCode: book.code,
    day,
    length: matchesPerDay(book),
    root,
    terminal: terminal!.toString('hex'),
  })
  await saltChain(venue.db, book.code, day, salt)
  return salt
}

/** A book that a test moves by hand: its clock stands, and nothing happens but by `turn`. */
export async function handBook(venue: TestVenue, book: Book, startMs = NOON_MS) {
  const clock = tableClock(venue.db)
  await clock.set(startMs)
  const turn = () => advanceBook(venue.venue, book)
  /** Goes to a moment of a match, ms after it begins, and does what is due. */
  const goTo = async (number: number, elapsedMs: number) => {
    await clock.set(kickOffMs(book, number) + elapsedMs)
    return turn()
  }
  /** What only the server knows: how the match goes. */
  const outcomeOf = async <T>(number: number) => {
    const row = (await findMatch(venue.db, book.code, BigInt(number)))!
    return (row.outcome ?? (await drawOf(venue.venue, book, row))!.outcome) as T
  }
  const rowOf = (number: number) =>
    theRow(
      venue.db,
      sql<{
        state: string
        seed: Buffer | null
        commitHash: string
        salt: string
        settledAt: Date | null
        endsAt: Date
      }>`select * from match where game_code = ${book.code} and number = ${number}`,
    )
  await turn()
  return { book, clock, turn, goTo, outcomeOf, rowOf }
}

export type Want = { match: number; pick: string; price?: number; key?: string }

/** A player in a book: `slip` sends a ticket at the prices of this moment unless told otherwise. */
export async function atBook(
  venue: TestVenue,
  book: Book,
  options: Omit<Parameters<typeof playing>[1], 'code' | 'game'> = {},
) {
  const seated = await playing(venue, { ...options, code: book.venue, game: book.code } as never)
  return { ...seated, ...slips(seated.page) }
}

export function slips(page: ReturnType<typeof gamePage>) {
  const view = async () =>
    (await page.call('GET', '/api/book')).data as {
      now: number
      matches: MatchView[]
      mine: Slip[]
    }
  const offers = async (match: number) => {
    const found = (await view()).matches.find(each => each.number === match)!
    return {
      ...found,
      price: (pick: string) =>
        found.lines.flatMap(line => line.picks).find(each => each.pick === pick)?.price ?? null,
    }
  }
  const slip = async (
    stake: number,
    wanted: Want[],
    more: {
      id?: string
      accept_better?: boolean
      accept_within?: number
      expires_at?: number
    } = {},
  ) => {
    const { now, matches } = await view()
    const legs = wanted.map(({ match, pick, price, key }) => {
      const found = matches.find(each => each.number === match)
      const offered = found?.lines
        .flatMap(line => line.picks)
        .find(each => each.pick === pick)?.price
      return { match, pick, price: price ?? offered ?? 200, key: key ?? found?.key ?? '0:0' }
    })
    const { id = `s-${randomBytes(8).toString('hex')}`, ...rest } = more
    return page.call('POST', '/api/slips', {
      client_bet_id: id,
      stake,
      legs,
      expires_at: now + 15_000,
      ...rest,
    })
  }
  const placed = async (...given: Parameters<typeof slip>) => {
    const said = await slip(...given)
    expect(said.code, said.message).toBe(0)
    return said.data
  }
  const betOf = async (betId: string) => (await page.call('GET', `/api/bets/${betId}`)).data.bet
  return { view, offers, slip, placed, betOf }
}
type Slip = {
  bet_id: string
  status: string
  odds: string
  results: { match: number; result: string | null }[]
}

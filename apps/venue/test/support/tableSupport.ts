import { run, sql, theRow, type Db } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { advance } from '../../server/rounds/advance.ts'
import type { Table } from '../../model/Table.ts'
import { numberAt, timesOf } from '../../server/rounds/timetable.ts'
import { gamePage, playing, type TestVenue } from './support.ts'

/** Noon in Shanghai, when a round of every table begins. */
export const NOON_MS = Date.parse('2026-07-18T04:00:00Z')

/** The tables' clock in the database, standing still until it is set. */
export function tableClock(db: Db) {
  const set = (ms: number) => run(db, sql`update round_clock set stands_at = ${new Date(ms)}`)
  const now = async () =>
    (await theRow(db, sql<{ now: Date }>`select round_now() as now`)).now.getTime()
  return {
    set,
    now,
    move: async (ms: number) => set((await now()) + ms),
    free: () => run(db, sql`update round_clock set stands_at = null`),
  }
}

/** A table that a test moves by hand: its clock stands, and nothing happens but by `turn`. */
export async function handTable(venue: TestVenue, table: Table, startMs = NOON_MS) {
  const clock = tableClock(venue.db)
  await clock.set(startMs)
  const turn = () => advance(venue.venue, table)
  const present = async () => numberAt(table, await clock.now())
  /**
   * Goes to a moment of the present round, `closesMs` or another of its times, and does what is
   * due.
   */
  const goTo = async (moment: 'closesMs' | 'drawsMs' | 'resultsMs' | 'endsMs', extraMs = 0) => {
    await clock.set(timesOf(table, await present())[moment] + extraMs)
    return turn()
  }
  await turn()
  return { table, clock, turn, present, goTo }
}

export type Pick = [pick: string, stakeFen: number]

/** A player at a table: `ticket` bets on the given or the present round. */
export async function atTable(
  venue: TestVenue,
  table: Table,
  options: Omit<Parameters<typeof playing>[1], 'code' | 'game'> = {},
) {
  const seated = await playing(venue, { ...options, code: table.venue, game: table.code } as never)
  return { ...seated, ...tickets(seated.page, table, tableClock(venue.db)) }
}

export function tickets(
  page: ReturnType<typeof gamePage>,
  table: Table,
  clock: ReturnType<typeof tableClock>,
) {
  const ticket = async (
    lines: Pick[],
    { round, id = `t-${randomBytes(8).toString('hex')}` }: { round?: number; id?: string } = {},
  ) => {
    const number = round ?? numberAt(table, await clock.now())
    return page.call('POST', '/api/tickets', {
      client_bet_id: id,
      round: number,
      lines: lines.map(([pick, stake]) => ({ pick, stake })),
    })
  }
  const placed = async (lines: Pick[], options?: { round?: number; id?: string }) => {
    const said = await ticket(lines, options)
    expect(said.code, said.message).toBe(0)
    return said.data
  }
  return { ticket, placed }
}

// Pages of a long history of bets: the same rows as by reading everything, without reading it.
import { rows, run, sql, theRow } from '@tianping/database'
import { addDays, beijingDay, startOfDay } from '@tianping/money/day'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { histories } from '../../src/kernel/reads/history.sql.ts'
import { betPages, betRecords } from '../../src/areas/venues/store/bet.sql.ts'
import { rowsRead } from '../support/rowsRead.ts'
import { addVenues } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)

const BETS = 12_000
const LONG = 900_001n
const SHORT = 900_002n
const today = beijingDay(new Date())
const since = startOfDay(addDays(today, -30))
const span = { since, until: null, venueId: null, limit: 10 }

/** Bets of a member in pairs of one moment, evenly over thirty days; every fifth at venue 2. */
const place = (memberId: bigint, bets: number) =>
  run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
      status, fairness, math_version, placed_at)
    select ${memberId}, case when n % 5 = 0 then 2 else 6 end, 'B' || n, 1, 1, 'g', 'R', '{}', 100, 100, 95, -5, 1, '{}', '1',
      ${since}::timestamptz + make_interval(secs => (n / 2) * 2 * (30.0 * 86400 / ${bets}::int))
    from generate_series(1, ${bets}::int) n`,
  )

beforeAll(async () => {
  await place(LONG, BETS)
  await place(SHORT, 100)
  await run(owner, sql`vacuum analyze`)
})

type Filter = { until: Date | null; venueId: number | null; offset: number }
/** The page by reading all that lies before it. */
const byReading = async ({ until, venueId, offset }: Filter) =>
  (
    await rows(
      owner,
      sql<{ betId: string; venueId: number }>`
    select bet_id, venue_id from bet where member_id = ${LONG} and placed_at >= ${since} and placed_at < coalesce(${until}::timestamptz, 'infinity')
      and (${venueId}::smallint is null or venue_id = ${venueId}::smallint)
    order by placed_at desc, bet_id desc limit 10 offset ${offset}`,
    )
  ).map(bet => `${bet.venueId}/${bet.betId}`)
const totalBy = async ({ until, venueId }: Filter) =>
  (
    await theRow(
      owner,
      sql<{
        total: number
      }>`select count(*)::int as total from bet where member_id = ${LONG} and placed_at >= ${since}
      and placed_at < coalesce(${until}::timestamptz, 'infinity') and (${venueId}::smallint is null or venue_id = ${venueId}::smallint)`,
    )
  ).total

async function agrees(filter: Filter) {
  const found = await betRecords(owner, {
    ...span,
    ...filter,
    memberId: LONG,
    history: histories.bets,
  })
  expect(found.rows.map(bet => `${bet.venueId}/${bet.no}`)).toEqual(await byReading(filter))
  expect(found.total).toBe(await totalBy(filter))
}

const readForPage = (memberId: bigint, offset: number): Promise<number> =>
  rowsRead(owner, betPages([{ ...span, offset, memberId, history: histories.bets }]))

describe('a page of a member with many bets', () => {
  test.for([0, 10, 395, 400, 5_990, 11_400, 11_990])('from bet %i on', offset =>
    agrees({ until: null, venueId: null, offset }),
  )

  test('of one venue, of some days, and both', async () => {
    const until = startOfDay(addDays(today, -10))
    await agrees({ until: null, venueId: 2, offset: 1_200 })
    await agrees({ until, venueId: null, offset: 3_000 })
    await agrees({ until, venueId: 2, offset: 500 })
  })

  test('pages that are asked for together are each its own', async () => {
    const page = { ...span, venueId: null, until: null, history: histories.bets }
    const asked = [0, 10, BETS].map(offset => ({ ...page, offset, memberId: LONG }))
    asked.push({ ...page, offset: 0, memberId: SHORT })
    const alone = []
    for (const each of asked) alone.push((await betRecords(owner, each)).rows)
    expect(alone.map(each => each.length)).toEqual([10, 10, 0, 10])
    const together = await Promise.all(asked.map(each => betRecords(owner, each)))
    const nos = (all: { no: string }[]) => all.map(each => each.no)
    expect(together.map(each => nos(each.rows))).toEqual(alone.map(nos))
  })

  test('beyond the last bet is empty, with the total', async () => {
    await agrees({ until: null, venueId: null, offset: BETS })
    await agrees({ until: null, venueId: 3, offset: 0 })
  })

  test('a later version of a bet is not counted again, and a forgotten one no more', async () => {
    await run(
      owner,
      sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
        status, fairness, math_version, placed_at)
      select member_id, venue_id, bet_id, 2, 1, 'g', 'R', '{}', 100, 100, 95, -5, 1, '{}', '1', placed_at from bet
      where member_id = ${LONG} and bet_id in ('B1', 'B5')
      on conflict (member_id, venue_id, bet_id) do update set version = excluded.version`,
    )
    await agrees({ until: null, venueId: null, offset: 0 })
    await run(owner, sql`delete from bet where member_id = ${LONG} and bet_id in ('B2', 'B10')`)
    await agrees({ until: null, venueId: null, offset: 11_000 })
    await agrees({ until: null, venueId: 2, offset: 0 })
  })

  test('hours and days count the bets that are there, and none that is gone', async () => {
    await run(owner, sql`delete from bet where member_id = ${LONG} and bet_id in ('B20', 'B21')`)
    const wrong = await rows(
      owner,
      sql`
      with kept (each, at, venue_id, bets) as (
        select 'hour', hour, venue_id, bets from bet_hour where member_id = ${LONG}
        union all select 'day', day::timestamp at time zone 'Asia/Shanghai', venue_id, bets from bet_day where member_id = ${LONG}),
      placed (each, at, venue_id, bets) as (
        select each, case each when 'hour' then date_trunc('hour', placed_at) else
            date_trunc('day', placed_at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' end, venue_id, count(*)::int
          from bet, unnest(array['hour', 'day']) each where member_id = ${LONG} group by 1, 2, 3)
      select * from kept full join placed using (each, at, venue_id) where coalesce(kept.bets, 0) <> coalesce(placed.bets, 0)`,
    )
    expect(wrong).toEqual([])
  })

  test('the deepest page reads no more than the first: counts, and the bets of one hour', async () => {
    // Days, hours of one day and bets of one hour; thousands of bets lie before the later pages.
    for (const offset of [0, BETS / 2, BETS - 20])
      expect(await readForPage(LONG, offset)).toBeLessThanOrEqual(300)
    expect(await readForPage(SHORT, 50)).toBeGreaterThan(0)
  })
})

import { rows, sql } from '@tianping/database'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { k3 } from '../games/k3/model/k3.ts'
import { close } from '../server/rounds/advance.ts'
import type { Table } from '../model/Table.ts'
import { timesOf } from '../server/rounds/timetable.ts'
import { roundWatch } from './support/roundWatch.ts'
import { handClock, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS } from './support/tableSupport.ts'

/** Every statement of this process; begin and commit are statements too. */
const statements = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => statements.mockRestore())
// What a venue does every other second would be counted among them.
vi.useFakeTimers({ toFake: ['setInterval'] })
const venue = await testVenue({ clock: handClock(NOON_MS) })
vi.useRealTimers()
const table = k3 as Table
const hand = await handTable(venue, table)
const watch = await roundWatch(venue.databaseUrl)
afterAll(() => watch.close())
const PLAYERS = 6
const seats = await Promise.all(
  Array.from({ length: PLAYERS }, (_, i) =>
    atTable(venue, table, { player: `c${i}`, amount: 1_000_000n }),
  ),
)

async function holding(statement: string) {
  const client = new pg.Client({ connectionString: venue.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

test('a ticket is three statements: what it is judged by is read in two, and written in one', async () => {
  const number = await hand.present()
  await seats[0]!.placed([['sum:odd', 1_000]], { round: number })
  const before = statements.mock.calls.length
  await seats[0]!.placed(
    [
      ['sum:odd', 1_000],
      ['sum:even', 1_000],
    ],
    { round: number },
  )
  expect(statements.mock.calls.length - before).toBe(3)
})

test('a bet that is being placed keeps the close waiting, and counts', async () => {
  await hand.goTo('endsMs')
  const number = await hand.present()
  const seat = seats[0]!
  // The ticket has its round already and waits for its wallet's feed counter, which this
  // transaction holds.
  const release = await holding(
    `select 1 from feed_counter c join desk using (desk_id) where venue_code = 'VR' for update of c`,
  )
  const placing = seat.placed([['sum:odd', 1_000]], { round: number })
  await watch.untilBlocked('%update feed_counter%insert into bet%')
  await hand.clock.set(timesOf(table, number).closesMs)
  let closed = false
  const closing = close(venue.venue, table, BigInt(number)).then(() => {
    closed = true
  })
  await watch.untilBlocked('%from round%for update%')
  expect(closed).toBe(false)
  await release()
  const { bet } = await placing
  await closing
  await hand.goTo('drawsMs')
  expect((await seat.page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet.status).toBe('SETTLED')
})

test('a bet that waits while its round is closed is refused, however early it was sent', async () => {
  await hand.goTo('endsMs')
  const number = await hand.present()
  const release = await holding(
    `update round set state = 'closed' where table_code = 'k3' and number = ${number}`,
  )
  const placing = seats[0]!.ticket([['sum:odd', 1_000]], { round: number })
  await watch.untilBlocked('%from round%for share%')
  await release()
  expect((await placing).code).toBe(4201)
  // So is one that waited past the close while nobody closed.
  await hand.goTo('endsMs')
  const next = await hand.present()
  const letGo = await holding(
    `select 1 from round where table_code = 'k3' and number = ${next} for update`,
  )
  const late = seats[0]!.ticket([['sum:odd', 1_000]], { round: next })
  await watch.untilBlocked('%from round%for share%')
  await hand.clock.set(timesOf(table, next).closesMs)
  await letGo()
  expect((await late).code).toBe(4201)
})

test('around the close, in any order of bets, clock and leader: what is taken was in time and is settled, the rest costs nothing', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('bet' as const),
        player: fc.nat({ max: PLAYERS - 1 }),
        stake: fc.integer({ min: 1, max: 20 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'turn' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.nat({ max: 14 }),
      fc.boolean(),
      async (steps, closeAt, inTurn) => {
        await hand.goTo('endsMs')
        const number = await hand.present()
        const { closesMs } = timesOf(table, number)
        await hand.clock.set(closesMs - 1)
        const before = await Promise.all(
          seats.map(
            async seat => (await seat.page.call('GET', '/api/state')).data.balance as number,
          ),
        )
        const works = steps.map((each, i) => async () => {
          if (i === closeAt % steps.length) await hand.clock.set(closesMs)
          if (each.kind === 'turn') await hand.turn()
          else
            return {
              player: each.player,
              stake: each.stake * 100,
              said: await seats[each.player]!.ticket([['sum:odd', each.stake * 100]], {
                round: number,
              }),
            }
          return undefined
        })
        const done = []
        if (inTurn) for (const work of works) done.push(await work())
        else done.push(...(await Promise.all(works.map(work => work()))))
        await hand.goTo('drawsMs')
        const bets = done.filter(each => each !== undefined)
        for (const { said } of bets) expect([0, 4201]).toContain(said.code)
        const taken = bets.filter(({ said }) => said.code === 0)
        const found = await rows(
          venue.db,
          sql<{
            betId: string
            status: string
            placedAt: Date
            payout: bigint
            playerId: string
            stake: bigint
          }>`select bet_id, status, placed_at, payout, player_id, stake from bet where table_code = 'k3' and round_number = ${number}`,
        )
        expect(found.map(bet => bet.betId).toSorted()).toEqual(
          taken.map(({ said }) => said.data.bet.bet_id as string).toSorted(),
        )
        for (const bet of found) {
          expect(bet.status).toBe('SETTLED')
          expect(bet.placedAt.getTime()).toBeLessThan(closesMs)
        }
        for (const [i, seat] of seats.entries()) {
          const own = found.filter(bet => bet.playerId === `c${i}`)
          expect((await seat.page.call('GET', '/api/state')).data.balance).toBe(
            before[i]! + own.reduce((sum, bet) => sum + Number(bet.payout - bet.stake), 0),
          )
        }
      },
    ),
    { numRuns: 25 },
  )
})

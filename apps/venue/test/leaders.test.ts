import { theRow, sql } from '@tianping/database'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sandboxMerchants, startVenue } from '../server/index.ts'
import { k3 } from '../games/k3/model/k3.ts'
import type { K3Outcome } from '../games/k3/model/outcome.ts'
import type { Table } from '../model/Table.ts'
import { numberAt, timesOf } from '../server/rounds/timetable.ts'
import { leaderProcesses } from './support/leaderProcess.ts'
import { roundWatch } from './support/roundWatch.ts'
import { testVenue } from './support/support.ts'
import { atTable, NOON_MS, tableClock } from './support/tableSupport.ts'

// The leaders are processes of their own here, or several servers; this venue serves players and
// leads nothing. Sessions begin now, as their sweeping goes by the real clock there.
const venue = await testVenue()
const table = k3 as Table
const clock = tableClock(venue.db)
const watch = await roundWatch(venue.databaseUrl)
const { lead, kill } = leaderProcesses(venue.databaseUrl)
afterAll(() => watch.close())

let nowMs = NOON_MS
const go = async (ms: number) => {
  nowMs = ms
  await clock.set(ms)
}
await go(NOON_MS)

const outcomeOf = async (number: number) =>
  (
    await theRow(
      venue.db,
      sql<{
        outcome: K3Outcome
      }>`select outcome from round where table_code = 'k3' and number = ${number}`,
    )
  ).outcome

/**
 * A transaction of the test's own that holds something, so that a leader is caught in the middle of
 * a step.
 */
async function holding(statement: string) {
  const client = new pg.Client({ connectionString: venue.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

test.each([
  ['while bets are taken', 'bet'],
  ['in the middle of closing', 'closing'],
  ['after the close', 'lock'],
  ['in the middle of drawing', 'drawing'],
  ['in the middle of settling', 'settling'],
  ['after the round', 'result'],
])(
  'a leader killed %s: the next one goes on, and every bet is settled once',
  async (_what, phase) => {
    await go(timesOf(table, numberAt(table, nowMs) + 5).opensMs)
    const number = numberAt(table, nowMs)
    const { closesMs, drawsMs, endsMs } = timesOf(table, number)
    let leader = await lead()
    await watch.until('k3', number, 'open')
    const seats = [
      await atTable(venue, table, { player: `p-${phase}`, amount: 10_000n }),
      await atTable(venue, table, { player: `q-${phase}`, amount: 10_000n }),
    ]
    for (const seat of seats)
      await seat.placed([
        ['sum:odd', 1_000],
        ['sum:9', 500],
      ])
    const round = `select 1 from round where table_code = 'k3' and number = ${number} for share`

    if (phase === 'closing') {
      const release = await holding(round)
      await go(closesMs)
      await watch.untilBlocked('%for update%')
      await kill(leader)
      await release()
    } else if (phase === 'drawing') {
      await go(closesMs)
      await watch.until('k3', number, 'closed')
      const release = await holding(round)
      await go(drawsMs)
      await watch.untilBlocked('%for update%')
      await kill(leader)
      await release()
    } else if (phase === 'settling') {
      const release = await holding(
        `select 1 from wallet where player_id = 'q-${phase}' for update`,
      )
      await go(drawsMs)
      await watch.until('k3', number, 'drawn')
      await watch.untilBlocked('%for update of w%')
      await kill(leader)
      await release()
    } else {
      if (phase !== 'bet') await go(phase === 'lock' ? closesMs : drawsMs)
      await watch.until('k3', number, { bet: 'open', lock: 'closed', result: 'settled' }[phase]!)
      await kill(leader)
    }

    await go(endsMs + 1_000)
    leader = await lead()
    await watch.until('k3', number, 'settled')
    await watch.until('k3', number + 1, 'open')
    const outcome = await outcomeOf(number)
    const back =
      (1_000 * table.returnsOf(outcome, 'sum:odd') + 500 * table.returnsOf(outcome, 'sum:9')) / 100
    for (const seat of seats)
      expect((await seat.page.call('GET', '/api/state')).data).toMatchObject({
        balance: 8_500 + back,
        session: { staked: 1_500, returned: back, rounds: 1 },
      })
    await kill(leader)
  },
)

test('of several servers one leads a table, and when it stops another does; each round is drawn and settled once', async () => {
  await go(timesOf(table, numberAt(table, nowMs) + 5).opensMs)
  const servers = await Promise.all(
    [1, 2, 3].map(() =>
      startVenue({
        databaseUrl: venue.databaseUrl,
        merchants: sandboxMerchants(),
        maxConnections: 6,
        demoOperator: true,
      }),
    ),
  )
  try {
    const seat = await atTable(venue, table, { player: 'several', amount: 100_000n })
    for (let i = 0; servers.length > 0; i++) {
      const number = numberAt(table, nowMs)
      await watch.until('k3', number, 'open')
      const { bet } = await seat.placed([
        ['sum:big', 1_000],
        ['sum:small', 1_000],
      ])
      await go(timesOf(table, number).drawsMs)
      await watch.until('k3', number, 'settled')
      expect((await seat.page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet).toMatchObject({
        payout: 1_950,
        revision: 1,
      })
      expect((await seat.page.call('GET', '/api/state')).data.balance).toBe(100_000 - 50 * (i + 1))
      const leading = servers.filter(server => server.venue.rounds.leads().includes('k3'))
      expect(leading).toHaveLength(1)
      servers.splice(servers.indexOf(leading[0]!), 1)
      await leading[0]!.close()
      await go(timesOf(table, number).endsMs)
    }
  } finally {
    await Promise.all(servers.map(server => server.close()))
  }
})

test('a leader whose connection is cut loses the table and leads again', async () => {
  await go(timesOf(table, numberAt(table, nowMs) + 5).opensMs)
  const server = await startVenue({
    databaseUrl: venue.databaseUrl,
    merchants: sandboxMerchants(),
    maxConnections: 6,
    demoOperator: true,
  })
  try {
    await watch.until('k3', numberAt(table, nowMs), 'open')
    await watch.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tianping-rounds'`,
    )
    await go(timesOf(table, numberAt(table, nowMs)).endsMs)
    await watch.until('k3', numberAt(table, nowMs) - 1, 'settled')
    await watch.until('k3', numberAt(table, nowMs), 'open')
  } finally {
    await server.close()
  }
})

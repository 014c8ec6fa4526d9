import { rows, sql, theRow } from '@tianping/database'
import { addDays, addMonths, beijingDay, beijingMonth } from '@tianping/money/day'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedWithPast } from '../../../../tooling/past.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { sandboxMerchants, startVenue } from '../../../venue/server/index.ts'
import { recomputeStatement } from '../../src/areas/agent/statements.ts'
import { firstDayOf } from '../../src/demo/past.ts'
import { demoMember } from '../../src/kernel/demoLogins.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { missingTurnover } from '../../src/ledger/wagering.ts'
import { runTournaments } from '../../src/areas/tournaments/tournaments.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { openTestSite } from '../support/site.ts'

const BETS_BEFORE_DEATH = 60

const platform = await freshDatabase('server')
const games = await freshDatabase('venue')
const owner = platform.open()

const dies = () =>
  new Promise<string | null>((done, failed) => {
    const child = fork(
      join(import.meta.dirname, 'pastProcess.ts'),
      [platform.url, games.url, String(BETS_BEFORE_DEATH)],
      { execArgv: ['--disable-warning=ExperimentalWarning'], stdio: 'ignore' },
    )
    child.on('error', failed)
    child.on('exit', (_code, signal) => done(signal))
  })

type Day = {
  day: string
  bets: bigint
  stake: bigint
  valid: bigint
  payout: bigint
  ins: bigint
  inFen: bigint
  outs: bigint
  outFen: bigint
}

/** What the platform's books say of a venue, day by day, as its statement says it. */
const daysOf = (venueId: number) =>
  rows(
    owner,
    sql<Day>`
  select day, sum(bets)::bigint as bets, sum(stake)::bigint as stake, sum(valid)::bigint as valid, sum(payout)::bigint as payout,
    sum(ins)::bigint as ins, sum(in_fen)::bigint as in_fen, sum(outs)::bigint as outs, sum(out_fen)::bigint as out_fen
  from (
    select day, bets, stake_fen as stake, valid_fen as valid, payout_fen as payout, 0 as ins, 0 as in_fen, 0 as outs, 0 as out_fen from venue_day where venue_id = ${venueId}
    union all
    select (created_at at time zone 'Asia/Shanghai')::date, 0, 0, 0, 0, (direction = 'IN')::int, case direction when 'IN' then moved_fen else 0 end,
      (direction = 'OUT')::int, case direction when 'OUT' then moved_fen else 0 end from venue_transfer where venue_id = ${venueId} and state = 1
  ) parts group by day order by day`,
  )

test('the past begins on the twelfth of the month before last, in Beijing', () => {
  const days = [
    '2026-11-20T16:00:00Z',
    '2026-12-31T15:59:59Z',
    '2026-12-31T16:00:00Z',
    '2028-02-29T04:00:00Z',
    '2027-03-01T00:00:00+08:00',
  ]
  expect(days.map(day => firstDayOf(new Date(day)))).toEqual([
    '2026-09-12',
    '2026-10-12',
    '2026-11-12',
    '2027-12-12',
    '2027-01-12',
  ])
})

test('a first start lives its past, killed half-way and completed: every day of every venue and every wallet agree with the platform to the fen', async () => {
  expect(await dies()).toBe('SIGKILL')
  const at = {
    databaseUrl: platform.url,
    venueDatabaseUrl: games.url,
    publicUrl: 'http://127.0.0.1:1',
  }
  expect(await seedWithPast(at)).toBe(true)
  expect(await seedWithPast(at), 'a second start adds nothing').toBe(false)

  const venue = await startVenue({
    databaseUrl: games.url,
    merchants: sandboxMerchants(),
    demoOperator: true,
    runTables: false,
  })
  const site = await openTestSite(platform.url, { venueUrl: venue.url })
  const { services } = site
  expect(
    (
      await theRow(
        venue.venue.db,
        sql<{ at: Date | null }>`select stands_at as at from round_clock`,
      )
    ).at,
    'the tables go by the real clock',
  ).toBeNull()

  const token = (
    await site.call<{ api_token: string }>('POST /api/login', {
      name: demoMember.name,
      password: demoMember.password,
      code: 'x',
    })
  ).data.api_token
  const me = (
    await site.call<{ id: number; balance: number; vip: number; isagent: number }>(
      'POST /api/user',
      {},
      { token },
    )
  ).data
  expect(me).toMatchObject({ balance: 10_000, vip: 3, isagent: 1 })
  const memberId = BigInt(me.id)
  expect(await missingTurnover(owner, memberId)).toBe(0n)

  const report = await reconcile(owner, { extraChecks: [checkVenues(services)] })
  expect(
    report.checks.filter(check => check.differences.length > 0),
    'books and wallets',
  ).toEqual([])
  const first = firstDayOf(new Date())
  const today = beijingDay(new Date())
  for (const each of await services.venues.all()) {
    const known = new Map((await daysOf(each.venueId)).map(({ day, ...figures }) => [day, figures]))
    const none = {
      bets: 0n,
      stake: 0n,
      valid: 0n,
      payout: 0n,
      ins: 0n,
      inFen: 0n,
      outs: 0n,
      outFen: 0n,
    }
    expect(known.size, each.platname).toBeGreaterThan(0)
    for (let day = first; day <= today; day = addDays(day, 1)) {
      const said = await services.venues.client(each).statement({ date: day })
      if (said.kind !== 'ok') throw new Error(said.kind)
      const { bets, transfers } = said.data
      expect(
        {
          bets: BigInt(bets.count),
          stake: bets.stake,
          valid: bets.valid_amount,
          payout: bets.payout,
          ins: BigInt(transfers.in_count),
          inFen: transfers.in_amount,
          outs: BigInt(transfers.out_count),
          outFen: transfers.out_amount,
        },
        `${each.platname} ${day}`,
      ).toEqual(known.get(day) ?? none)
    }
  }

  const shared = await rows(
    owner,
    sql<{ name: string; inputs: { members: number; agent: string } }>`
    select m.name, f.inputs from risk_flag f join member m using (member_id) where f.kind = 'shared_device' and f.state = 1 order by m.name`,
  )
  expect(
    shared.map(each => each.name),
    'who used one phone',
  ).toEqual(['hebai123', 'hebai456'])
  for (const { inputs } of shared)
    expect(inputs).toMatchObject({ members: 2, agent: expect.stringContaining('iPhone') })

  const statements = await rows(
    owner,
    sql<{
      month: string
      state: number
      fen: bigint
    }>`select month, state, commission_fen as fen from agent_statement where agent_id = ${memberId} order by month`,
  )
  const month = first.slice(0, 7)
  // A month is settled an hour after its end.
  expect(statements.map(each => each.month)).toEqual(
    [month, addMonths(month, 1)].filter(
      each => each < beijingMonth(new Date(Date.now() - 3_600_000)),
    ),
  )
  // Play is play: a month in which the team has won has no commission to pay.
  const stateOf = (each: { month: string; fen: bigint }) => {
    if (each.fen <= 0n) return 0
    return each.month === month ? 2 : 1
  }
  for (const each of statements) expect(each.state, each.month).toBe(stateOf(each))
  for (const each of statements)
    expect((await recomputeStatement(owner, memberId, each.month))!.holds, each.month).toBe(true)
  await runTournaments(services)
  const races = await site.call<{ data: { id: number; standing: string; entered: boolean }[] }>(
    'POST /api/tournaments',
    { page: 1 },
    { token },
  )
  expect(races.data.data).toMatchObject([{ standing: 'running', entered: true }])
  const { id } = races.data.data[0]!
  const race = await site.call<{ top: { score: number }[] }>(
    'POST /api/tournament',
    { id },
    { token },
  )
  expect(race.data.top.length, 'members of the past who stand in the tournament').toBeGreaterThan(2)
  const { team, players } = await theRow(
    owner,
    sql<{ team: number; players: number }>`
    select count(*)::int as team, (count(*) filter (where exists (select from turnover_day t where t.member_id = m.member_id)))::int as players from member m where referrer_id = ${memberId}`,
  )
  expect({ team, players }).toEqual({ team: 3, players: 3 })
  const rebates = await theRow(
    owner,
    sql<{ claimed: bigint; waiting: bigint }>`
    select coalesce(sum(amount_fen) filter (where state = 1), 0)::bigint as claimed, coalesce(sum(amount_fen) filter (where state = 0), 0)::bigint as waiting from rebate where member_id = ${memberId}`,
  )
  expect(
    rebates.claimed > 0n && rebates.waiting > 0n,
    JSON.stringify(rebates, (_, value: unknown) => String(value)),
  ).toBe(true)
  const { categories, bets } = await theRow(
    owner,
    sql<{
      categories: number
      bets: number
    }>`select count(distinct category)::int as categories, count(*)::int as bets from turnover_day`,
  )
  expect(categories).toBe(6)
  expect(bets).toBeGreaterThan(20)
  await venue.close()
}, 600_000)

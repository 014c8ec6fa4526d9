// A random quarter: deposits, bets, resettlements, red packets, rebates, withdrawals and
// commission, with jobs late, doubled on two servers, killed as processes and cut off as
// connections, over a leap day, both changes of New York's clocks and month ends.
import { connect, rows, run, sql, theRow, transaction, type Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { decideAgentApplication } from '../../src/areas/agent/decideAgentApplication.ts'
import { startOfDay } from '@tianping/money/day'
import { AGENT_SETTING, agentSchema } from '../../src/areas/agent/setting.ts'
import {
  decideStatement,
  makeDueStatements,
  recomputeStatement,
} from '../../src/areas/agent/statements.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { approveWithdrawal, rejectWithdrawal } from '../../src/areas/cashier/review.ts'
import { seedSite } from '../../src/demo/site.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { missingTurnover } from '../../src/ledger/wagering.ts'
import { calculateRebates, runRebates } from '../../src/areas/rebate/calculateRebates.ts'
import { levels as levelRows } from '../../src/areas/vip/store/vip.sql.ts'
import { reviewLevels, runVipReview } from '../../src/areas/vip/vipReview.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { bankCard, bind, PAY_PASSWORD } from '../cashier/support.ts'
import { dayOf, nameOf, startOf } from '../promotions/rebateQuarterModel.ts'
import {
  assertEngines,
  bet,
  percentOf,
  plainLevels,
  VENUES,
} from '../promotions/turnoverSupport.ts'
import { deposit, setRules } from '../redpacket/support.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { QuarterPlain } from './quarterPlain.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const MEMBERS = 6
const AGENT = 0
const TEAM = [1, 2, 3, 4]
const DAYS = 92
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Quarters with their awkward days; the activity's instants are New York's midnights, worked out by
 * hand.
 */
const QUARTERS = [
  // New York's clocks go forward on 2028-03-12: its first day begins in winter time, the day after
  // its last in summer time.
  {
    seed: 1,
    start: '2028-01-20',
    activity: {
      startDay: '2028-02-01',
      endDay: '2028-03-12',
      from: '2028-02-01T13:00:00+08:00',
      until: '2028-03-13T12:00:00+08:00',
    },
  },
  // They go back on 2027-11-07: begun in summer time, ended in winter time.
  {
    seed: 2,
    start: '2027-09-05',
    activity: {
      startDay: '2027-09-10',
      endDay: '2027-11-07',
      from: '2027-09-10T12:00:00+08:00',
      until: '2027-11-08T13:00:00+08:00',
    },
  },
] as const
const SOAK = process.env['SOAK_SEED']
const runs = SOAK
  ? QUARTERS.map(quarter => ({ ...quarter, seed: Number(SOAK) + quarter.seed }))
  : QUARTERS

/** Deposits in yuan that earn 1, 2 or 4 packets of ¥1 to ¥9, at twice the turnover. */
const TIERS = [
  { from: 1_000, claims: 1 },
  { from: 3_000, claims: 2 },
  { from: 8_000, claims: 4 },
]
const PACKET_TIMES = 2n
const COMMISSION = {
  carryNegative: true,
  activeValid: 2_000_00n,
  tiers: [
    { from: 1n, active: 1, hundredths: 2_500n },
    { from: 5_000_00n, active: 2, hundredths: 3_333n },
  ],
  turnoverTimes: 1n,
}

/** A small generator with a seed, so that a failing run is the same again. */
function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    chance: (p: number) => next() < p,
    one: <T>(list: readonly T[]): T => list[below(list.length)]!,
  }
}

type Open = { url: string; owner: Db; clock: TestClock; site: TestSite; twin: TestSite }

async function openQuarter({ start, activity }: (typeof QUARTERS)[number]): Promise<Open> {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock(`${start}T08:00:00+08:00`)
  await seedSite(owner, clock.now())
  await seedCashier(owner, clock.now())
  const [site, twin] = [await openTestSite(url, { clock }), await openTestSite(url, { clock })]
  await plainLevels(owner)
  await run(owner, sql`update vip_level set keep_fen = (vip - 1) * 300000`)
  const { startDay, endDay } = activity
  await setRules(site, {
    maxTimes: 3,
    tiers: TIERS.map(({ from, claims }, n) => ({
      startDay,
      endDay,
      minFen: from * 100,
      maxFen: n + 1 < TIERS.length ? TIERS[n + 1]!.from * 100 - 1 : null,
      claims,
      drawMinFen: 1_00,
      drawMaxFen: 9_00,
      turnoverTimes: Number(PACKET_TIMES),
    })),
  })
  await writeSetting(
    owner,
    AGENT_SETTING,
    agentSchema,
    {
      carryNegative: true,
      activeValidFen: Number(COMMISSION.activeValid),
      turnoverTimes: Number(COMMISSION.turnoverTimes),
      tiers: COMMISSION.tiers.map(tier => ({
        fromFen: Number(tier.from),
        minActive: tier.active,
        hundredths: Number(tier.hundredths),
      })),
    },
    { name: 'test', at: startOfDay(`${start.slice(0, 7)}-01`) },
  )
  atEnd(() => assertEngines(owner))
  return { url, owner, clock, site, twin }
}

/** The agent first, then who was invited with the agent's number, then one of nobody's. */
async function register({ site, owner, clock }: Open) {
  const members: { memberId: bigint; bank: number }[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const { token, memberId } = await site.member({
      pid: TEAM.includes(n) ? String(members[AGENT]!.memberId) : '',
    })
    members.push({
      memberId,
      bank: await bind(site, token, bankCard(`62220200${String(10_000_000 + n)}`)),
    })
    if (n !== AGENT) continue
    await site.call(
      'POST /api/applyagentdo',
      { mobile: '13800138000', apply_info: '社群' },
      { token },
    )
    await transaction(owner, async tx => {
      const { id } = await theRow(
        tx,
        sql<{
          id: string
        }>`select application_id as id from agent_application where member_id = ${memberId}`,
      )
      await decideAgentApplication(tx, {
        memberId,
        applicationId: id,
        pass: true,
        reason: '',
        by: 'admin',
        now: clock.now(),
      })
    })
  }
  return members
}

const dies = (url: string, mode: string, day: string, now: Date) =>
  new Promise<string | null>((done, failed) => {
    const child = fork(
      join(import.meta.dirname, 'jobProcess.ts'),
      [url, mode, day, now.toISOString()],
      { execArgv: ['--disable-warning=ExperimentalWarning'], stdio: 'ignore' },
    )
    child.on('error', failed)
    child.on('exit', (_code, signal) => done(signal))
  })

/** A connection that is cut in the middle of a transaction, as when a server loses its database. */
async function cutOff({ url, owner, clock }: Open, day: string) {
  const db = connect(url, { role: 'tianping_app', maxConnections: 1, applicationName: 'victim' })
  let chunks = 0
  const decided = async () => {
    if (++chunks === 2)
      await rows(
        owner,
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim' and datname = current_database()`,
      )
  }
  await expect(reviewLevels(db, day, clock.now(), { chunk: 2, decided })).rejects.toThrow()
  await db.destroy()
}

test.each(runs)(
  'a random quarter from $start ends with books that reconcile and with every figure of a plain recomputation (seed $seed)',
  async quarter => {
    const world = await openQuarter(quarter as (typeof QUARTERS)[number])
    const { url, owner, clock, site, twin } = world
    const random = seeded(quarter.seed)
    const members = await register(world)
    const first = dayOf(clock.now().getTime())
    const plain = new QuarterPlain({
      members: MEMBERS,
      startDay: first,
      team: TEAM,
      commission: COMMISSION,
      levels: (await rows(owner, levelRows)).map(level => ({
        recharge: level.rechargeFen,
        flow: level.flowFen,
        keep: level.keepFen,
        percents: new Map(
          VENUES.map(({ id, column }) => [id, BigInt(Math.round(percentOf(level, column) * 100))]),
        ),
      })),
      activity: {
        from: Date.parse(quarter.activity.from),
        until: Date.parse(quarter.activity.until),
        maxTimes: 3,
        tiers: TIERS.map(({ from, claims }) => ({ from: BigInt(from) * 100n, claims })),
      },
    })
    const made: { member: number; venue: number; last: VenueBet }[] = []
    const waiting: { member: number; no: string; fen: bigint }[] = []
    const seen = {
      granted: 0,
      refused: 0,
      turnover: 0,
      balance: 0,
      held: 0,
      killed: 0,
      paid: 0,
      rebates: 0,
    }
    const tokenOf = (member: number) => site.enter(members[member]!.memberId)
    const now = () => clock.now().getTime()

    const feed = async (venueId: number, ...bets: VenueBet[]) =>
      applyBets(random.chance(0.5) ? site.services : twin.services, { venueId }, bets)
    const newStatus = () => {
      if (random.chance(0.1)) return 'OPEN'
      return random.chance(0.05) ? 'VOID' : 'SETTLED'
    }
    const play = async (member: number) => {
      const old = random.chance(0.25) && made.length > 0 ? random.one(made) : null
      const status = old ? random.one(['SETTLED', 'SETTLED', 'VOID', 'OPEN'] as const) : newStatus()
      const stake = old ? old.last.stake : BigInt(1 + random.below(600_000))
      const validOf = () => (old ? BigInt(random.below(Number(stake) + 1)) : stake)
      const valid = status === 'VOID' ? 0n : validOf()
      const payout =
        status === 'SETTLED' && random.chance(0.45) ? BigInt(random.below(2 * Number(stake))) : 0n
      const one = bet(members[old?.member ?? member]!.memberId, {
        at: clock.now(),
        status,
        stake,
        valid_amount: valid,
        payout,
        net: payout - stake,
        ...(old ? { of: old.last } : {}),
      })
      const place = old ?? { member, venue: random.one(VENUES).id, last: one }
      await feed(place.venue, one, ...(old ? [old.last, one] : []))
      plain.play(one.bet_id, place.member, place.venue, status, { stake, valid, payout }, now())
      place.last = one
      if (!old) made.push(place)
    }
    const claimPacket = async (member: number) => {
      const may = plain.mayClaimPacket(member, now())
      const [token, key] = [await tokenOf(member), `packet-${member}-${now()}`]
      // The same press reaches both servers: it is one claim.
      const [answer, again] = await Promise.all(
        [site, twin].map(server =>
          server.call<{ redpacketmoney: number; id: string }>(
            'POST /api/douserredpacket',
            {},
            { token, key },
          ),
        ),
      )
      expect([nameOf(dayOf(now())), member, answer!.code === 200]).toEqual([
        nameOf(dayOf(now())),
        member,
        may,
      ])
      expect(again).toEqual(answer)
      if (!may) return void seen.refused++
      const fen = BigInt(Math.round(answer!.data.redpacketmoney * 100))
      expect(fen >= 1_00n && fen <= 9_00n).toBe(true)
      plain.packet(member, fen, now(), PACKET_TIMES)
      seen.granted++
    }
    const claimRebate = async (member: number) => {
      const expected = plain.claimRebate(member, now())
      const answer = await site.call('POST /api/dofanshui', {}, { token: await tokenOf(member) })
      expect([member, answer.code === 200, answer.message]).toEqual([
        member,
        expected > 0n,
        answer.message,
      ])
      if (expected > 0n) {
        expect(answer.message).toBe(
          `领取成功，${(Number(expected) / 100).toLocaleString('en', { minimumFractionDigits: 2 })}元已到账`,
        )
        seen.rebates++
      }
    }
    const withdraw = async (member: number) => {
      const fen = BigInt(100_00 + random.below(400_000))
      const outcome = plain.withdraw(member, fen)
      seen[outcome]++
      const answer = await twin.call<{
        out_trade_no: string
        rule: string
        why: { missing: { value: number }[] }
      }>(
        'POST /api/withdraw',
        { amount: Number(fen) / 100, bank: members[member]!.bank, password: PAY_PASSWORD },
        { token: await tokenOf(member) },
      )
      expect([member, answer.code === 200 ? 'held' : answer.data.rule]).toEqual([member, outcome])
      if (outcome === 'turnover')
        expect(answer.data.why.missing[0]!.value).toBe(Number(plain.missing(member)) / 100)
      if (outcome === 'held') waiting.push({ member, no: answer.data.out_trade_no, fen })
    }
    const review = async () => {
      // Thrown in any case: what red packets bring is not of the seed, and must not decide how the
      // quarter goes on.
      const pass = random.chance(0.6)
      const next = waiting.shift()
      if (!next) return
      const reviewer = { operatorId: 1n, name: 'finance' }
      await transaction(owner, tx =>
        pass
          ? approveWithdrawal(tx, site.services.settings, next.no, {
              reviewer,
              remark: '',
              key: '',
              now: clock.now(),
            })
          : rejectWithdrawal(tx, next.no, reviewer, '资料不符', clock.now()),
      )
      plain.decideWithdrawal(next.member, next.fen, pass)
    }

    const work = async (server: TestSite) => {
      while ((await runVipReview(server.services)) > 0);
      await runRebates(server.services)
      await makeDueStatements(server.services)
    }
    const nextReview = async () =>
      (
        await theRow(
          owner,
          sql<{
            day: string | null
          }>`select (max(day) + 1) as day from job_run where job = 'vip' and finished_at is not null`,
        )
      ).day ?? nameOf(first)
    /** The works of the day: at times cut off or killed before, often on both servers at once. */
    const jobs = async (today: number) => {
      if (random.chance(0.1)) await cutOff(world, await nextReview())
      const mode = { 20: 'review', 41: 'lease', 63: 'rebate', 80: 'review' }[today - first]
      if (mode) {
        const died = await dies(url, mode, await nextReview(), clock.now())
        if (died === 'SIGKILL') seen.killed++
        // What a dead process leased is free again when its lease has ended.
        clock.advance(3 * MINUTE_MS)
      }
      plain.jobs(today)
      const statements = plain.state(now())
      await Promise.all(
        random.chance(0.5) ? [work(site), work(twin)] : [work(random.one([site, twin]))],
      )
      if (random.chance(0.2))
        await Promise.all([
          reviewLevels(site.services.db, nameOf(today), clock.now(), { chunk: 3 }),
          calculateRebates(twin.services.db, nameOf(today), clock.now(), { chunk: 2 }),
        ])
      for (const { month, commission } of statements) {
        const pass = random.chance(0.7)
        if (commission === 0n) continue
        const by = { name: 'finance', actor: { type: 'operator', id: '1' } } as const
        await transaction(owner, tx =>
          decideStatement(tx, {
            agentId: members[AGENT]!.memberId,
            month,
            pass,
            reason: pass ? '' : '待核实',
            by,
            now: clock.now(),
          }),
        )
        if (!pass) continue
        plain.payCommission(AGENT, commission, now())
        seen.paid++
      }
    }

    // The first look at the clock: days are counted from here.
    await work(site)
    for (let today = first; today < first + DAYS; today++) {
      const events: { minute: number; happen: () => Promise<void> }[] = []
      const at = (minute: number, happen: () => Promise<void>) => events.push({ minute, happen })
      if (today > first && (random.chance(0.85) || [20, 41, 63, 80].includes(today - first)))
        at(60 + random.below(480), () => jobs(today))
      const busy = Math.sin(today / 13) > -0.3 ? 0.5 : 0.08
      for (let member = 0; member < MEMBERS; member++) {
        const later = () => random.below(1_440)
        const credit = async () => {
          const yuan = random.one([400, 1_000, 1_500, 3_000, 8_000])
          await deposit(site, members[member]!.memberId, yuan, clock.now())
          plain.deposit(member, BigInt(yuan) * 100n, now())
        }
        if (random.chance(busy * 0.25)) {
          at(random.one([later(), random.below(600), 599, 600, 719, 720]), credit)
          if (random.chance(0.7))
            at(random.one([599, 600, 615, 660, 719, 720]), () => claimPacket(member))
        }
        for (let n = random.below(4); n > 0; n--)
          if (random.chance(busy)) at(later(), () => play(member))
        if (random.chance(0.05)) at(random.one([600, 660]), () => claimPacket(member))
        if (random.chance(0.04)) at(later(), () => claimRebate(member))
        if (random.chance(0.08)) at(later(), () => withdraw(member))
      }
      if (random.chance(0.4)) at(random.below(1_440), review)
      for (const { minute, happen } of events.toSorted((a, b) => a.minute - b.minute)) {
        // A minute's events come one after the other, each at a moment of its own.
        const moment = Math.max(startOf(today) + minute * MINUTE_MS, now() + 1)
        clock.advance(moment - now())
        await happen()
      }
    }
    clock.advance(startOf(first + DAYS) + 2 * HOUR_MS - now())
    await jobs(first + DAYS)

    for (const [member, { memberId }] of members.entries()) {
      const [expected, who] = [plain.members[member]!, plain.who[member]!]
      const history = await rows(
        owner,
        sql<{
          line: string
        }>`select concat_ws(' ', day, kind, to_vip) as line from vip_history where member_id = ${memberId} order by day`,
      )
      const { pending, taken } = await theRow(
        owner,
        sql<{ pending: bigint; taken: bigint }>`
      select coalesce(sum(amount_fen) filter (where state = 0), 0)::bigint as pending, coalesce(sum(amount_fen) filter (where state = 1), 0)::bigint as taken
      from rebate where member_id = ${memberId}`,
      )
      const { packets, packetFen } = await theRow(
        owner,
        sql<{ packets: number; packetFen: bigint }>`
      select count(*)::int as packets, coalesce(sum(amount), 0)::bigint as packet_fen from ledger.transaction where member_id = ${memberId} and code = 'red_packet'`,
      )
      const { cashFen, cashAvailableFen } = await balances(owner, memberId)
      expect({
        member,
        levels: history.map(row => row.line),
        pending,
        taken,
        packets,
        packetFen,
        cashFen,
        heldFen: cashFen - cashAvailableFen,
        missingFen: await missingTurnover(owner, memberId),
      }).toEqual({
        member,
        levels: expected.history,
        pending: expected.pending,
        taken: expected.claimed,
        packets: who.packets.length,
        packetFen: who.packets.reduce((sum, each) => sum + each.fen, 0n),
        cashFen: who.cash,
        heldFen: who.held,
        missingFen: plain.missing(member),
      })
    }
    const ids = new Map(members.map(({ memberId }, n) => [memberId, n]))
    const turnover = await rows(
      owner,
      sql<{
        memberId: bigint
        day: string
        venueId: number
        bets: number
        stake: bigint
        valid: bigint
        payout: bigint
      }>`
    select member_id, day, venue_id, bets, stake_fen as stake, valid_fen as valid, payout_fen as payout from turnover_day where bets > 0`,
    )
    expect(
      turnover
        .map(
          t =>
            `${ids.get(t.memberId)} ${t.day} ${t.venueId}: ${t.bets} ${t.stake} ${t.valid} ${t.payout}`,
        )
        .toSorted(),
    ).toEqual(plain.turnoverLines())
    const agentId = members[AGENT]!.memberId
    const statements = await rows(
      owner,
      sql<{
        month: string
        base: bigint
        active: number
        commissionable: bigint
        commission: bigint
        carried: bigint
      }>`
    select month, base_fen as base, active, commissionable_fen as commissionable, commission_fen as commission, carried_out_fen as carried
    from agent_statement where agent_id = ${agentId} order by month`,
    )
    expect(statements).toEqual(plain.statements)
    for (const { month } of statements)
      expect((await recomputeStatement(owner, agentId, month))!.holds, month).toBe(true)
    if (SOAK) return
    // Something of everything must have happened, or the comparison says little.
    expect(
      Object.entries(seen).filter(([, times]) => times === 0),
      'nothing of',
    ).toEqual([])
    expect(statements.length).toBeGreaterThanOrEqual(3)
  },
)

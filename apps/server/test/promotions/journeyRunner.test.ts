// The job of journeys: each trigger at its moment and not before, once, within its limits, by the
// guard under the member's lock, and whole or not at all.
import type { JourneyTrigger } from '@tianping/contract/journeys/facts'
import { run, sql, transaction } from '@tianping/database'
import { beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import { beforeEach, expect, test } from 'vitest'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { runJourneys } from '../../src/areas/journeys/journeys.ts'
import { lockMember, post } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { deposit } from '../ledger/postings.ts'
import { clear, enable, prove } from '../profiles/support.ts'
import { bet } from './turnoverSupport.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { poison, poisonWhere } from '../support/poison.ts'
import { pastHorizon } from '../support/horizon.ts'
import { MINUTE_MS, openJourneys } from './journeySupport.ts'

const world = await openJourneys()
const { owner, clock, site, group, begun, jobs, ago, reachedBy, marksOf, cashOf } = world

beforeEach(async () => {
  // Those of the test before would count against the most that may be open.
  await run(owner, sql`update journey set state = 5, stopped_why = 'staff' where state in (2, 4)`)
  // The clock goes on by days, and sessions of operators end.
  await world.pass(0)
})

const firstDeposit = async (memberId: bigint, at: Date) => {
  await post(site.services.db, { ...deposit(memberId, 100_00n), effectiveAt: at })
}
const facts = async () => {
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
}
const promoted = async (memberId: bigint, at: Date) => {
  await run(owner, sql`update member set vip = 2 where member_id = ${memberId}`)
  await run(
    owner,
    sql`insert into vip_history (member_id, day, kind, from_vip, to_vip, levels_version, rules_version, decided_at)
    values (${memberId}, ${beijingDay(at)}::date, 'promoted', 1, 2, 1, 1, ${at})`,
  )
}

const happens: Record<JourneyTrigger, (memberId: bigint, at: Date) => Promise<unknown>> = {
  registered: world.joinedAt,
  no_deposit: world.joinedAt,
  first_deposit: firstDeposit,
  level_up: promoted,
  no_login: world.lastSeenAt,
}

test.each(Object.keys(happens) as JourneyTrigger[])(
  '%s sends at its moment, up to three days late, and not a millisecond before or after',
  async trigger => {
    const { ids, segment } = await group(4)
    const [early, exact, last, late] = ids
    const days = trigger === 'no_login' ? 14 : 5
    await happens[trigger](early!, ago(days * DAY_MS - 1))
    await happens[trigger](exact!, ago(days * DAY_MS))
    await happens[trigger](last!, ago((days + 3) * DAY_MS))
    await happens[trigger](late!, ago((days + 3) * DAY_MS + 1))
    if (trigger === 'first_deposit') await facts()
    const id = await begun({ segment_id: segment, trigger, days })
    await jobs()
    expect(await reachedBy(id)).toEqual([exact, last])
    clock.advance(1)
    await jobs()
    expect(await reachedBy(id)).toEqual([early, exact, last])
  },
)

test('who deposits, comes back, falls again or is still logged in is not written to', async () => {
  const { ids, segment } = await group(8)
  const [fresh, paid, away, back, played, open, risen, fallen] = ids
  await world.joinedAt(fresh!, ago(5 * DAY_MS))
  await world.joinedAt(paid!, ago(5 * DAY_MS))
  await post(site.services.db, { ...deposit(paid!, 1_00n), effectiveAt: clock.now() })
  const none = await begun({ segment_id: segment, trigger: 'no_deposit', days: 5 })
  for (const memberId of [away, back, played, open])
    await world.lastSeenAt(memberId!, ago(14 * DAY_MS))
  await run(owner, sql`update member set last_login_at = ${clock.now()} where member_id = ${back}`)
  await run(
    owner,
    sql`insert into active_day (member_id, day) values (${played}, ${beijingDay(ago(3 * DAY_MS))}::date)`,
  )
  await site.enter(open!)
  await run(
    owner,
    sql`update member set last_login_at = ${ago(14 * DAY_MS)} where member_id = ${open}`,
  )
  const gone = await begun({ segment_id: segment, trigger: 'no_login', days: 14 })
  await promoted(risen!, ago(DAY_MS))
  await promoted(fallen!, ago(DAY_MS))
  await run(owner, sql`update member set vip = 1 where member_id = ${fallen}`)
  const levels = await begun({ segment_id: segment, trigger: 'level_up', days: 1 })
  await jobs()
  expect(await reachedBy(none)).toEqual([fresh])
  expect(await reachedBy(gone)).toEqual([away])
  expect(await reachedBy(levels)).toEqual([risen])
})

test('each occasion is sent once, by several instances too: letter, bonus and requirement together', async () => {
  const { ids, segment } = await group(5)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment })
  await Promise.all([jobs(), jobs(), jobs()])
  await Promise.all([jobs(), jobs()])
  expect(await reachedBy(id)).toEqual(ids)
  for (const memberId of ids) {
    expect(await cashOf(memberId)).toBe(8_00n)
    expect(await world.lettersOf(memberId)).toEqual([
      {
        title: '欢迎您',
        content: '<p>欢迎</p><p>奖金 ¥8.00 已存入中心钱包，完成 3 倍流水即可提款。</p>',
        kind: 'offer',
      },
    ])
    expect(await requirementsOf(owner, memberId)).toMatchObject([
      { source: { type: 'journey' }, requiredFen: 24_00n, state: 'open' },
    ])
  }
  expect(await world.figures(id)).toMatchObject({ reached: 5, reached_today: 5, cost: 40, used: 0 })
})

test('a journey gives with the turnover that the profiles of the day allow, and its letter says so', async () => {
  const { ids, segment } = await group(1)
  const [memberId] = ids as [bigint]
  await world.joinedAt(memberId, ago(3 * DAY_MS))
  await begun({ segment_id: segment, turnover_times: 30 })
  await prove(owner, memberId, 2)
  await clear(owner, memberId, clock.now())
  await enable(site, 'GB')
  await jobs()
  await enable(site)
  expect(await requirementsOf(owner, memberId)).toMatchObject([{ requiredFen: 80_00n }])
  const [letter] = await world.lettersOf(memberId)
  expect(letter?.content).toContain('完成 10 倍流水即可提款')
})

test('its figures count turnover that is done and first deposits after the letter', async () => {
  const { ids, segment } = await group(3)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const [player, payer, earlier] = ids
  await firstDeposit(earlier!, ago(1_000))
  const id = await begun({ segment_id: segment })
  await jobs()
  clock.advance(1_000)
  await firstDeposit(payer!, clock.now())
  const fg = (await site.services.venues.named('FG'))!
  await applyBets(site.services, fg, [
    bet(player!, { at: clock.now(), game_code: 'fortune3', stake: 24_00n, net: 0n }),
  ])
  await facts()
  expect(await world.figures(id)).toMatchObject({
    reached: 3,
    bonuses: 3,
    used: 1,
    given_up: 0,
    first_deposits: 1,
    cost: 24,
  })
})

test('nothing is left of a member whose turn is cut off at any step, and the next turn sends once', async () => {
  const { ids, segment } = await group(1)
  const [memberId] = ids
  await world.joinedAt(memberId!, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment })
  const steps = [
    ['insert', 'journey_member'],
    ['insert', 'journey_day'],
    ['insert', 'ledger.transaction'],
    ['insert', 'ledger.wagering_requirement'],
    ['insert', 'message'],
  ] as const
  await run(
    owner,
    sql`create function cut_off() returns trigger language plpgsql security definer as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  )
  for (const [on, table] of steps) {
    await run(
      owner,
      sql`create trigger cut_off before ${sql.raw(on)} on ${sql.raw(table)} for each row execute function cut_off()`,
    )
    await expect(jobs(), 'the turn has failed').rejects.toThrow()
    await run(owner, sql`drop trigger cut_off on ${sql.raw(table)}`)
    expect(await marksOf(id), table).toEqual([])
    expect(await cashOf(memberId!), table).toBe(0n)
    expect(await world.lettersOf(memberId!), table).toEqual([])
    expect(await world.shown(id), table).toMatchObject({ reached: 0, month_paid: 0 })
  }
  await jobs()
  expect(await reachedBy(id)).toEqual([memberId])
  expect(await cashOf(memberId!)).toBe(8_00n)
  expect(await world.lettersOf(memberId!)).toHaveLength(1)
})

test('a member or a journey that fails keeps back no other, and the turn has failed', async () => {
  const { ids, segment } = await group(2)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const [first, second] = [
    await begun({ segment_id: segment }),
    await begun({ segment_id: segment, name: '另一问候' }),
  ]
  await run(owner, sql`update journey set next_at = starts_at where state = 2`)
  const cures = [
    await poisonWhere(owner, 'journey', `new.journey_id = ${first}`),
    await poison(owner, 'journey_member', ids[0]!),
  ]
  await expect(runJourneys(site.services)).rejects.toThrow('2 failed: poisoned')
  expect([await reachedBy(first), await reachedBy(second)]).toEqual([[], [ids[1]]])
  for (const cure of cures) await cure()
  await jobs()
  expect([await reachedBy(first), await reachedBy(second)]).toEqual([ids, ids])
})

test('a walk that its instance does not end is taken on after two minutes', async () => {
  const { ids, segment } = await group(1)
  await world.joinedAt(ids[0]!, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment })
  const taken = new Date(clock.now().getTime() + 120_000)
  await run(owner, sql`update journey set next_at = ${taken} where journey_id = ${id}`)
  await runJourneys(site.services)
  expect(await marksOf(id)).toEqual([])
  clock.advance(120_000)
  await runJourneys(site.services)
  expect(await reachedBy(id)).toEqual(ids)
})

test('no more members of a Beijing day than its limit; the earliest first, the rest the next day', async () => {
  const { ids, segment } = await group(5)
  for (const [nth, memberId] of ids.entries())
    await world.joinedAt(memberId, ago(3 * DAY_MS + nth * 1_000))
  const id = await begun({ segment_id: segment, per_day: 2 })
  await Promise.all([jobs(), jobs()])
  await jobs()
  expect(await reachedBy(id)).toEqual([ids[3], ids[4]])
  const tomorrow = startOfDay(beijingDay(new Date(clock.now().getTime() + DAY_MS)))
  clock.advance(+tomorrow - clock.now().getTime() - 1)
  await jobs()
  expect(await reachedBy(id)).toHaveLength(2)
  clock.advance(1)
  while ((await runJourneys(site.services)) > 0);
  expect(await reachedBy(id)).toEqual([ids[1], ids[2], ids[3], ids[4]])
})

test('the budget of a month is never passed, of the journey and of all together, and renews with the month', async () => {
  const { ids, segment } = await group(4)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment, month_budget: '23.99' })
  await Promise.all([jobs(), jobs(), jobs()])
  await jobs()
  expect(await reachedBy(id)).toEqual([ids[0], ids[1]])
  expect(await world.shown(id)).toMatchObject({ month_paid: 16, state: 2 })

  // The setting counts for what is approved already.
  const all = (await world.on.chief.call('POST /api/console/journeys/budget')).data
  const second = await begun({ segment_id: segment, name: '另一个', month_budget: '9' })
  await world.configure(Math.round(all.paid * 100) + 7_99)
  await jobs()
  expect(await reachedBy(second)).toEqual([])
  await world.configure(1_000_000_00)

  const next = startOfDay(
    `${beijingDay(new Date(+startOfDay(`${beijingDay(clock.now()).slice(0, 7)}-01`) + 32 * DAY_MS)).slice(0, 7)}-01`,
  )
  clock.advance(+next - clock.now().getTime())
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  while ((await runJourneys(site.services)) > 0);
  expect(await reachedBy(id)).toEqual([ids[0], ids[1], ids[2], ids[3]])
  await world.pass(0)
  expect(await world.shown(id)).toMatchObject({ month_paid: 16 })
})

test('once per member ever, or again after so many days and not a moment before', async () => {
  const { ids, segment } = await group(2)
  const [memberId] = ids
  const left = { segment_id: segment, trigger: 'no_login', days: 14, bonus: '0' } as const
  const quiet = { ...left, month_budget: '0' }
  const once = await begun(quiet)
  const again = await begun({ ...quiet, again_days: 20 })
  await world.lastSeenAt(memberId!, ago(14 * DAY_MS))
  await jobs()
  await world.pass(20 * 1_440)
  await world.lastSeenAt(memberId!, ago(14 * DAY_MS))
  clock.advance(-1)
  await world.lastSeenAt(memberId!, ago(14 * DAY_MS))
  await jobs()
  expect(await reachedBy(again)).toHaveLength(1)
  clock.advance(1)
  await jobs()
  expect(await reachedBy(again)).toHaveLength(2)
  expect(await reachedBy(once)).toHaveLength(1)
})

test('whom letters with offers may not reach gets nothing, is counted by its reason, and is not asked again', async () => {
  const { members, ids, segment } = await group(11)
  const [open, excluded, resting, stopped, tester, unwanting, locked, flagged, staff, twin, alias] =
    ids
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  await world.exclude(excluded!)
  await site.call(
    'POST /api/protection/timeout',
    { term: '24h', days: '', password: 'secret1' },
    { token: members[2]!.token },
  )
  const now = clock.now()
  for (const statement of [
    sql`insert into harm_stop (member_id, since) values (${stopped}, ${now})`,
    sql`insert into test_account (member_id, reason, state, asked_by, asked_at, decided_by, decided_at)
      values (${tester}, 'x', 2, 'a', ${now}, 'b', ${now})`,
    sql`insert into offer_choice (member_id, product, channel, wanted, source, chosen_at)
      select ${unwanting}, p, 'inbox', false, 'member', ${now} from unnest('{betting,casino,lottery}'::text[]) p`,
    sql`update member set state = 'locked' where member_id = ${locked}`,
    sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
      values (${flagged}, 'bonus_abuse', 'x', 1, '{}', 50, ${now}, ${now}, 2, 'risk', ${now})`,
    sql`update operator set member_id = ${staff} where operator_id = (select min(operator_id) from operator)`,
    sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
      select m, 'sms', 'x', decode(repeat('cd', 32), 'hex'), ${now} from unnest(array[${twin}, ${alias}]::bigint[]) m`,
  ])
    await run(owner, statement)
  const id = await begun({ segment_id: segment })
  await jobs()
  expect(await reachedBy(id)).toEqual([open, twin])
  expect((await world.figures(id)).refused.toSorted((a, b) => a.why.localeCompare(b.why))).toEqual([
    { why: 'held', times: 2 },
    { why: 'protected', times: 3 },
    { why: 'unwilling', times: 1 },
  ])
  // The end of a break writes to nobody.
  clock.advance(DAY_MS + MINUTE_MS)
  await run(owner, sql`delete from harm_stop where member_id = ${stopped}`)
  await jobs()
  expect(await reachedBy(id)).toEqual([open, twin])
  expect(resting).toBeDefined()
  await run(owner, sql`update operator set member_id = null where member_id = ${staff}`)
})

test('absence and a missing deposit write to nobody with a limit, a break meanwhile, or another account of theirs', async () => {
  const { ids, segment } = await group(4)
  const [plain, limited, rested, other] = ids
  for (const memberId of ids) {
    await world.joinedAt(memberId, ago(20 * DAY_MS))
    await world.lastSeenAt(memberId, ago(14 * DAY_MS))
  }
  await run(
    owner,
    sql`insert into member_limit (member_id, kind, source, amount, set_by, set_at)
    values (${limited}, 'deposit_month', 'member', 100000, '', ${ago(15 * DAY_MS)})`,
  )
  // It was over ten days ago.
  await run(
    owner,
    sql`insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
    values (${rested}, 'timeout', '24h', ${ago(10 * DAY_MS)}, '', '', ${ago(11 * DAY_MS)})`,
  )
  await run(
    owner,
    sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
    select m, 'sms', 'y', decode(repeat('ef', 32), 'hex'), now() from unnest(array[${limited}, ${other}]::bigint[]) m`,
  )
  const quiet = { segment_id: segment, bonus: '0', month_budget: '0' }
  const away = await begun({ ...quiet, trigger: 'no_login', days: 14 })
  const unpaid = await begun({ ...quiet, trigger: 'no_deposit', days: 20 })
  await jobs()
  expect(await reachedBy(away)).toEqual([plain])
  expect(await reachedBy(unpaid)).toEqual([plain])
})

test('a bonus goes to nobody without a deposit and without a proven contact; a letter alone does', async () => {
  const { ids, segment } = await group(3)
  const [unknown, payer, reachable] = ids
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  await run(
    owner,
    sql`delete from verified_contact where member_id = any(${[unknown, payer]}::bigint[])`,
  )
  await firstDeposit(payer!, ago(1_000))
  const gift = await begun({ segment_id: segment })
  const letter = await begun({ segment_id: segment, bonus: '0', month_budget: '0' })
  await jobs()
  expect(await reachedBy(gift)).toEqual([payer, reachable])
  expect((await world.figures(gift)).refused).toEqual([{ why: 'unproven', times: 1 }])
  expect(await reachedBy(letter)).toEqual(ids)
})

test('who is excluded while the job waits for the account gets nothing', async () => {
  const { ids, segment } = await group(1)
  const [memberId] = ids
  await world.joinedAt(memberId!, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment })
  const { running } = await transaction(owner, async tx => {
    await lockMember(tx, memberId!)
    const started = runJourneys(site.services)
    await untilSomeoneWaits(owner)
    await run(
      tx,
      sql`insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
      values (${memberId}, 'exclusion', '1y', ${new Date(clock.now().getTime() + 366 * DAY_MS)}, '', '', ${clock.now()})`,
    )
    return { running: started }
  })
  await running
  expect(await marksOf(id)).toMatchObject([{ memberId, refused: 'protected' }])
  expect(await cashOf(memberId!)).toBe(0n)
})

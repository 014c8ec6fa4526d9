// Limits, blocks and what loosens them at the very moment: sums of a span from its first instant,
// play in one stretch, blocks and requests by the millisecond.
import { depositState } from '@tianping/contract/cashier/facts'
import type { Given } from '@tianping/contract'
import { rows, run, sql, transaction } from '@tianping/database'
import { addDays, DAY_MS, startOfDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { decideRaise, setLimit, tightensAt } from '../../src/areas/protection/limits.ts'
import {
  blockedSince,
  isLeaving,
  mayEndEarlier,
  PROTECTION_SETTING,
  protectionSchema,
  wasBlockedSince,
} from '../../src/areas/protection/protection.ts'
import { askProtection } from '../../src/areas/protection/requests.ts'
import { realityOf } from '../../src/areas/protection/setting.ts'
import { resetsAt, spansAt } from '../../src/areas/protection/spans.ts'
import {
  blocksOf,
  insertBlock,
  setReturn,
  standingOf,
} from '../../src/areas/protection/store/block.sql.ts'
import { excessOf, recordedOf, writeExcess } from '../../src/areas/protection/store/excess.sql.ts'
import { dueLinks, isHelpDead, noteLink } from '../../src/areas/protection/store/helpLink.sql.ts'
import {
  limitRow,
  netSince,
  spentOf,
  writeLimit,
} from '../../src/areas/protection/store/limit.sql.ts'
import { linkTo } from '../../src/areas/protection/store/link.sql.ts'
import { notePlay } from '../../src/areas/protection/store/play.sql.ts'
import { endExclusions, insertRequest } from '../../src/areas/protection/store/request.sql.ts'
import { runProtectionRequests } from '../../src/areas/responsible/responsible.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
await addVenues(owner)

const HOUR_MS = 3_600_000
const at = (moment: Date, ms = 0) => new Date(moment.getTime() + ms)
/** Whether something holds a millisecond before a moment, at it and after it. */
const seen = (moment: Date, ask: (now: Date) => Promise<boolean>) =>
  Promise.all([-1, 0, 1].map(ms => ask(at(moment, ms))))
const by = { name: 'test', at: clock.now() }
const protect = (change: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, change, by)

const show = async (memberId: bigint) => {
  const token = await site.enter(memberId)
  const { data } = await site.call<Given<'POST /api/protection/show'>>(
    'POST /api/protection/show',
    {},
    { token },
  )
  return data
}

let orders = 0
const deposited = (memberId: bigint, fen: number, moment: Date) =>
  run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, credited_fen,
      action_key)
    values (${memberId}, ${`DM${++orders}`}, 'card', ${fen}, ${depositState.credited}, '', ${moment}, ${moment}, ${fen}, ${`dm${orders}`})`,
  )

// A Friday: the week began on the 16th, the month on the 1st.
const spans = spansAt(clock.now())

test.each([
  [
    '2026-11-29 23:59:59.999',
    ['2026-11-29', '2026-11-23', '2026-11-01'],
    '2026-11-30',
    '2026-12-01',
  ],
  [
    '2026-11-30 00:00:00.000',
    ['2026-11-30', '2026-11-30', '2026-11-01'],
    '2026-12-07',
    '2026-12-01',
  ],
  [
    '2027-01-01 00:00:00.000',
    ['2027-01-01', '2026-12-28', '2027-01-01'],
    '2027-01-04',
    '2027-02-01',
  ],
])('at %s weeks begin on Mondays and months on their first', (now, began, nextWeek, nextMonth) => {
  const beijing = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)
  const { day, week, month } = spansAt(beijing(now))
  expect([day, week, month]).toEqual(
    began.map(each => ({ day: each, from: beijing(`${each} 00:00:00`) })),
  )
  expect(resetsAt('week', beijing(now))).toEqual(beijing(`${nextWeek} 00:00:00`))
  expect(resetsAt('month', beijing(now))).toEqual(beijing(`${nextMonth} 00:00:00`))
})

test('a span counts from its first instant, and nothing of before', async () => {
  const { memberId } = await site.member()
  await deposited(memberId, 1, spans.day.from)
  await deposited(memberId, 10, at(spans.day.from, -1))
  await deposited(memberId, 100, spans.week.from)
  await deposited(memberId, 1_000, at(spans.week.from, -1))
  await deposited(memberId, 10_000, spans.month.from)
  await deposited(memberId, 100_000, at(spans.month.from, -1))
  const { day, week, month } = spans
  const days = [day.day, addDays(day.day, -1), week.day, addDays(week.day, -1), month.day]
  for (const [n, each] of [...days, addDays(month.day, -1)].entries())
    await run(
      owner,
      sql`insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
      select ${memberId}, ${each}::date, min(venue_id), 'concise', 1, ${3 * 10 ** n}, 0, ${10 ** n} from venue`,
    )
  const used = Object.fromEntries(
    (await spentOf(owner, memberId, spans)).map(({ kind, amount }) => [kind, amount]),
  )
  expect(used).toMatchObject({
    deposit_day: 1n,
    deposit_week: 111n,
    deposit_month: 11_111n,
    stake_day: 3n,
    stake_week: 333n,
    stake_month: 33_333n,
    loss_day: 2n,
    loss_week: 222n,
    loss_month: 22_222n,
  })
  const net = { stakeFen: 333n, payoutFen: 111n }
  expect(await netSince(owner, memberId, week.day)).toEqual(net)
})

test('an order that waits counts unless its time was over when the day began', async () => {
  const used = async (expiresAt: Date | null) => {
    const { memberId } = await site.member()
    await run(
      owner,
      sql`insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, expires_at, action_key)
      values (${memberId}, ${`DW${++orders}`}, 'card', 700, ${depositState.waiting}, 'provider', ${spans.week.from}, ${expiresAt},
        ${`dw${orders}`})`,
    )
    const found = await spentOf(owner, memberId, spans)
    return found.find(({ kind }) => kind === 'deposit_week')?.amount
  }
  const { from } = spans.day
  expect([await used(from), await used(at(from, 1)), await used(null)]).toEqual([0n, 700n, 700n])
})

test('an operator’s limit that was announced counts at its moment; a raise of the member’s own lapses at its', async () => {
  const { memberId } = await site.member()
  const moment = clock.now()
  const limit = { memberId, kind: 'deposit_day', amount: 500n, nextAmount: 900n } as const
  const set = { nextFrom: moment, setBy: 'test', setAt: moment }
  await writeLimit(owner, { ...limit, ...set, source: 'operator', nextUntil: null })
  await writeLimit(owner, { ...limit, ...set, source: 'member', nextUntil: moment })
  const { kind } = limit
  const found = (now: Date, source: 'operator' | 'member') =>
    limitRow(owner, { memberId, kind, source, now })
  const shown = async (source: 'operator' | 'member') => [
    await found(at(moment, -1), source),
    await found(moment, source),
  ]
  expect(await shown('operator')).toMatchObject([
    { amount: 500n, nextAmount: 900n },
    { amount: 900n, nextAmount: null },
  ])
  expect(await shown('member')).toMatchObject([
    { amount: 500n, nextAmount: 900n },
    { amount: 500n, nextAmount: null },
  ])
})

test('a raise is confirmed from its moment on', async () => {
  const { memberId } = await site.member()
  const asked = { memberId, kind: 'deposit_day', by: '', now: clock.now() } as const
  const set = (amount: bigint) => transaction(owner, tx => setLimit(tx, { ...asked, amount }))
  await set(100n)
  const from = await set(200n)
  const confirm = (now: Date) =>
    transaction(owner, tx => decideRaise(tx, { memberId, kind: 'deposit_day', agree: true, now }))
  expect(await confirm(at(from, -1))).toMatchObject({ early: true })
  const ready = async (now: Date) => {
    clock.advance(now.getTime() - clock.now().getTime())
    const limits = (await show(memberId)).limits
    return limits.find(each => each.kind === asked.kind)?.raise?.ready
  }
  expect([await ready(at(from, -1)), await ready(from)]).toEqual([false, true])
  expect(await confirm(from)).toMatchObject({ early: false, amount: 200n })
})

test('that a raise was confirmed or given up is kept for good, from what to what', async () => {
  const { memberId } = await site.member()
  const now = clock.now()
  for (const kind of ['loss_day', 'stake_day'] as const) {
    const asked = { memberId, kind, by: '' }
    await transaction(owner, tx => setLimit(tx, { ...asked, amount: 100n, now }))
    const from = await transaction(owner, tx => setLimit(tx, { ...asked, amount: 200n, now }))
    const decided = { memberId, kind, agree: kind === 'loss_day', now: from }
    await transaction(owner, tx => decideRaise(tx, decided))
  }
  expect(
    await rows(
      owner,
      sql<{ act: string; detail: object }>`
      select act, detail from protection_log
      where member_id = ${memberId} and act in ('limit_confirmed', 'limit_raise_dropped') order by entry_id`,
    ),
  ).toEqual([
    { act: 'limit_confirmed', detail: { kind: 'loss_day', before: 100, amount: 200 } },
    { act: 'limit_raise_dropped', detail: { kind: 'stake_day', before: 100, amount: 100 } },
  ])
})

test.each([
  ['a tighter one of play from the operator', {}, true],
  ['a looser one', { amount: 100n, nextAmount: 200n }, false],
  ['one of deposits', { kind: 'deposit_day' }, false],
  ['the member’s own', { source: 'member' }, false],
  ['one that counts already', { nextAmount: null, nextFrom: null }, false],
] as const)('play is cut short by a limit that is announced: %s', async (_, change, cuts) => {
  const { memberId } = await site.member()
  const moment = at(clock.now(), HOUR_MS)
  await writeLimit(owner, {
    memberId,
    kind: 'loss_day',
    amount: 200n,
    nextAmount: 100n,
    nextFrom: moment,
    nextUntil: null,
    source: 'operator',
    setBy: 'test',
    setAt: clock.now(),
    ...change,
  })
  expect(await tightensAt(owner, memberId, clock.now())).toEqual(cuts ? moment : undefined)
})

test('the same limit set once more counts at once, and waits for nothing', async () => {
  const { memberId } = await site.member()
  const now = clock.now()
  const asked = { memberId, kind: 'loss_day', amount: 100n, by: '', now } as const
  for (const _ of [1, 2]) expect(await transaction(owner, tx => setLimit(tx, asked))).toEqual(now)
})

test('minutes between reminders stay as chosen, and what a member said and read is kept for good', async () => {
  const { memberId, token } = await site.member()
  const minutes = async () => (await show(memberId)).reality.minutes
  expect(await minutes()).toBe(10)
  await site.call('POST /api/protection/reality', { minutes: 45 }, { token })
  expect(await minutes()).toBe(45)
  await site.call('POST /api/protection/prompt', { answer: 'skip' }, { token })
  await site.call('POST /api/protection/reviewed', {}, { token })
  await site.call('POST /api/protection/papers', {}, { token })
  const acts = sql<{ act: string; detail: object }>`
    select act, detail from protection_log where member_id = ${memberId} order by entry_id`
  expect(await rows(owner, acts)).toEqual([
    { act: 'reality', detail: { minutes: 45 } },
    { act: 'prompt', detail: { answer: 'skip' } },
    { act: 'reviewed', detail: {} },
    { act: 'papers_read', detail: {} },
  ])
})

test('choices of minutes rise, and none stands twice', () => {
  const taken = (realityOptions: number[]) => protectionSchema.safeParse({ realityOptions }).success
  expect([taken([10, 15]), taken([15, 15]), taken([15, 10])]).toEqual([true, false, false])
})

test('of the choices of minutes those within a profile’s longest stay; where none is, the longest itself', () => {
  expect([realityOf([30, 45, 60], 45), realityOf([45, 60], 30), realityOf([45], 5)]).toEqual([
    [30, 45],
    [30],
    [10],
  ])
})

test('bets a quarter of an hour apart are one stretch, on both sides; a millisecond more parts them', async () => {
  const QUARTER_MS = 15 * 60_000
  const stretches = async (ms: number) => {
    const { memberId } = await site.member()
    const moment = clock.now()
    for (const each of [moment, at(moment, ms)])
      await notePlay(owner, { memberId, from: each, to: each })
    return run(owner, sql`delete from play_stretch where member_id = ${memberId}`)
  }
  expect([
    await stretches(QUARTER_MS),
    await stretches(QUARTER_MS + 1),
    await stretches(-QUARTER_MS),
    await stretches(-QUARTER_MS - 1),
  ]).toEqual([1, 2, 1, 2])
})

test('what is above a limit is apart until the span ends, less what was withdrawn from its moment on', async () => {
  const { memberId } = await site.member()
  const from = clock.now()
  const until = at(from, HOUR_MS)
  const kind = 'deposit_day'
  const of = { memberId, kind, excessFen: 300n, limitFen: 500n, at: from, until } as const
  await writeExcess(owner, { ...of, depositNo: 'D-apart' })
  const apart = async (now: Date) => (await excessOf(owner, memberId, now)).length > 0
  const recorded = async (now: Date) => (await recordedOf(owner, memberId, now)).length > 0
  expect(await seen(until, apart)).toEqual([true, false, false])
  expect(await seen(until, recorded)).toEqual([true, false, false])
})

type Blocking = Partial<Parameters<typeof insertBlock>[1]>
async function blocked(block: Blocking) {
  const { memberId } = await site.member()
  const setAt = clock.now()
  const preset = { kind: 'timeout', term: '24h', until: at(setAt, DAY_MS), reason: '' } as const
  const made = await insertBlock(owner, { ...preset, setBy: '', setAt, memberId, ...block })
  return { memberId, block: made }
}

test('a break blocks to its last millisecond', async () => {
  const until = at(clock.now(), DAY_MS)
  const { memberId } = await blocked({ until })
  const blocks = async (now: Date) => (await blocksOf(owner, memberId, now)).length > 0
  expect(await seen(until, blocks)).toEqual([true, false, false])
})

test('the term of an exclusion is over at its moment, and the return may be asked for', async () => {
  const until = at(clock.now(), HOUR_MS)
  const { memberId } = await blocked({ kind: 'exclusion', term: '6m', until })
  const goesOn = async (now: Date) => (await standingOf(owner, memberId, now)).until !== null
  expect(await seen(until, goesOn)).toEqual([true, false, false])
  const mayReturn = async (now: Date) => {
    clock.advance(now.getTime() - clock.now().getTime())
    return (await show(memberId)).block?.may_return
  }
  expect([await mayReturn(at(until, -1)), await mayReturn(until)]).toEqual([false, true])
})

test('an account that is blocked with another is free at the moment when that one returns', async () => {
  const returnAt = at(clock.now(), HOUR_MS)
  const { memberId: follows, block } = await blocked({ kind: 'exclusion', term: '6m' })
  const of = { memberId: follows, blockId: block.blockId, askedAt: clock.now(), at: returnAt }
  await setReturn(owner, of)
  const { memberId } = await site.member()
  await linkTo(owner, { memberId, follows, likeness: 'contact', now: clock.now() })
  const blocks = async (now: Date) => (await blocksOf(owner, memberId, now)).length > 0
  expect(await seen(returnAt, blocks)).toEqual([true, false, false])
})

test('who was blocked since a moment is found with that moment, and each member once', async () => {
  const setAt = at(clock.now(), -2 * DAY_MS)
  const { memberId } = await blocked({ setAt })
  const found = (since: Date, after = memberId - 1n) =>
    blockedSince(owner, { now: clock.now(), since, after, limit: 20 })
  expect(await seen(setAt, async since => (await found(since)).includes(memberId))).toEqual([
    true,
    true,
    false,
  ])
  expect(await found(setAt, memberId)).not.toContain(memberId)
})

test('a block that ended at a moment was none since then', async () => {
  const until = at(clock.now(), -DAY_MS)
  const { memberId } = await blocked({ until, setAt: at(until, -DAY_MS) })
  expect(await seen(until, since => wasBlockedSince(owner, memberId, since))).toEqual([
    true,
    false,
    false,
  ])
})

test('staff’s stop of more than the longest break lets what is left go out whole', async () => {
  const LONGEST_MS = 42 * DAY_MS
  const { memberId } = await blocked({ kind: 'staff', until: at(clock.now(), 60 * DAY_MS) })
  const leaves = (leftMs: number) =>
    isLeaving(owner, memberId, at(clock.now(), 60 * DAY_MS - leftMs))
  expect([await leaves(LONGEST_MS), await leaves(LONGEST_MS + 1)]).toEqual([false, true])
})

test('a return is taken down, and an earlier end no longer asked for, from the end of the term on', async () => {
  await protect({ earlierEnd: true })
  const until = at(clock.now(), 200 * DAY_MS)
  const asks = async (kind: 'return' | 'earlier', now: Date) => {
    const { memberId } = await blocked({ kind: 'exclusion', term: '6m', until })
    const of = { channel: 'phone', reason: 'test', askedBy: 'test', askedAt: now } as const
    return transaction(owner, tx => askProtection(tx, { ...of, memberId, kind })).then(
      () => true,
      () => false,
    )
  }
  expect(await seen(until, now => asks('return', now))).toEqual([false, true, true])
  expect(await seen(until, now => asks('earlier', now))).toEqual([true, false, false])
  const { block } = await blocked({ kind: 'exclusion', term: '6m', until })
  expect(await seen(until, now => mayEndEarlier(owner, block, now))).toEqual([true, false, false])
  await protect({})
})

test('an approved earlier end brings forward what would return later, and leaves an equal one as it was asked', async () => {
  const returnAt = at(clock.now(), HOUR_MS)
  const { memberId, block } = await blocked({ kind: 'exclusion', term: '6m' })
  await setReturn(owner, {
    memberId,
    blockId: block.blockId,
    askedAt: clock.now(),
    at: returnAt,
  })
  const ends = (ms: number, askedAt = clock.now()) =>
    endExclusions(owner, { memberId, askedAt, now: clock.now(), at: at(returnAt, ms) })
  expect(await ends(-1, at(clock.now(), -1)), 'set after it was asked for').toBe(0)
  expect([await ends(1), await ends(0), await ends(-1)]).toEqual([0, 0, 1])
})

test('a request is late after its last millisecond, and nobody is warned of none', async () => {
  const alerts = async () => {
    await site.services.events.settled()
    const late = sql`select 1 from security_alert where kind = 'protection_late'`
    return (await rows(owner, late)).length
  }
  const { memberId } = await site.member()
  const decideBy = clock.now()
  const of = { kind: 'earlier', channel: 'app', reason: 'test', askedBy: '' } as const
  await insertRequest(owner, { ...of, memberId, askedAt: at(decideBy, -DAY_MS), decideBy })
  expect([await runProtectionRequests(site.services), await alerts()]).toEqual([0, 0])
  clock.advance(1)
  expect([await runProtectionRequests(site.services), await alerts()]).toEqual([1, 1])
  const noted = sql`select from audit_log where subject = ${`member:${memberId}`} and action = 'protection_request.late'`
  expect(await rows(owner, noted)).toHaveLength(1)
})

test('a link to help is due a day after it answered, an hour after it failed, and dead from its moment on', async () => {
  const checked = startOfDay('2026-11-01')
  const [ok, failed] = ['https://ok.example', 'https://failed.example']
  await noteLink(owner, { url: ok, at: checked, error: '' })
  await noteLink(owner, { url: failed, at: checked, error: 'HTTP 404' })
  const due = (okBefore: Date, failedBefore: Date) =>
    dueLinks(owner, { urls: [ok, failed], okBefore, failedBefore })
  const before = at(checked, -1)
  expect(await due(before, before)).toEqual([])
  expect(await due(checked, before)).toEqual([ok])
  expect(await due(before, checked)).toEqual([failed])
  expect(await seen(checked, since => isHelpDead(owner, since))).toEqual([false, true, true])
})

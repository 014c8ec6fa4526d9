// Tournaments: set up by two persons within a budget, counted from settled bets, frozen and paid
// once, and never to who is blocked, limited or no real player.
import { tournamentState } from '@tianping/contract/tournaments/facts'
import { row, rows, run, sql, theRow, transaction } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import type { VenueBet } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { markAllDue } from '../../src/areas/tournaments/store/entry.sql.ts'
import {
  checkTournaments,
  runTournaments,
  TOURNAMENT_SETTING,
  tournamentSchema,
} from '../../src/areas/tournaments/tournaments.ts'
import { applyBets, readFeed } from '../../src/areas/venues/feed.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { clear, enable, prove } from '../profiles/support.ts'
import { pastHorizon } from '../support/horizon.ts'
import { openSlotSite } from '../support/slotSite.ts'
import { holdBonus, releaseBonus } from './giveawaySupport.ts'
import { bet } from './turnoverSupport.ts'

const { owner, clock, site, ...staff } = await openSlotSite()
let { chief, other } = staff
const MINUTE_MS = 60_000

const configure = (monthFen: number) =>
  writeSetting(
    owner,
    TOURNAMENT_SETTING,
    tournamentSchema,
    { monthFen, settleMinutes: 40 },
    { name: 'test', at: clock.now() },
  )
await configure(1_000_000_00)

const fg = (await site.services.venues.named('FG'))!
const inMinutes = (minutes: number) =>
  `${beijing(new Date(clock.now().getTime() + minutes * MINUTE_MS)).slice(0, 16)}:00`
const terms = () => ({
  name: '周末锦标赛',
  note: '',
  measure: 'stake' as const,
  least_stake: '1',
  games: 'FG/fortune3',
  prizes: '1:100，2-3:20',
  budget: '200',
  turnover_times: 5,
  min_vip: 0,
  segment_id: 0,
  starts_at: inMinutes(10),
  ends_at: inMinutes(130),
})
type Terms = Omit<ReturnType<typeof terms>, 'measure'> & { measure: 'stake' | 'multiple' | 'bets' }
const waiting = async () =>
  (await chief.call('POST /api/console/counts', {})).data.tournaments_waiting
const propose = (more: Partial<Terms> = {}, by = chief) =>
  by.call('POST /api/console/tournaments/propose', { ...terms(), ...more })
const approve = (id: number, by = other) => by.call('POST /api/console/tournaments/approve', { id })

/** A tournament that has begun. */
async function begun(more: Partial<Terms> = {}) {
  const { data, message } = await propose(more)
  expect(data, message).not.toBeNull()
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  clock.advance(11 * MINUTE_MS)
  return data.id
}
type Shown = {
  standing: string
  place: number
  refused: string
  entered: boolean
  top: { place: number; score: number; prize: number; own: boolean }[]
  own: {
    score: number
    bets: number
    paid: number
    next: { place: number; prize: number; needed: number } | null
    out: boolean
  }
}
const shown = async (token: string, id: number) =>
  (await site.call<Shown>('POST /api/tournament', { id }, { token })).data
const enter = (token: string, id: number) =>
  site.call('POST /api/tournamentEnter', { id }, { token })
async function entrant(id: number) {
  const made = await site.member()
  expect(await enter(made.token, id)).toMatchObject({ code: 200 })
  return made
}

const game = { game_code: 'fortune3' }
/** A settled bet of some fen, a second after the last. */
function slot(memberId: bigint, stakeFen: number, fields: Partial<VenueBet> = {}): VenueBet {
  clock.advance(1_000)
  const stake = BigInt(stakeFen)
  return bet(memberId, { at: clock.now(), ...game, stake, net: -stake, ...fields })
}
const won = (stakeFen: number, payoutFen: number) => ({
  payout: BigInt(payoutFen),
  net: BigInt(payoutFen - stakeFen),
})
const told = (...bets: VenueBet[]) => applyBets(site.services, fg, bets)
/** The jobs of some seconds. */
async function jobs() {
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
  await runTournaments(site.services)
}
/** Hours later, other operators are on duty. */
async function pass(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  ;[chief, other] = [await desk(site, 'admin'), await desk(site, 'admin')]
}
/** Past the end and the minutes for open bets; the feed has been read since. */
async function over(minutes = 200) {
  await pass(minutes)
  await readFeed(site.services, fg)
}
const stateOf = async (id: number) =>
  (
    await theRow(
      owner,
      sql<{ state: number }>`select state from tournament where tournament_id = ${id}`,
    )
  ).state
const prizesOf = (id: number) =>
  rows(
    owner,
    sql<{ memberId: bigint; state: number; amountFen: bigint }>`
    select member_id, state, amount_fen from tournament_prize where tournament_id = ${id} order by place`,
  )
const cashOf = async (memberId: bigint) => (await balances(owner, memberId)).cashAvailableFen
const exclude = (memberId: bigint) =>
  transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind: 'exclusion',
      term: '1y',
      until: new Date(clock.now().getTime() + 366 * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )

test('one operator sets it up, another approves it before its start, and nothing of it changes', async () => {
  const { token } = await site.member()
  const before = await waiting()
  const { data } = await propose()
  expect(await waiting()).toBe(before + 1)
  expect((await enter(token, data.id)).code).toBe(404)
  expect(await approve(data.id, chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  expect(await approve(data.id)).toMatchObject({ code: 409 })
  expect(await waiting()).toBe(before)
  expect(await other.call('POST /api/console/tournaments/show', { id: data.id })).toMatchObject({
    data: { cost: 140, budget: 200, prizes: '1:100.00、2-3:20.00', games: 'FG 电子 招财进宝' },
  })
  for (const set of [
    sql`prizes_fen = '{100}'`,
    sql`budget_fen = 1`,
    sql`starts_at = now()`,
    sql`planned_ends_at = now()`,
  ])
    await expect(
      run(site.services.db, sql`update tournament set ${set} where tournament_id = ${data.id}`),
    ).rejects.toThrow('permission denied')
  const late = (await propose()).data.id
  clock.advance(11 * MINUTE_MS)
  expect(await approve(late)).toMatchObject({ message: '开始时间已过，请拒绝后重新提交' })
})

test('what the form gets wrong is said by field, the budget first', async () => {
  const wrong: [Partial<Terms>, string][] = [
    [{ name: '' }, 'name'],
    [{ games: '' }, 'games'],
    [{ games: 'NOBODY/x' }, 'games'],
    [{ games: 'FG/no-such-game' }, 'games'],
    [{ prizes: '2:100' }, 'prizes'],
    [{ prizes: '1:100，3:20' }, 'prizes'],
    [{ prizes: '1:0' }, 'prizes'],
    [{ prizes: '1-101:1', budget: '101' }, 'prizes'],
    [{ budget: '139.99' }, 'budget'],
    [{ least_stake: '0' }, 'least_stake'],
    [{ turnover_times: 51 }, 'turnover_times'],
    [{ min_vip: 11 }, 'min_vip'],
    [{ starts_at: inMinutes(-1) }, 'starts_at'],
    [{ ends_at: inMinutes(10) }, 'ends_at'],
    [{ ends_at: inMinutes(10 + 31 * 1_440 + 1) }, 'ends_at'],
  ]
  for (const [more, field] of wrong)
    expect(await propose(more), JSON.stringify(more)).toMatchObject({ data: { field } })
  expect(await propose({ budget: '140', ends_at: inMinutes(10 + 31 * 1_440) })).toMatchObject({
    code: 200,
  })
})

test("the month's budget is a hard stop, also for two at once, and a rejected proposal gives it back", async () => {
  const budget = async () => (await chief.call('POST /api/console/tournaments/budget')).data
  const { given } = await budget()
  await configure(given * 100 + 200_00)
  const answers = await Promise.all([propose(), propose({}, other)])
  expect(answers.map(({ message }) => message).toSorted()).toEqual([
    '已提交，等待另一位同事复核',
    '超过本月锦标赛预算，还可使用 0.00 元',
  ])
  expect(await budget()).toMatchObject({ left: 0 })
  const proposed = answers.findIndex(({ code }) => code === 200)
  const { id } = answers[proposed]!.data
  const back = (who: typeof chief) =>
    who.call('POST /api/console/tournaments/withdraw', { id, remark: '重复' })
  const [own, another] = proposed === 0 ? [chief, other] : [other, chief]
  expect(await back(another)).toMatchObject({ code: 409, message: '只能撤回自己提出的锦标赛' })
  const reject = { id, remark: '重复' }
  expect(await chief.call('POST /api/console/tournaments/reject', reject)).toMatchObject({
    code: 200,
  })
  expect(await budget()).toMatchObject({ left: 200 })
  expect(await back(own)).toMatchObject({ code: 409 })
  const again = (await propose()).data.id
  expect(await budget()).toMatchObject({ left: 0 })
  expect(
    await chief.call('POST /api/console/tournaments/withdraw', { id: again, remark: '改期' }),
  ).toMatchObject({ code: 200, message: '已撤回' })
  expect(await budget()).toMatchObject({ left: 200 })
  await configure(1_000_000_00)
})

test('stakes of entered members count from entry and start to the end, and of equals the earlier stands first', async () => {
  const { data } = await propose()
  await approve(data.id)
  const { id } = data
  const early = await entrant(id)
  await told(slot(early.memberId, 50_00))
  clock.advance(11 * MINUTE_MS)
  const [second, stranger] = [await site.member(), await site.member()]
  await told(slot(second.memberId, 70_00), slot(stranger.memberId, 90_00))
  expect(await enter(second.token, id)).toMatchObject({ code: 200 })
  expect(await enter(second.token, id)).toMatchObject({ message: '您已报名该锦标赛' })
  // The least stake counts, a fen less does not, nor another game, nor an open bet.
  await told(
    slot(second.memberId, 1_00),
    slot(second.memberId, 99),
    slot(second.memberId, 5_00, { game_code: 'other' }),
    slot(second.memberId, 5_00, { status: 'OPEN' }),
    slot(second.memberId, 2_00),
    slot(early.memberId, 3_00),
  )
  await jobs()
  expect(await shown(second.token, id)).toMatchObject({
    standing: 'running',
    place: 1,
    own: { score: 3, bets: 2, next: null },
    top: [
      { place: 1, score: 3, prize: 100, own: true },
      { place: 2, score: 3, prize: 20, own: false },
    ],
  })
  expect(await shown(early.token, id)).toMatchObject({
    place: 2,
    own: { score: 3, next: { place: 1, prize: 100, needed: 3.01 } },
  })
  // The last second counts, the end does not.
  const { ends } = await theRow(
    owner,
    sql<{ ends: Date }>`select ends_at as ends from tournament where tournament_id = ${id}`,
  )
  const placed = (at: number) => ({ placed_at: new Date(at).toISOString() })
  await told(
    slot(early.memberId, 4_00, placed(ends.getTime() - 1)),
    slot(early.memberId, 8_00, placed(ends.getTime())),
  )
  await jobs()
  expect(await shown(early.token, id)).toMatchObject({ place: 1, own: { score: 7 } })
})

test('the best net multiple and the number of bets are measures too; voids and corrections move them back', async () => {
  const multiple = await begun({ measure: 'multiple' })
  const count = await begun({ measure: 'bets', ends_at: inMinutes(120) })
  const { memberId, token } = await entrant(multiple)
  await enter(token, count)
  const best = slot(memberId, 2_00, won(2_00, 9_00))
  const good = slot(memberId, 3_00, won(3_00, 7_00))
  await told(best, good, slot(memberId, 4_00, won(4_00, 4_00)))
  await jobs()
  expect(await shown(token, multiple)).toMatchObject({ place: 1, own: { score: 3.5 } })
  expect(await shown(token, count)).toMatchObject({ own: { score: 3 } })
  await told(
    bet(memberId, { at: clock.now(), ...game, of: best, status: 'VOID', payout: 2_00n, net: 0n }),
    bet(memberId, { at: clock.now(), ...game, of: good, ...won(3_00, 5_00) }),
  )
  await jobs()
  // 2 / 3 of the stake, rounded down.
  expect(await shown(token, multiple)).toMatchObject({ own: { score: 0.66 } })
  expect(await shown(token, count)).toMatchObject({ own: { score: 2 } })
})

test('a correction before standings are frozen counts, one afterwards moves no money and is named', async () => {
  const id = await begun()
  const [one, two] = [await entrant(id), await entrant(id)]
  const first = slot(one.memberId, 50_00)
  const pending = slot(two.memberId, 60_00, { status: 'OPEN' })
  await told(first, pending, slot(two.memberId, 10_00))
  await jobs()
  await over(121)
  await jobs()
  expect(await stateOf(id)).toBe(tournamentState.approved)
  expect(await shown(one.token, id)).toMatchObject({ standing: 'settling', place: 1 })
  // Settled within the forty minutes, to the last of them; what settles later counts no more.
  await told(bet(two.memberId, { at: clock.now(), ...game, of: pending, stake: 60_00n }))
  await over(41)
  const { closes } = await theRow(
    owner,
    sql<{
      closes: Date
    }>`select ends_at + interval '40 minutes' as closes from tournament where tournament_id = ${id}`,
  )
  const settled = (at: number) => ({
    placed_at: first.placed_at,
    settled_at: new Date(at).toISOString(),
  })
  await told(
    slot(one.memberId, 9_00, settled(closes.getTime())),
    slot(one.memberId, 90_00, settled(closes.getTime() + 1)),
  )
  await jobs()
  expect(await stateOf(id)).toBe(tournamentState.closed)
  expect(await prizesOf(id)).toMatchObject([
    { memberId: two.memberId, amountFen: 100_00n, state: 2 },
    { memberId: one.memberId, amountFen: 20_00n, state: 2 },
  ])
  const differences = async () => (await checkTournaments(site.services)(owner, {} as never))[0]!
  expect((await differences()).differences).toEqual([])
  expect(await shown(one.token, id)).toMatchObject({ place: 2, own: { score: 59, paid: 20 } })
  await told(
    bet(two.memberId, {
      at: clock.now(),
      ...game,
      of: pending,
      status: 'VOID',
      payout: 60_00n,
      net: 0n,
    }),
  )
  await jobs()
  expect(await shown(two.token, id)).toMatchObject({ place: 1, own: { score: 70, paid: 100 } })
  expect((await differences()).differences).toMatchObject([
    { memberId: two.memberId, expected: '1000', found: '7000' },
  ])
  expect(await cashOf(two.memberId)).toBe(100_00n)
})

test('standings wait for a venue that has not told its bets since', async () => {
  const id = await begun()
  const { memberId } = await entrant(id)
  await told(slot(memberId, 5_00))
  await pass(200)
  await jobs()
  expect(await stateOf(id)).toBe(tournamentState.approved)
  const { data } = await chief.call('POST /api/console/tournaments/show', { id })
  expect(data.said).toMatch(/^等待场馆注单：/)
  await over(0)
  await jobs()
  expect(await stateOf(id)).toBe(tournamentState.closed)
})

test('the paying job, run twice at once and again, pays each prize once, as a bonus with turnover', async () => {
  const id = await begun()
  const { memberId, token } = await entrant(id)
  await told(slot(memberId, 5_00))
  await over()
  await Promise.all([jobs(), jobs()])
  await jobs()
  expect(await cashOf(memberId)).toBe(100_00n)
  expect(await requirementsOf(owner, memberId)).toMatchObject([
    { source: { type: 'tournament', id: `T${id}` }, requiredFen: 500_00n, state: 'open' },
  ])
  const letters = await rows(
    owner,
    sql`select title from message where member_id = ${memberId} and title = '锦标赛奖金已派发'`,
  )
  expect(letters).toHaveLength(1)
  expect(await shown(token, id)).toMatchObject({ standing: 'ended', own: { paid: 100 } })
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
  expect(
    await row(owner, sql`select bonus_fen from ledger.member_day where member_id = ${memberId}`),
  ).toEqual({ bonusFen: 100_00n })
  expect((await chief.call('POST /api/console/tournaments/show', { id })).data).toMatchObject({
    paid: 100,
    state: tournamentState.closed,
  })
})

test('a prize is paid with the turnover that the profiles of the day allow; page and letter say so', async () => {
  const id = await begun({ turnover_times: 30 })
  const { memberId, token } = await entrant(id)
  await prove(owner, memberId, 2)
  await clear(owner, memberId, clock.now())
  await enable(site, 'GB')
  expect(await shown(token, id)).toMatchObject({ turnover_times: 10 })
  await told(slot(memberId, 5_00))
  await over()
  await jobs()
  await enable(site)
  expect(await requirementsOf(owner, memberId)).toMatchObject([{ requiredFen: 1_000_00n }])
  const { content } = await theRow(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${memberId} and title = '锦标赛奖金已派发'`,
  )
  expect(content).toContain('完成 10 倍流水即可提款')
})

test('who is excluded, limited, a test account, of the staff or the same person again never enters', async () => {
  const id = await begun()
  const outcome = async (token: string) => (await enter(token, id)).message
  const excluded = await site.member()
  await exclude(excluded.memberId)
  expect(await outcome(await site.enter(excluded.memberId))).toMatch(/^您的账户已暂停使用/)
  const limited = await site.member()
  const limit = (kind: string) =>
    run(
      owner,
      sql`insert into member_limit (member_id, kind, source, amount, set_by, set_at)
      values (${limited.memberId}, ${kind}, 'member', 10000, '', ${clock.now()})`,
    )
  await limit('stake_day')
  expect(await outcome(limited.token)).toMatch(/^您设置了投注额/)
  const tester = await site.member()
  await run(
    owner,
    sql`insert into test_account (member_id, reason, state, asked_by, asked_at, decided_by, decided_at)
    values (${tester.memberId}, 'x', 2, 'a', ${clock.now()}, 'b', ${clock.now()})`,
  )
  expect((await enter(tester.token, id)).code).not.toBe(200)
  const staff = await site.member()
  await run(
    owner,
    sql`update operator set member_id = ${staff.memberId} where name = ${chief.name}`,
  )
  expect(await outcome(staff.token)).toBe('该锦标赛未向您开放')
  await run(owner, sql`update operator set member_id = null where name = ${chief.name}`)
  const [first, again] = [await entrant(id), await site.member()]
  for (const { memberId } of [first, again])
    await run(
      owner,
      sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at) values (${memberId}, 'sms', 'x', decode(repeat('ab', 32), 'hex'), ${clock.now()})`,
    )
  expect(await outcome(again.token)).toBe('您的另一个账户已报名该锦标赛')
  // A level that was not reached; then the end.
  const high = await begun({ min_vip: 2, ends_at: inMinutes(60) })
  expect(await enter(first.token, high)).toMatchObject({ message: '该锦标赛仅限 VIP2 及以上会员' })
  // What is not for a member is not found by its number either.
  const detail = await site.call('POST /api/tournament', { id: high }, { token: first.token })
  expect(detail).toMatchObject({ code: 404, message: '锦标赛不存在' })
  await over()
  expect(await outcome((await site.member()).token)).toBe('锦标赛已结束，不能报名')
})

test('a winner who is excluded or limited by then wins nothing, and those behind move up', async () => {
  const id = await begun()
  const made = []
  for (let at = 0; at < 5; at++) made.push(await entrant(id))
  for (const [at, { memberId }] of made.entries()) await told(slot(memberId, (9 - at) * 100))
  await jobs()
  const [gone, limited, third, fourth, fifth] = made
  await exclude(gone!.memberId)
  await jobs()
  expect(await shown(third!.token, id)).toMatchObject({ place: 2 })
  await run(
    owner,
    sql`insert into member_limit (member_id, kind, source, amount, set_by, set_at)
    values (${limited!.memberId}, 'loss_week', 'member', 10000, '', ${clock.now()})`,
  )
  await over()
  await jobs()
  expect(await prizesOf(id)).toMatchObject([
    { memberId: third!.memberId, amountFen: 100_00n },
    { memberId: fourth!.memberId, amountFen: 20_00n },
    { memberId: fifth!.memberId, amountFen: 20_00n },
  ])
  for (const { memberId } of [gone!, limited!]) expect(await cashOf(memberId)).toBe(0n)
})

test('a prize is forfeited for who is excluded before it is paid, and waits for who holds it', async () => {
  const id = await begun()
  const [blocked, locked] = [await entrant(id), await entrant(id)]
  await told(slot(blocked.memberId, 9_00), slot(locked.memberId, 8_00))
  await run(owner, sql`update member set state = 'locked' where member_id = ${locked.memberId}`)
  await over()
  await jobs()
  const both = async () => (await prizesOf(id)).map(({ state }) => state)
  expect(await both()).toEqual([2, 1])
  const second = await begun()
  const winner = await entrant(second)
  await told(slot(winner.memberId, 9_00))
  await run(owner, sql`update member set state = 'locked' where member_id = ${winner.memberId}`)
  await over()
  await jobs()
  expect((await prizesOf(second)).map(({ state }) => state)).toEqual([1])
  await exclude(winner.memberId)
  await run(
    owner,
    sql`update member set state = 'active' where member_id in (${winner.memberId}, ${locked.memberId})`,
  )
  await pass(60)
  await jobs()
  expect((await prizesOf(second)).map(({ state }) => state)).toEqual([3])
  expect(await both()).toEqual([2, 2])
  expect([await cashOf(winner.memberId), await cashOf(locked.memberId)]).toEqual([0n, 20_00n])
  const letters = await rows(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${winner.memberId} and title = '锦标赛奖金未派发'`,
  )
  expect(letters).toHaveLength(1)
  expect(letters[0]!.content).toContain('第 1 名')
})

test('a break and a limit that come after the standings are frozen cost no prize: it waits, then is paid', async () => {
  const id = await begun()
  const { memberId } = await entrant(id)
  await told(slot(memberId, 9_00))
  await holdBonus(owner, memberId, clock.now())
  await over()
  await jobs()
  const prize = () =>
    row(
      owner,
      sql<{ state: number; said: string }>`
      select state, said from tournament_prize where tournament_id = ${id}`,
    )
  expect(await prize(), 'held').toMatchObject({ state: 1 })
  await transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind: 'timeout',
      term: '24h',
      until: new Date(clock.now().getTime() + DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )
  await run(
    owner,
    sql`insert into member_limit (member_id, kind, source, amount, set_by, set_at)
    values (${memberId}, 'loss_week', 'member', 10000, '', ${clock.now()})`,
  )
  await releaseBonus(owner, memberId)
  await pass(60)
  await jobs()
  expect(await prize(), 'resting').toEqual({ state: 1, said: '会员暂停中或暂不可享受优惠' })
  await pass(24 * 60)
  await jobs()
  expect(await prize()).toMatchObject({ state: 2 })
  expect(await cashOf(memberId)).toBe(100_00n)
})

test('two operators end it early: bets from then on count no more, and it is paid', async () => {
  const id = await begun()
  const { memberId, token } = await entrant(id)
  await told(slot(memberId, 5_00))
  const ask = { id, remark: '规则有误' }
  const end = (by: typeof chief) => by.call('POST /api/console/tournaments/end-approve', { id })
  expect((await end(other)).code).toBe(409)
  const before = await waiting()
  await chief.call('POST /api/console/tournaments/end-ask', ask)
  expect(await waiting()).toBe(before + 1)
  expect(await other.call('POST /api/console/tournaments/end-ask', ask)).toMatchObject({
    code: 409,
  })
  expect(await end(chief)).toMatchObject({ message: '须由另一位同事复核' })
  clock.advance(1_000)
  expect(await end(other)).toMatchObject({ code: 200 })
  expect(await waiting()).toBe(before)
  expect(await end(other)).toMatchObject({ code: 409 })
  await told(slot(memberId, 7_00))
  await over(41)
  await jobs()
  expect(await shown(token, id)).toMatchObject({ standing: 'ended', own: { score: 5, paid: 100 } })
})

test('counting all entries anew changes nothing', async () => {
  const id = await begun()
  const { memberId } = await entrant(id)
  await told(slot(memberId, 5_00), slot(memberId, 6_00))
  await jobs()
  const standing = () =>
    row(
      owner,
      sql`select score, bets, reached_at, is_due from tournament_entry where tournament_id = ${id} and member_id = ${memberId}`,
    )
  const before = await standing()
  expect(before).toMatchObject({ score: 11_00n, bets: 2, isDue: false })
  await transaction(owner, tx => markAllDue(tx, id))
  await jobs()
  expect(await standing()).toEqual(before)
})

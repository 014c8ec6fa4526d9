// Campaigns: approved by a second person, given once by the guard within a budget that no race
// passes, compared with a control group, and stopped at once by one person.
import { campaignState } from '@tianping/contract/campaigns/facts'
import type { ConsoleSent } from '@tianping/contract/console'
import { row, rows, run, sql, theRow, transaction } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { armOf } from '../../src/areas/campaigns/arms.ts'
import {
  CAMPAIGN_SETTING,
  campaignSchema,
  checkCampaigns,
  runCampaigns,
} from '../../src/areas/campaigns/campaigns.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances, lockMember, post } from '../../src/ledger/ledger.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { differencesOf } from '../figures/support.ts'
import { deposit } from '../ledger/postings.ts'
import { clear, enable, prove } from '../profiles/support.ts'
import { pastHorizon } from '../support/horizon.ts'
import { openSlotSite } from '../support/slotSite.ts'
import { bet } from './turnoverSupport.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { poison, poisonWhere } from '../support/poison.ts'

const { owner, clock, site, ...staff } = await openSlotSite()
let { chief, other } = staff
const third = await desk(site, 'admin', 'third')
const MINUTE_MS = 60_000

const configure = (monthFen: number) =>
  writeSetting(
    owner,
    CAMPAIGN_SETTING,
    campaignSchema,
    { monthFen },
    { name: 'test', at: clock.now() },
  )
await configure(1_000_000_00)

const inMinutes = (minutes: number) =>
  `${beijing(new Date(clock.now().getTime() + minutes * MINUTE_MS)).slice(0, 16)}:00`

/** Later, other operators are on duty. */
async function pass(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  ;[chief, other] = [await desk(site, 'admin'), await desk(site, 'admin')]
}

/** Members of their own, and the segment that is exactly them. */
async function group(size: number) {
  const members = []
  for (let at = 0; at < size; at++) members.push(await site.member())
  const name = `组${Math.random().toString(36).slice(2, 10)}`
  const { tagId } = await theRow(
    owner,
    sql<{
      tagId: bigint
    }>`insert into tag (name, note, created_by, created_at) values (${name}, '', 'test', ${clock.now()}) returning tag_id`,
  )
  for (const { memberId } of members)
    await run(
      owner,
      sql`insert into member_tag (tag_id, member_id, set_by, set_at) values (${tagId}, ${memberId}, 'test', ${clock.now()})`,
    )
  const { data } = await chief.call('POST /api/console/segments/save', {
    segment_id: 0,
    name,
    note: '',
    conditions: [{ fact: 'tag', days: 0, least: null, most: null, id: Number(tagId) }],
  })
  clock.advance(MINUTE_MS)
  return { members, segment: data.segment_id }
}

const terms = () => ({
  name: '老客召回',
  segment_id: 0,
  product: '' as const,
  starts_at: inMinutes(0),
  ends_at: inMinutes(600),
  budget: '1000',
  turnover_times: 8,
  goal: 'deposit' as const,
  goal_days: 7,
  a_percent: 100,
  a_title: '好久不见',
  a_content: '<p>回来看看</p>',
  a_bonus: '38',
  b_percent: 0,
  b_title: '',
  b_content: '',
  b_bonus: '0',
  advert: { reason: '测试' },
})
type Terms = ConsoleSent<'POST /api/console/campaigns/propose'>
const propose = (more: Partial<Terms> = {}, by = chief) =>
  by.call('POST /api/console/campaigns/propose', { ...terms(), ...more })
const approve = (id: number, by = other) => by.call('POST /api/console/campaigns/approve', { id })
const shown = async (id: number) =>
  (await chief.call('POST /api/console/campaigns/show', { id })).data

/** An approved campaign that gives from now on. */
async function begun(more: Partial<Terms>) {
  const { code, data, message } = await propose(more)
  expect(code, message).toBe(200)
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  clock.advance(MINUTE_MS)
  return data.id
}
/** The job until it has nothing to do. */
async function jobs() {
  while ((await runCampaigns(site.services)) > 0);
}
/** Has the walk begin again now. */
const again = (id: number) =>
  run(
    owner,
    sql`update campaign set next_at = ${clock.now()}, walked_to = 0 where campaign_id = ${id}`,
  )
const assignedTo = (id: number) =>
  rows(
    owner,
    sql<{ memberId: bigint; arm: string; bonusFen: bigint }>`
    select member_id, arm, bonus_fen from campaign_member where campaign_id = ${id} order by member_id`,
  )
const lettersOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{ title: string; content: string; kind: string }>`
    select title, content, kind from message where member_id = ${memberId} and title like '好久不见%' order by message_id`,
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

test('one operator proposes it, another approves it, and nothing of it changes or is given before', async () => {
  const { members, segment } = await group(1)
  const waiting = async () =>
    (await chief.call('POST /api/console/counts', {})).data.campaigns_waiting
  const before = await waiting()
  const { data } = await propose({ segment_id: segment, starts_at: inMinutes(30) })
  await jobs()
  expect(await waiting()).toBe(before + 1)
  const all = (await chief.call('POST /api/console/segments/all', {})).data
  expect(all.find(each => each.segment_id === segment)?.uses).toEqual([
    { kind: 'campaign', name: terms().name },
  ])
  expect(await approve(data.id, chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  expect(await approve(data.id)).toMatchObject({ code: 409 })
  expect(await waiting()).toBe(before)
  await jobs()
  expect(await assignedTo(data.id)).toEqual([])
  for (const set of [sql`budget_fen = 1`, sql`segment_id = null`, sql`ends_at = now()`])
    await expect(
      run(site.services.db, sql`update campaign set ${set} where campaign_id = ${data.id}`),
    ).rejects.toThrow('permission denied')
  await pass(31)
  await jobs()
  expect(await assignedTo(data.id)).toMatchObject([{ memberId: members[0]!.memberId }])
  const late = (await propose({ ends_at: inMinutes(5) })).data.id
  clock.advance(6 * MINUTE_MS)
  expect(await approve(late)).toMatchObject({ message: '投放时间已过，请拒绝后重新提交' })
  expect(
    await other.call('POST /api/console/campaigns/end', { id: late, remark: '过期' }),
  ).toMatchObject({ message: '已拒绝' })
})

test('what the form gets wrong is said by field', async () => {
  const wrong: [Partial<Terms>, string][] = [
    [{ name: '' }, 'name'],
    [{ a_percent: 0 }, 'a_percent'],
    [{ a_percent: 60, b_percent: 41, b_title: 'B', b_content: '<p>b</p>' }, 'a_percent'],
    [{ a_title: '' }, 'a_title'],
    [{ a_content: '' }, 'a_content'],
    [{ a_percent: 50, b_percent: 50, b_content: '<p>b</p>' }, 'b_title'],
    [{ a_bonus: '-1' }, 'a_bonus'],
    [{ a_bonus: '10000000.01', budget: '20000000' }, 'a_bonus'],
    [{ budget: '37.99' }, 'budget'],
    [{ a_bonus: '0' }, 'budget'],
    [{ turnover_times: 51 }, 'turnover_times'],
    [{ goal_days: 0 }, 'goal_days'],
    [{ goal_days: 91 }, 'goal_days'],
    [{ ends_at: inMinutes(-1) }, 'ends_at'],
    [{ ends_at: inMinutes(92 * 1_440 + 1) }, 'ends_at'],
    [{ segment_id: 999_999 }, 'segment_id'],
  ]
  for (const [more, field] of wrong)
    expect(await propose(more), JSON.stringify(more)).toMatchObject({ data: { field } })
})

test("the month's budget is a hard stop, also for two at once, and a rejected proposal gives it back", async () => {
  const budget = async () => (await chief.call('POST /api/console/campaigns/budget')).data
  const { given } = await budget()
  await configure(given * 100 + 200_00)
  expect(await propose({ budget: '200.01' })).toMatchObject({ data: { field: 'budget' } })
  const answers = await Promise.all([
    propose({ budget: '200' }),
    propose({ budget: '199.99' }, other),
  ])
  expect(answers.map(({ code }) => code === 200).toSorted()).toEqual([false, true])
  const { id } = answers.find(({ code }) => code === 200)!.data
  const refused = answers.find(({ code }) => code !== 200)!.message
  expect(refused).toMatch(/^超过本月投放预算，还可使用 (0\.00|0\.01) 元$/)
  await third.call('POST /api/console/campaigns/end', { id, remark: '重复' })
  expect(await budget()).toMatchObject({ left: 200 })
  await configure(1_000_000_00)
})

test('each member is in one arm for good and given once, by two instances too; the control group gets nothing', async () => {
  const { members, segment } = await group(12)
  const id = await begun({
    segment_id: segment,
    a_percent: 40,
    b_percent: 40,
    b_title: '好久不见，今晚有礼',
    b_content: '<p>乙</p>',
    b_bonus: '58',
  })
  await Promise.all([jobs(), jobs()])
  await again(id)
  await Promise.all([jobs(), jobs()])
  const found = await assignedTo(id)
  const arms = [
    { arm: 'a' as const, percent: 40 },
    { arm: 'b' as const, percent: 40 },
  ]
  expect(found.map(({ memberId, arm }) => [memberId, arm])).toEqual(
    members.map(({ memberId }) => [memberId, armOf(id, memberId, arms)]),
  )
  const gifts: Record<string, [string, bigint]> = {
    a: ['好久不见', 38_00n],
    b: ['好久不见，今晚有礼', 58_00n],
  }
  for (const { memberId, arm } of found) {
    const gift = gifts[arm]
    expect(await cashOf(memberId)).toBe(gift?.[1] ?? 0n)
    expect((await lettersOf(memberId)).map(({ title }) => title)).toEqual(gift ? [gift[0]] : [])
  }
  const first = found.find(({ arm }) => arm === 'a')!
  expect(await lettersOf(first.memberId)).toEqual([
    {
      title: '好久不见',
      content: '<p>回来看看</p><p>奖金 ¥38.00 已存入中心钱包，完成 8 倍流水即可提款。</p>',
      kind: 'offer',
    },
  ])
  expect(await requirementsOf(owner, first.memberId)).toMatchObject([
    { source: { type: 'campaign', id: `C${id}` }, requiredFen: 304_00n, state: 'open' },
  ])
  const paid = found.reduce((sum, { bonusFen }) => sum + bonusFen, 0n)
  expect(await shown(id)).toMatchObject({ paid: Number(paid) / 100, state: campaignState.approved })
})

test('a member or a campaign that fails keeps back no other, and the turn has failed', async () => {
  const { members, segment } = await group(2)
  const ids = members.map(({ memberId }) => memberId)
  const [first, second] = [
    await begun({ segment_id: segment }),
    await begun({ segment_id: segment }),
  ]
  const cures = [
    await poisonWhere(owner, 'campaign', `new.campaign_id = ${first}`),
    await poison(owner, 'campaign_member', ids[0]!),
  ]
  await expect(runCampaigns(site.services)).rejects.toThrow('2 failed: poisoned')
  const assigned = async () => {
    const all = []
    for (const id of [first, second])
      all.push((await assignedTo(id)).map(({ memberId }) => memberId))
    return all
  }
  expect(await assigned()).toEqual([[], [ids[1]]])
  for (const cure of cures) await cure()
  await again(second)
  await jobs()
  expect(await assigned()).toEqual([ids, ids])
})

test('a campaign gives with the turnover that the profiles of the day allow, and its letter says so', async () => {
  const { members, segment } = await group(1)
  const [{ memberId }] = members as [(typeof members)[0]]
  await begun({ segment_id: segment, turnover_times: 30 })
  await prove(owner, memberId, 2)
  await clear(owner, memberId, clock.now())
  await enable(site, 'GB')
  await jobs()
  await enable(site)
  expect(await requirementsOf(owner, memberId)).toMatchObject([{ requiredFen: 380_00n }])
  const [letter] = await lettersOf(memberId)
  expect(letter?.content).toContain('完成 10 倍流水即可提款')
})

test('the sum of bonuses never passes the budget, however many instances give at once', async () => {
  const { segment } = await group(8)
  const id = await begun({ segment_id: segment, budget: '190' })
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      await again(id)
      await runCampaigns(site.services)
    }),
  )
  expect((await assignedTo(id)).map(({ bonusFen }) => bonusFen)).toEqual(
    Array.from({ length: 5 }, () => 38_00n),
  )
  expect(await shown(id)).toMatchObject({
    budget: 190,
    paid: 190,
    state: campaignState.ended,
    ended_why: 'budget',
  })
  await again(id)
  await jobs()
  expect(await assignedTo(id)).toHaveLength(5)
})

test('whom letters with offers may not reach is in no arm; each is asked when something is given', async () => {
  const { members, segment } = await group(11)
  const [open, excluded, resting, stopped, tester, unwanting, locked, flagged, staff, twin, alias] =
    members.map(({ memberId }) => memberId)
  await exclude(excluded!)
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
    sql`update operator set member_id = ${staff} where name = 'third'`,
    sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
      select m, 'sms', 'x', decode(repeat('cd', 32), 'hex'), ${now} from unnest(array[${twin}, ${alias}]::bigint[]) m`,
  ])
    await run(owner, statement)
  expect(resting).toBeDefined()
  const letters = await begun({
    segment_id: segment,
    a_bonus: '0',
    budget: '0',
    a_percent: 50,
  })
  const bonuses = await begun({ segment_id: segment })
  await jobs()
  for (const id of [letters, bonuses])
    expect((await assignedTo(id)).map(({ memberId }) => memberId)).toEqual([open, twin])
  await run(owner, sql`update operator set member_id = null where name = 'third'`)
})

test('a member who is excluded while the job waits for the account is not given', async () => {
  const { members, segment } = await group(1)
  const { memberId } = members[0]!
  const id = await begun({ segment_id: segment })
  await transaction(owner, async tx => {
    await lockMember(tx, memberId)
    const running = runCampaigns(site.services)
    // The job stands at the member's lock.
    await untilSomeoneWaits(owner)
    await blockMember(site.services, tx, {
      memberId,
      kind: 'exclusion',
      term: '1y',
      until: new Date(clock.now().getTime() + 366 * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    })
    return { running }
  }).then(({ running }) => running)
  expect(await assignedTo(id)).toEqual([])
  expect(await cashOf(memberId)).toBe(0n)
})

test('who joined after its start takes no part, and who comes to belong to the segment does an hour later', async () => {
  const { members, segment } = await group(2)
  const [first, second] = members
  const taken = await row(
    owner,
    sql<{
      tagId: bigint
    }>`delete from member_tag where member_id = ${second!.memberId} returning tag_id`,
  )
  const id = await begun({ segment_id: segment })
  const late = await site.member()
  const tag = (memberId: bigint) =>
    run(
      owner,
      sql`insert into member_tag (tag_id, member_id, set_by, set_at) values (${taken!.tagId}, ${memberId}, 'test', ${clock.now()})`,
    )
  await tag(late.memberId)
  await jobs()
  await tag(second!.memberId)
  await jobs()
  expect(await assignedTo(id)).toMatchObject([{ memberId: first!.memberId }])
  await pass(60)
  await jobs()
  expect((await assignedTo(id)).map(({ memberId }) => memberId)).toEqual([
    first!.memberId,
    second!.memberId,
  ])
})

test('one operator pauses it at once, another resumes it; one ends it for good, and so does its time', async () => {
  const { segment } = await group(1)
  const id = await begun({ segment_id: segment })
  const stop = (how: 'pause' | 'end') =>
    chief.call(`POST /api/console/campaigns/${how}`, { id, remark: '文案有误' })
  const resume = (by: typeof chief) => by.call('POST /api/console/campaigns/resume', { id })
  expect((await resume(other)).code).toBe(409)
  expect(await stop('pause')).toMatchObject({ code: 200 })
  expect((await stop('pause')).code).toBe(409)
  await jobs()
  expect(await assignedTo(id)).toEqual([])
  expect(await resume(chief)).toMatchObject({
    message: '须由另一位同事恢复，不能由暂停的人恢复',
  })
  expect(await resume(other)).toMatchObject({ code: 200 })
  await jobs()
  expect(await assignedTo(id)).toHaveLength(1)
  expect(await stop('end')).toMatchObject({ message: '已结束' })
  expect((await stop('end')).code).toBe(409)
  expect(await shown(id)).toMatchObject({ ended_why: 'staff', ended_by: chief.name })
  const other2 = await begun({ segment_id: segment, ends_at: inMinutes(10) })
  clock.advance(10 * MINUTE_MS)
  await jobs()
  expect(await shown(other2)).toMatchObject({ state: campaignState.ended, ended_why: 'time' })
  expect(await assignedTo(other2)).toEqual([])
})

test('arms are measured from the facts within their days, against the control group', async () => {
  const { members, segment } = await group(30)
  const split = { segment_id: segment, a_percent: 50, a_bonus: '0', budget: '0', goal_days: 2 }
  const byAmount = await begun(split)
  const byHead = await begun({ ...split, goal: 'depositors' })
  const byStake = await begun({ ...split, goal: 'stake' })
  await jobs()
  const inA = async (id: number) =>
    (await assignedTo(id)).filter(({ arm }) => arm === 'a').map(({ memberId }) => memberId)
  const pay = async (memberId: bigint, fen: bigint) => {
    clock.advance(1_000)
    await post(site.services.db, { ...deposit(memberId, fen), effectiveAt: clock.now() })
  }
  for (const { memberId } of members) await pay(memberId, 100_00n)
  const more = await inA(byAmount)
  for (const memberId of more) await pay(memberId, 50_00n)
  const [player] = await inA(byStake)
  const fg = (await site.services.venues.named('FG'))!
  await applyBets(site.services, fg, [
    bet(player!, { at: clock.now(), game_code: 'fortune3', stake: 70_00n, net: -70_00n }),
  ])
  clock.advance(2 * DAY_MS)
  // Behind the two days: counts no more.
  for (const { memberId } of members) await pay(memberId, 999_00n)
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
  await pass(0)
  const figures = async (id: number) =>
    (await chief.call('POST /api/console/campaigns/figures', { id })).data.arms
  const control = members.length - more.length
  expect(await figures(byAmount)).toEqual([
    expect.objectContaining({
      arm: 'a',
      members: more.length,
      complete: more.length,
      total: more.length * 150,
      mean: 150,
      difference: 50,
      margin: 0,
    }),
    expect.objectContaining({ arm: 'control', total: control * 100, mean: 100, difference: null }),
  ])
  const heads = (await inA(byHead)).length
  expect(await figures(byHead)).toMatchObject([
    { arm: 'a', total: heads, mean: 100, difference: 0, margin: 0 },
    { arm: 'control', mean: 100 },
  ])
  expect(await figures(byStake)).toMatchObject([
    { arm: 'a', total: 70 },
    { total: 0, mean: 0 },
  ])
})

test('lists show campaigns and their members by key, and a check compares them with the ledger', async () => {
  const { members, segment } = await group(3)
  const id = await begun({ segment_id: segment })
  await jobs()
  const list = async (cursor = '') =>
    (await chief.call('POST /api/console/campaign-members/list', { id, per: 20, cursor })).data
  expect((await list()).data.map(each => each.member_id)).toEqual(
    members.map(({ memberId }) => Number(memberId)),
  )
  const all = await chief.call('POST /api/console/campaigns/list', { per: 20 })
  expect(all.data.data[0]).toMatchObject({ id, paid: 114 })
  const running = await chief.call('POST /api/console/campaigns/list', { states: '2' })
  expect(new Set(running.data.data.map(({ state }) => state))).toEqual(new Set([2]))
  expect(await differencesOf(checkCampaigns, owner)).toEqual([])
  await run(owner, sql`update campaign set spent_fen = spent_fen - 1 where campaign_id = ${id}`)
  expect(await differencesOf(checkCampaigns, owner)).toEqual([
    `campaigns campaign:C${id}: expected 11399, found 11400`,
  ])
  await run(owner, sql`update campaign set spent_fen = spent_fen + 1 where campaign_id = ${id}`)
})

test('what nobody answers for any more is paused by itself, and goes on only by two who are here', async () => {
  const { segment } = await group(2)
  const id = await begun({ segment_id: segment })
  const [proposer, approver] = [chief, other].map(({ name }) => name)
  const set = (name: string | undefined, state: 'active' | 'locked') =>
    run(owner, sql`update operator set state = ${state} where name = ${name}`)
  await set(approver, 'locked')
  await again(id)
  await jobs()
  expect(await assignedTo(id), 'while it is paused').toEqual([])
  expect(await shown(id)).toMatchObject({
    state: campaignState.paused,
    paused_by: '',
    remark: `${approver} 已停用或不再有权限，由系统暂停`,
  })
  await site.services.events.settled()
  expect(
    await rows(owner, sql`select from security_alert where subject = ${`campaign:C${id}`}`),
  ).toHaveLength(1)
  const resume = (by: typeof chief) => by.call('POST /api/console/campaigns/resume', { id })
  expect(await resume(chief), 'one person alone').toMatchObject({ code: 409 })
  const third = await desk(site, 'admin')
  expect(await resume(third)).toMatchObject({ code: 200 })
  await set(proposer, 'locked')
  await jobs()
  const { data } = await third.call('POST /api/console/campaigns/show', { id })
  expect(data).toMatchObject({ state: campaignState.paused, paused_by: '' })
  const fourth = await desk(site, 'admin')
  expect(await resume(fourth), 'neither is here').toMatchObject({ code: 409 })
  await set(proposer, 'active')
  await set(approver, 'active')
})

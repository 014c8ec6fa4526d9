// Journeys in the back office: approved by a second person, changed the same way, paused and ended
// by one at once, within the budget of a month.
import { journeyState } from '@tianping/contract/journeys/facts'
import { rows, run, sql } from '@tianping/database'
import { DAY_MS, parseBeijing } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { checkJourneys } from '../../src/areas/journeys/journeys.ts'
import { desk } from '../console/support.ts'
import { differencesOf } from '../figures/support.ts'
import { MINUTE_MS, openJourneys, type Terms } from './journeySupport.ts'

const world = await openJourneys()
const { owner, clock, site, on, group, propose, approve, begun, jobs, shown, ago } = world

test('one operator proposes it, another approves it, and nothing of it changes or is sent before', async () => {
  const { ids, segment } = await group(1)
  await world.joinedAt(ids[0]!, ago(3 * DAY_MS))
  const waiting = async () =>
    (await on.chief.call('POST /api/console/counts', {})).data.journeys_waiting
  const before = await waiting()
  const { data } = await propose({ segment_id: segment })
  await jobs()
  expect(await waiting()).toBe(before + 1)
  expect(await world.marksOf(data.id)).toEqual([])
  const all = (await on.chief.call('POST /api/console/segments/all', {})).data
  expect(all.find(each => each.segment_id === segment)?.uses).toEqual([
    { kind: 'journey', name: '新会员问候' },
  ])
  expect(await approve(data.id, on.chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(data.id)).toMatchObject({ code: 200 })
  expect(await approve(data.id)).toMatchObject({ code: 409 })
  expect(await waiting()).toBe(before)
  for (const set of [sql`bonus_fen = 1`, sql`segment_id = null`, sql`trigger = 'no_login'`])
    await expect(
      run(site.services.db, sql`update journey set ${set} where journey_id = ${data.id}`),
    ).rejects.toThrow('permission denied')
  const late = (await propose({ ends_at: world.inMinutes(5) })).data.id
  clock.advance(6 * MINUTE_MS)
  expect(await approve(late)).toMatchObject({ message: '时间已过，请拒绝后重新提交' })
  expect(
    await on.other.call('POST /api/console/journeys/end', { id: late, remark: '过期' }),
  ).toMatchObject({ message: '已拒绝' })
})

test('what happened before the start reaches nobody', async () => {
  const { ids, segment } = await group(3)
  const { data } = await propose({ segment_id: segment, starts_at: world.inMinutes(60) })
  await approve(data.id)
  const startsAt = new Date(parseBeijing((await shown(data.id)).starts_at))
  const day3 = 3 * DAY_MS
  await world.joinedAt(ids[0]!, new Date(+startsAt - day3 - 1))
  await world.joinedAt(ids[1]!, new Date(+startsAt - day3))
  await world.joinedAt(ids[2]!, new Date(+startsAt - day3 + 1))
  await jobs()
  expect(await world.marksOf(data.id)).toEqual([])
  await world.pass(61)
  await jobs()
  expect(await world.reachedBy(data.id)).toEqual([ids[1], ids[2]])
})

test('what the form gets wrong is said by field', async () => {
  const losing = await on.chief.call('POST /api/console/segments/save', {
    segment_id: 0,
    name: '近期净输',
    note: '',
    conditions: [{ fact: 'loss', days: 7, least: 1, most: null, id: 0 }],
  })
  const wrong: [Partial<Terms>, string][] = [
    [{ name: '' }, 'name'],
    [{ title: '' }, 'title'],
    [{ content: '' }, 'content'],
    [{ days: -1 }, 'days'],
    [{ days: 366 }, 'days'],
    [{ trigger: 'no_deposit', days: 0 }, 'days'],
    [{ trigger: 'no_login', days: 13 }, 'days'],
    [{ per_day: 0 }, 'per_day'],
    [{ per_day: 10_001 }, 'per_day'],
    [{ bonus: '-1' }, 'bonus'],
    [{ bonus: '10000000.01' }, 'bonus'],
    [{ month_budget: '7.99' }, 'month_budget'],
    [{ bonus: '0' }, 'month_budget'],
    [{ turnover_times: 51 }, 'turnover_times'],
    [{ again_days: 30 }, 'again_days'],
    [{ trigger: 'no_login', days: 14, again_days: 366 }, 'again_days'],
    [{ ends_at: world.inMinutes(-1) }, 'ends_at'],
    [{ ends_at: world.inMinutes(366 * 1_440 + 1) }, 'ends_at'],
    [{ segment_id: 999_999 }, 'segment_id'],
    [{ segment_id: losing.data.segment_id }, 'segment_id'],
  ]
  for (const [more, field] of wrong)
    expect(await propose(more), JSON.stringify(more)).toMatchObject({ data: { field } })
  const unknown = { ...world.terms(), trigger: 'withdrawal_refused' } as unknown as Terms
  expect((await on.chief.call('POST /api/console/journeys/propose', unknown)).code).toBe(400)
})

test("the month's budget is a hard stop, also for two at once, and an ended journey gives back what it did not spend", async () => {
  const budget = async () => (await on.chief.call('POST /api/console/journeys/budget')).data
  const { given } = await budget()
  await world.configure(given * 100 + 200_00)
  expect(await propose({ month_budget: '200.01' })).toMatchObject({
    data: { field: 'month_budget' },
  })
  const answers = await Promise.all([
    propose({ month_budget: '200' }),
    propose({ month_budget: '199.99' }, on.other),
  ])
  expect(answers.map(({ code }) => code === 200).toSorted()).toEqual([false, true])
  const { id } = answers.find(({ code }) => code === 200)!.data
  await on.other.call('POST /api/console/journeys/end', { id, remark: '重复' })
  expect(await budget()).toMatchObject({ left: 200 })
  const { ids, segment } = await group(2)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const spent = await begun({ segment_id: segment, month_budget: '200' })
  await jobs()
  expect(await budget()).toMatchObject({ left: 0 })
  await on.other.call('POST /api/console/journeys/end', { id: spent, remark: '够了' })
  expect(await budget()).toMatchObject({ left: 184 })
  await world.configure(1_000_000_00)
})

test('a change takes the same way, keeps who was reached and what was spent, and cannot revive what was stopped', async () => {
  await world.monthWithRoom(1)
  const { ids, segment } = await group(2)
  await world.joinedAt(ids[0]!, ago(3 * DAY_MS))
  await world.joinedAt(ids[1]!, ago(2 * DAY_MS))
  const id = await begun({ segment_id: segment })
  await jobs()
  const change = await propose({ segment_id: segment, replaces: id, bonus: '9' })
  expect(await propose({ segment_id: segment, replaces: id }, on.other)).toMatchObject({
    message: '该自动触达已有一个修改待复核',
  })
  expect((await shown(id)).state).toBe(journeyState.approved)
  expect(await approve(change.data.id, on.chief)).toMatchObject({ message: '须由另一位同事复核' })
  expect(await approve(change.data.id)).toMatchObject({ code: 200 })
  expect(await shown(id)).toMatchObject({ state: journeyState.ended, ended_why: 'replaced' })
  await world.pass(1_440)
  await jobs()
  expect(await world.reachedBy(change.data.id)).toEqual([ids[1]])
  expect(await shown(change.data.id)).toMatchObject({ reached: 2, month_paid: 17 })
  expect(await world.figures(change.data.id)).toMatchObject({ reached: 2, bonuses: 2, cost: 17 })

  const next = (await propose({ segment_id: segment, replaces: change.data.id })).data.id
  await on.chief.call('POST /api/console/journeys/pause', { id: change.data.id, remark: '停' })
  expect(await approve(next, on.chief)).toMatchObject({ message: '须由另一位同事复核' })
  await on.other.call('POST /api/console/journeys/end', { id: change.data.id, remark: '不要了' })
  expect(await approve(next)).toMatchObject({ code: 409 })
})

test('who paused it does not start it by approving a change', async () => {
  const { segment } = await group(1)
  const id = await begun({ segment_id: segment })
  await on.other.call('POST /api/console/journeys/pause', { id, remark: '文案有误' })
  const next = (await propose({ segment_id: segment, replaces: id })).data.id
  expect(await approve(next)).toMatchObject({
    message: '须由另一位同事恢复，不能由暂停的人恢复',
  })
  expect((await shown(id)).state).toBe(journeyState.paused)
})

test('one operator pauses it at once, another resumes it; one ends it for good, and so does its time', async () => {
  const { ids, segment } = await group(2)
  const id = await begun({ segment_id: segment })
  await world.joinedAt(ids[0]!, ago(3 * DAY_MS))
  const stop = (how: 'pause' | 'end') =>
    on.chief.call(`POST /api/console/journeys/${how}`, { id, remark: '文案有误' })
  const resume = (by: typeof on.chief) => by.call('POST /api/console/journeys/resume', { id })
  expect((await resume(on.other)).code).toBe(409)
  expect(await stop('pause')).toMatchObject({ code: 200 })
  expect((await stop('pause')).code).toBe(409)
  await jobs()
  expect(await resume(on.chief)).toMatchObject({
    message: '须由另一位同事恢复，不能由暂停的人恢复',
  })
  clock.advance(MINUTE_MS)
  expect(await resume(on.other)).toMatchObject({ code: 200 })
  await world.joinedAt(ids[1]!, ago(3 * DAY_MS))
  await jobs()
  expect(await world.reachedBy(id)).toEqual([ids[1]])
  expect(await stop('end')).toMatchObject({ message: '已结束' })
  expect((await stop('end')).code).toBe(409)
  expect(await shown(id)).toMatchObject({ ended_why: 'staff', ended_by: on.chief.name })
  const short = await begun({ segment_id: segment, ends_at: world.inMinutes(10) })
  clock.advance(10 * MINUTE_MS)
  await jobs()
  expect(await shown(short)).toMatchObject({ state: journeyState.ended, ended_why: 'time' })
})

test('before it is proposed it says who would get it today, with examples and the cost of a day', async () => {
  const { members, ids, segment } = await group(4)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  await world.exclude(ids[3]!)
  const preview = async (more: object) =>
    (
      await on.chief.call('POST /api/console/journeys/preview', {
        segment_id: segment,
        product: '',
        trigger: 'registered',
        days: 3,
        bonus: '8',
        per_day: 100,
        ...more,
      })
    ).data
  const found = await preview({})
  expect(found).toMatchObject({ happens: 4, reached: 3, cost: 24 })
  expect(found.examples.map(each => each.username)).toEqual(
    members.slice(0, 3).map(each => each.name),
  )
  await run(owner, sql`delete from verified_contact where member_id = ${ids[2]}`)
  expect(await preview({})).toMatchObject({ happens: 4, reached: 2, cost: 16 })
  expect(await preview({ bonus: '0' })).toMatchObject({ happens: 4, reached: 3, cost: 0 })
  expect(await preview({ per_day: 1 })).toMatchObject({ reached: 1, cost: 8 })
  expect(await preview({ per_day: 2 })).toMatchObject({ reached: 2, cost: 16 })
  expect(await preview({ days: 4 })).toMatchObject({ happens: 0, reached: 0, cost: 0 })
})

test('lists show journeys and whom they reached by key, and a check compares them with the ledger', async () => {
  const { ids, segment } = await group(3)
  for (const memberId of ids) await world.joinedAt(memberId, ago(3 * DAY_MS))
  const id = await begun({ segment_id: segment })
  await jobs()
  const list = async (more: object = {}) =>
    (await on.chief.call('POST /api/console/journey-members/list', { id, per: 20, ...more })).data
  expect((await list()).data.map(each => each.member_id).toSorted()).toEqual(ids.map(Number))
  expect((await list({ from: '2000-01-01', to: '2000-01-02' })).data).toEqual([])
  const all = await on.chief.call('POST /api/console/journeys/list', { per: 20 })
  expect(all.data.data[0]).toMatchObject({ id, month_paid: 24, reached: 3 })
  const running = await on.chief.call('POST /api/console/journeys/list', { states: '2' })
  expect(new Set(running.data.data.map(({ state }) => state))).toEqual(new Set([2]))
  expect(await differencesOf(checkJourneys, owner)).toEqual([])
  await run(owner, sql`update journey_day set spent_fen = spent_fen - 1 where series_id = ${id}`)
  expect(await differencesOf(checkJourneys, owner)).toMatchObject([
    expect.stringMatching(/^journeys journey:J\d+ [\d-]+: expected 2399, found 2400$/),
  ])
  await run(owner, sql`update journey_day set spent_fen = spent_fen + 1 where series_id = ${id}`)
})

test('what nobody answers for any more is paused by itself, and goes on only by two who are here', async () => {
  const { ids, segment } = await group(1)
  const id = await begun({ segment_id: segment })
  await world.joinedAt(ids[0]!, ago(3 * DAY_MS))
  const [proposer, approver] = [on.chief, on.other].map(({ name }) => name)
  const set = (name: string | undefined, state: 'active' | 'locked') =>
    run(owner, sql`update operator set state = ${state} where name = ${name}`)
  await set(approver, 'locked')
  await jobs()
  expect(await world.reachedBy(id), 'while it is paused').toEqual([])
  expect(await shown(id)).toMatchObject({
    state: journeyState.paused,
    paused_by: '',
    remark: `${approver} 已停用或不再有权限，由系统暂停`,
  })
  await site.services.events.settled()
  expect(
    await rows(owner, sql`select from security_alert where subject = ${`journey:J${id}`}`),
  ).toHaveLength(1)
  const resume = (by: typeof on.chief) => by.call('POST /api/console/journeys/resume', { id })
  expect(await resume(on.chief), 'one person alone').toMatchObject({ code: 409 })
  const third = await desk(site, 'admin')
  expect(await resume(third)).toMatchObject({ code: 200 })
  await set(proposer, 'locked')
  await jobs()
  const { data } = await third.call('POST /api/console/journeys/show', { id })
  expect(data).toMatchObject({ state: journeyState.paused, paused_by: '' })
  const fourth = await desk(site, 'admin')
  expect(await resume(fourth), 'neither is here').toMatchObject({ code: 409 })
  await set(proposer, 'active')
  await set(approver, 'active')
})

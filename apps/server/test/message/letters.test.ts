// Letters that are not sent yet: drafts, and letters that two persons planned for a moment.
import type { ConsoleSent } from '@tianping/contract/console'
import { rows, run, sql, theRow } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendPlanned } from '../../src/areas/message/message.ts'
import { post } from '../../src/ledger/ledger.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from '../console/support.ts'
import { caughtUp } from '../figures/support.ts'
import { deposit } from '../ledger/postings.ts'

const { site, clock, owner } = await openCashier()
const { services } = site
const [writer, boss] = [await desk(site, 'support'), await desk(site, 'admin')]

const ask = async (who: typeof writer, name: string, body: object = {}) =>
  (
    await consoleCall(site, `POST /api/console/${name}`, body, {
      cookie: who.cookie,
      'idempotency-key': randomUUID(),
    })
  ).json()
const inMinutes = (minutes: number) =>
  beijing(new Date(clock.now().getTime() + minutes * 60_000)).slice(0, 16)

const [inside, later, outside] = [await site.member(), await site.member(), await site.member()]
for (const { memberId } of [inside, later])
  await post(services.db, { ...deposit(memberId, 500_00n), effectiveAt: clock.now() })
await caughtUp(services.db)
const condition = { fact: 'deposit', days: 30, least: 100, most: null, id: 0 }
const saved = await ask(writer, 'segments/save', {
  segment_id: 0,
  name: '近月存款',
  note: '',
  conditions: [condition],
})
const segment_id = saved.data.segment_id as number

type Letter = ConsoleSent<'POST /api/console/messages/send'>
const letter = (part: Partial<Letter> = {}): Letter => ({
  audience: 'segment',
  segment_id,
  members: '',
  title: '周末活动',
  content: '<p>活动规则：存款满 100 元，18+。<a href="/#/activity">条款</a></p>',
  ...part,
})
const draft = (part: object = {}) => {
  const { members: _members, ...form } = letter()
  return { ...form, draft_id: 0, version: 0, ...part }
}
const submit = (part: Partial<Letter>) => ask(writer, 'messages/send', letter(part))
const waiting = async () => (await ask(boss, 'messages/waiting')).data
const approve = async (who = boss) => {
  const [first] = await waiting()
  return ask(who, 'rules/approve', { id: first.id, remark: '' })
}
const plans = async () => (await ask(writer, 'letters/plans')).data
const titles = async ({ token }: { token: string }) =>
  (
    await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })
  ).data.data.map(each => each.title)
const sendings = async () => (await ask(writer, 'messages/list')).data.data

beforeEach(() =>
  run(
    owner,
    sql`with gone as (delete from letter_plan), drafts as (delete from letter_draft), letters as (delete from message)
      delete from sending`,
  ),
)

describe('drafts', () => {
  test('are kept for all who may send, and change only as they were read', async () => {
    const made = await ask(writer, 'letters/save', draft({ send_at: inMinutes(90) }))
    expect(made).toMatchObject({ code: 200, data: { version: 1 } })
    const { draft_id } = made.data
    const shown = (await ask(boss, 'letters/drafts')).data
    expect(shown).toMatchObject([
      { draft_id, title: '周末活动', segment: '近月存款', saved_by: writer.name, version: 1 },
    ])
    const change = { draft_id, version: 1, title: '周末活动（改）' }
    expect(await ask(boss, 'letters/save', draft(change))).toMatchObject({ data: { version: 2 } })
    expect(await ask(writer, 'letters/save', draft(change))).toMatchObject({
      code: 409,
      message: `草稿已被${boss.name}修改，请关闭后重新打开`,
    })
    expect(await ask(writer, 'letters/save', draft({ title: '' }))).toMatchObject({ code: 400 })
    // Submitted, it is a draft no longer; nothing was sent by saving it.
    expect(await submit({ draft_id })).toMatchObject({ code: 200, data: { waits: true } })
    expect((await ask(boss, 'letters/drafts')).data).toEqual([])
    expect(await sendings()).toEqual([])
    expect(await ask(writer, 'letters/remove', { draft_id })).toMatchObject({ code: 404 })
    const [proposal] = await waiting()
    await ask(boss, 'rules/reject', { id: proposal.id, remark: '不发' })
  })

  test('that are too long as they are kept are refused, and nothing is lost', async () => {
    const long = draft({ content: '&'.repeat(15_000) })
    expect(await ask(writer, 'letters/save', long)).toMatchObject({
      code: 400,
      message: '内容过长（连同格式最多 20000 个字符），请删减',
      data: { field: 'content' },
    })
  })

  test('are at most fifty', async () => {
    await run(
      owner,
      sql`insert into letter_draft (value, saved_by, saved_at) select ${JSON.stringify(draft())}::jsonb, 'x', now()
        from generate_series(1, 50)`,
    )
    expect(await ask(writer, 'letters/save', draft())).toMatchObject({ code: 409 })
  })
})

describe('a planned letter', () => {
  test('is sent at its moment to whoever belongs and may be offered something then', async () => {
    await submit({ send_at: inMinutes(10) })
    expect((await waiting())[0].value).toMatchObject({ send_at: inMinutes(10) })
    expect(await approve()).toMatchObject({ code: 200 })
    expect(await plans()).toMatchObject([
      { state: 'planned', written_by: writer.name, approved_by: boss.name, segment: '近月存款' },
    ])
    await sendPlanned(services)
    expect(await titles(inside), 'not before').toEqual([])
    // Excluded after it was written and approved.
    await site.call(
      'POST /api/protection/timeout',
      { term: '24h', days: '', password: 'secret1' },
      { token: later.token },
    )
    clock.advance(10 * 60_000)
    await sendPlanned(services)
    await sendPlanned(services)
    expect(await titles(inside)).toEqual(['周末活动'])
    expect(await titles(later)).not.toContain('周末活动')
    expect(await titles(outside)).toEqual([])
    expect(await plans()).toEqual([])
    expect(await sendings()).toMatchObject([
      { reached: 1, sent_by: writer.name, approved_by: boss.name, sent_at: beijing(clock.now()) },
    ])
  })

  test('that nobody approved in time is not sent, and cannot be approved any more', async () => {
    await submit({ send_at: inMinutes(5) })
    clock.advance(6 * 60_000)
    await sendPlanned(services)
    expect(await approve()).toMatchObject({
      code: 409,
      message: expect.stringContaining('已过，没有发送'),
    })
    expect(await plans()).toEqual([])
    const [proposal] = await waiting()
    await ask(boss, 'rules/reject', { id: proposal.id, remark: '已过期' })
    expect(await sendings()).toEqual([])
  })

  test('that the site could not send for an hour is missed, and one that reaches nobody says why', async () => {
    await submit({ title: '一', send_at: inMinutes(10) })
    await approve()
    // The operators' sessions would not outlive it.
    await run(
      owner,
      sql`update letter_plan set send_at = ${new Date(clock.now().getTime() - 61 * 60_000)}`,
    )
    await sendPlanned(services)
    expect(await plans()).toMatchObject([
      { title: '一', state: 'missed', why: '过了计划时间 60 分钟仍未能发送，不再自动补发' },
    ])
    const empty = await ask(writer, 'segments/save', {
      segment_id: 0,
      name: '无人',
      note: '',
      conditions: [{ ...condition, least: 900_000 }],
    })
    await submit({ title: '二', segment_id: empty.data.segment_id, send_at: inMinutes(10) })
    await approve()
    clock.advance(10 * 60_000)
    await sendPlanned(services)
    expect((await plans())[0]).toMatchObject({ title: '二', state: 'refused', ended_by: '' })
    expect((await plans())[0].why).not.toBe('')
    expect(await sendings()).toEqual([])
  })

  test.each([
    ['whose writer was locked', 'support', sql`state = 'locked'`],
    ['whose approver may not approve any more', 'admin', sql`role = 'support'`],
  ] as const)('%s is not sent, and the desk is told', async (_what, role, change) => {
    const name = role === 'support' ? writer.name : boss.name
    await submit({ send_at: inMinutes(10) })
    await approve()
    const was = await theRow<{ role: string }>(
      owner,
      sql`select role from operator where name = ${name}`,
    )
    await run(owner, sql`update operator set ${change} where name = ${name}`)
    clock.advance(10 * 60_000)
    await sendPlanned(services)
    await services.events.settled()
    await run(
      owner,
      sql`update operator set state = 'active', role = ${was.role} where name = ${name}`,
    )
    expect(await titles(inside)).not.toContain('周末活动')
    expect(await sendings()).toEqual([])
    const [plan] = await plans()
    expect(plan).toMatchObject({
      state: 'refused',
      why: `${name} 已停用或不再有权限，没有发送；请由现任人员重新提交`,
    })
    expect(
      await rows(
        owner,
        sql`select from security_alert where kind = 'plan_stopped' and subject = ${`letter:${plan.plan_id}`}`,
      ),
    ).toHaveLength(1)
  })

  test('is stopped by one person with a reason, once', async () => {
    await submit({ send_at: inMinutes(10) })
    await approve()
    const [{ plan_id }] = await plans()
    expect(await ask(writer, 'letters/stop', { plan_id, remark: '' })).toMatchObject({ code: 400 })
    const stop = { plan_id, remark: '活动取消' }
    expect(await ask(writer, 'letters/stop', stop)).toMatchObject({ code: 200 })
    expect(await ask(boss, 'letters/stop', stop)).toMatchObject({
      code: 409,
      message: '该定时站内信已取消，不能再取消',
    })
    clock.advance(10 * 60_000)
    await sendPlanned(services)
    expect(await titles(inside)).toEqual([])
    expect(await plans()).toMatchObject([{ state: 'stopped', ended_by: writer.name }])
  })

  test('is a use of its segment until it ends, and is not sent when the segment goes', async () => {
    const { data } = await ask(writer, 'segments/save', {
      segment_id: 0,
      name: '将停用',
      note: '',
      conditions: [condition],
    })
    const { segment_id: own } = data
    const uses = async () =>
      (await ask(writer, 'segments/all')).data.find(
        (each: { segment_id: number }) => each.segment_id === own,
      ).uses
    await submit({ segment_id: own, send_at: inMinutes(10) })
    expect(await uses(), 'not before it is approved').toEqual([])
    await approve()
    expect(await uses()).toEqual([{ kind: 'letter', name: '周末活动' }])
    const [{ plan_id }] = await plans()
    await ask(writer, 'letters/stop', { plan_id, remark: '改期' })
    expect(await uses()).toEqual([])
    await submit({ segment_id: own, send_at: inMinutes(10) })
    await approve()
    const retired = { segment_id: own, remark: '不再使用' }
    expect(await ask(writer, 'segments/retire', retired)).toMatchObject({ code: 200 })
    clock.advance(10 * 60_000)
    await sendPlanned(services)
    expect((await plans())[0]).toMatchObject({ state: 'refused', segment: '将停用' })
    expect(await sendings()).toEqual([])
  })

  test('holds its pictures until it is sent or stopped', async () => {
    const name = 'ab'.repeat(16)
    const { id } = await theRow<{ id: bigint }>(
      owner,
      sql`with p as (
          insert into media_picture (pixels_hash, name, alt, width, height, added_by, added_at)
          values (decode(repeat('cd', 32), 'hex'), '周末', '周末活动', 960, 640, 'x', ${clock.now()}) returning media_id),
        f as (insert into media_file (media_id, size, name, width, height, webp)
          select media_id, 'popup', ${name}, 960, 640, '' from p)
        select media_id as id from p`,
    )
    const content = `<p>周末维护<img src="/media/${name}.webp" alt="周末活动"></p>`
    const sent = await submit({ kind: 'service', send_at: inMinutes(10), content })
    expect(sent).toMatchObject({ code: 200 })
    await approve()
    const retire = { media_id: Number(id) }
    expect(await ask(boss, 'media/retire', retire)).toMatchObject({
      code: 409,
      message: expect.stringContaining('定时站内信“周末活动”'),
    })
    const [{ plan_id }] = await plans()
    await ask(boss, 'letters/stop', { plan_id, remark: '活动取消' })
    expect(await ask(boss, 'media/retire', retire)).toMatchObject({ code: 200 })
  })

  test('takes a second person, a moment ahead, and no single members', async () => {
    const past = '计划时间须晚于现在，且在 60 天内'
    expect(await submit({ send_at: inMinutes(-1) })).toMatchObject({ code: 400, message: past })
    expect(await submit({ send_at: inMinutes(61 * 1_440) })).toMatchObject({ code: 400 })
    const some = { audience: 'some', members: inside.name, send_at: inMinutes(5) } as const
    expect(await submit(some)).toMatchObject({
      code: 400,
      message: '定时发送只用于人群或全部会员',
    })
    const own = await ask(boss, 'messages/send', letter({ send_at: inMinutes(5) }))
    expect(own).toMatchObject({ data: { waits: true } })
    expect(await approve()).toMatchObject({ code: 409 })
    const [proposal] = await waiting()
    await ask(boss, 'rules/withdraw', { id: proposal.id })
    // The same proposal, written without the form.
    const other = await desk(site, 'admin')
    const { value, key } = proposal
    for (const [part, message] of [
      [{ audience: 'some', member_ids: [String(inside.memberId)] }, '定时发送只用于人群或全部会员'],
      [{ send_at: inMinutes(61 * 1_440) }, past],
    ] as const) {
      const written = { key, version: 0, note: '改', value: { ...value, ...part } }
      expect(await ask(boss, 'rules/propose', written)).toMatchObject({ code: 200 })
      expect(await approve(other)).toMatchObject({ code: 400, message })
      const [again] = await waiting()
      await ask(other, 'rules/reject', { id: again.id, remark: '不发' })
    }
    expect(await plans()).toEqual([])
  })
})

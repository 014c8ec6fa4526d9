import { run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { runComplaints } from '../../src/areas/complaints/complaints.ts'
import { desk } from '../console/support.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { addDays, beijingDay } from '@tianping/money/day'
import { earliestEvent } from '@tianping/contract/complaints/rules'
import { poison } from '../support/poison.ts'
import { openTestSite } from '../support/site.ts'

const database = await freshDatabase('server')
const owner = database.open()
const site = await openTestSite(database.url)
const support = await desk(site, 'support')

type Shown = {
  state: number
  outcome: string
  answer_by: string
  messages: { author: string; content: string }[]
  dispute_body: { name: string }
}
const form = {
  kind: 'withdrawal',
  content: '取款三天没有到账，请核查',
  order_no: '',
  event_day: '',
}

async function complain(token: string, change: object = {}) {
  const made = await site.call<{ complaint_no: string }>(
    'POST /api/complaints/new',
    { ...form, ...change },
    { token },
  )
  if (made.code !== 200) throw new Error(made.message)
  return made.data.complaint_no
}
const show = async (token: string, complaint_no: string) =>
  (await site.call<Shown>('POST /api/complaints/show', { complaint_no }, { token })).data
const inbox = async (token: string) =>
  (
    await site.call<{ data: { title: string; content: string }[] }>(
      'POST /api/noticeList',
      {},
      { token },
    )
  ).data.data
/** Makes a complaint older, as if it had been sent so long ago. */
const age = (no: string, interval: string) =>
  run(
    owner,
    sql`
    update complaint set created_at = created_at - ${interval}::interval, answer_by = answer_by - ${interval}::interval
    where complaint_no = ${no}`,
  )

describe('a member complains', () => {
  test('gets a number that counts nothing, an acknowledgement and a day', async () => {
    const { token } = await site.member()
    const first = await complain(token)
    const second = await complain(token)
    expect(first).toMatch(/^C\d{8}-[A-Z2-9]{6}$/)
    expect(first).not.toBe(second)
    const letter = (await inbox(token)).find(({ title }) => title.includes(first))
    expect(letter?.title).toContain('已收到您的投诉')
    const shown = await show(token, first)
    expect(shown.messages.map(({ author }) => author)).toEqual(['member', 'system'])
    const { days } = await theRow(
      owner,
      sql<{ days: number }>`
      select ((answer_by at time zone 'Asia/Shanghai')::date - (created_at at time zone 'Asia/Shanghai')::date)::int as days
      from complaint where complaint_no = ${first}`,
    )
    expect(days, 'eight weeks').toBe(56)
    expect(shown.dispute_body.name).not.toBe('')
  })

  test('of six months back and no further, in words that say something', async () => {
    const { token } = await site.member()
    const today = beijingDay(Date.now())
    const earliest = earliestEvent(today, 6)
    const answer = async (change: object) =>
      (await site.call('POST /api/complaints/new', { ...form, ...change }, { token })).message
    expect(await answer({ event_day: addDays(earliest, -1) })).toBe(
      '只受理 6 个月内发生的事情，如有特殊情况请联系客服',
    )
    expect(await answer({ kind: 'nothing' })).toBe('请选择投诉类型')
    expect(await answer({ content: '短' })).toBe('请写明情况，至少 10 个字')
    expect(await answer({ order_no: 'W26112300000000000' })).toBe(
      '找不到该单号，请核对后再填，或留空',
    )
    expect(await answer({ event_day: earliest })).toBe('提交成功')
  })

  test('at most three at once, also when they come together; a repetition is the same one', async () => {
    const { token } = await site.member()
    const again = await Promise.all(
      [1, 2].map(() => site.call('POST /api/complaints/new', form, { token, key: 'the-same' })),
    )
    expect(again[0]!.data).toEqual(again[1]!.data)
    const all = await Promise.all(
      [1, 2, 3, 4].map(n =>
        site.call('POST /api/complaints/new', form, { token, key: `another-key-${n}` }),
      ),
    )
    expect(all.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(all.find(({ code }) => code === 409)?.message).toBe(
      '您有 3 件投诉正在处理，请等待答复后再提交',
    )
  })

  test('and sees no other member’s, nor the notes of staff', async () => {
    const [mine, other] = [await site.member(), await site.member()]
    const no = await complain(mine.token)
    const foreign = { complaint_no: no, content: '我来看看' }
    for (const call of ['show', 'reply', 'withdraw'])
      expect(
        (await site.call(`POST /api/complaints/${call}`, foreign, { token: other.token })).message,
      ).toBe('该投诉不存在')
    const note = { complaint_no: no, content: '查无此单', note: true }
    expect((await support.call('POST /api/console/complaints/reply', note)).code).toBe(200)
    const lines = (await show(mine.token, no)).messages
    expect(lines.map(({ content }) => content)).not.toContain('查无此单')
  })
})

describe('staff answer', () => {
  test('messages go back and forth, the final answer names outcome and dispute body', async () => {
    const { token } = await site.member()
    const complaint_no = await complain(token)
    await support.call('POST /api/console/complaints/reply', {
      complaint_no,
      content: '请提供截图',
      note: false,
    })
    await site.call('POST /api/complaints/reply', { complaint_no, content: '已发送' }, { token })
    const decision = { complaint_no, content: '款项已补发', remark: '' }
    expect(
      (await support.call('POST /api/console/complaints/decide', { ...decision, outcome: '' }))
        .message,
    ).toBe('请选择处理结果')
    const decided = { ...decision, outcome: 'upheld' }
    expect((await support.call('POST /api/console/complaints/decide', decided)).code).toBe(200)
    const shown = await show(token, complaint_no)
    expect(shown).toMatchObject({ state: 2, outcome: 'upheld' })
    expect(shown.messages.map(({ author }) => author)).toEqual([
      'member',
      'system',
      'staff',
      'member',
      'staff',
    ])
    expect(shown.messages.at(-1)?.content).toContain(shown.dispute_body.name)
    expect((await inbox(token))[0]?.title).toBe(`投诉 ${complaint_no} 的最终答复`)
    expect(
      (await site.call('POST /api/complaints/reply', { complaint_no, content: '还有' }, { token }))
        .message,
    ).toBe('该投诉已结束')
  })

  test('the figures agree with the list', async () => {
    const { data } = await support.call('POST /api/console/complaints/figures', {})
    const { total } = (await support.call('POST /api/console/complaints/list', {})).data
    const sum = (pick: (row: (typeof data)[number]) => number) =>
      data.reduce((all, each) => all + pick(each), 0)
    expect(sum(each => each.received)).toBe(total)
    expect(
      sum(
        each =>
          each.open +
          each.upheld +
          each.partly +
          each.rejected +
          each.settled +
          each.deadlock +
          each.withdrawn,
      ),
    ).toBe(total)
  })
})

describe('the clock', () => {
  test('raises an alarm after twenty hours without an answer, once', async () => {
    const { token } = await site.member()
    const no = await complain(token)
    await age(no, '19 hours 50 minutes')
    await runComplaints(site.services)
    const listed = async () =>
      (await support.call('POST /api/console/complaints/list', { q: no })).data.data[0]
    expect((await listed())?.overdue).toBe(false)
    await age(no, '15 minutes')
    await runComplaints(site.services)
    await runComplaints(site.services)
    expect((await listed())?.overdue).toBe(true)
    const { times } = await theRow(
      owner,
      sql<{ times: number }>`
      select count(*)::int as times from audit_log where action = 'complaint.alarm' and subject = ${`complaint:${no}`}`,
    )
    expect(times).toBe(1)
  })

  test('issues the letter of deadlock when day 56 is over, and not before', async () => {
    const { token } = await site.member()
    const no = await complain(token)
    await age(no, '56 days')
    await runComplaints(site.services)
    const { over } = await theRow(
      owner,
      sql<{
        over: boolean
      }>`select answer_by <= now() as over from complaint where complaint_no = ${no}`,
    )
    expect(over, 'the day is not over yet').toBe(false)
    expect((await show(token, no)).state).toBe(1)
    await age(no, '1 day')
    await runComplaints(site.services)
    const shown = await show(token, no)
    expect(shown.state).toBe(3)
    expect(shown.messages.at(-1)?.content).toContain(shown.dispute_body.name)
    expect((await inbox(token))[0]?.title).toContain('未能在期限内解决')
  })

  test('one that cannot be written keeps back no other, and comes with a later turn', async () => {
    const [first, second] = [await site.member(), await site.member()]
    const numbers = [await complain(first.token), await complain(second.token)]
    for (const no of numbers) await age(no, '57 days')
    const cure = await poison(owner, 'message', first.memberId)
    const states = async () => [
      (await show(first.token, numbers[0]!)).state,
      (await show(second.token, numbers[1]!)).state,
    ]
    await expect(runComplaints(site.services)).rejects.toThrow('1 failed: 1 failed: poisoned')
    expect(await states()).toEqual([1, 3])
    await cure()
    await runComplaints(site.services)
    expect(await states()).toEqual([3, 3])
  })
})

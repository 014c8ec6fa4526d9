// Conversations with customer service: what a member and an operator can do, and what neither can.
import { rows, run, sql, theRow } from '@tianping/database'
import type { Given } from '@tianping/contract'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  endSilent,
  redactTickets,
  TICKET_SETTING,
  ticketSchema,
} from '../../src/areas/tickets/tickets.ts'
import { openFile } from '../../src/kernel/files/sealedFile.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { bankTransfer, openCashier, order } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'
import { poison } from '../support/poison.ts'
import { photograph } from '../verification/support.ts'

const { site, owner, clock } = await openCashier()
const { db, settings } = site.services
/** Operators whose sessions are young: tests move the clock by days. */
const staff = async () => ({
  sue: await desk(site, 'support'),
  sam: await desk(site, 'support'),
  ana: await desk(site, 'auditor'),
})
const DAY_MS = 86_400_000
const form = { topic: 'deposit', content: '同一个订单扣了我两次钱' }

const set = (setting: object) =>
  writeSetting(db, TICKET_SETTING, ticketSchema, ticketSchema.parse(setting), {
    name: 'test',
    at: clock.now(),
  })
async function begin(token: string, change: object = {}) {
  const made = await site.call<{ ticket_no: string }>(
    'POST /api/tickets/new',
    { ...form, ...change },
    { token },
  )
  if (made.code !== 200) throw new Error(made.message)
  return made.data.ticket_no
}
const say = (token: string, ticket_no: string, change: object = { content: '请尽快处理' }) =>
  site.call('POST /api/tickets/reply', { ticket_no, ...change }, { token })
const show = async (token: string, ticket_no: string) =>
  (
    await site.call<Given<'POST /api/tickets/show'>>(
      'POST /api/tickets/show',
      { ticket_no },
      { token },
    )
  ).data
const answer = (by: Desk, ticket_no: string, content = '正在核实', note = false) =>
  by.call('POST /api/console/tickets/reply', { ticket_no, content, note })
const seen = async (by: Desk, ticket_no: string) =>
  (await by.call('POST /api/console/tickets/show', { ticket_no })).data
const close = (by: Desk, ticket_no: string, end = 'answered') =>
  by.call('POST /api/console/tickets/close', { ticket_no, end })
const letters = async (token: string) =>
  (await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })).data.data
    .map(({ title }) => title)
    .filter(title => title === '客服回复了您')

async function send(token: string, ticket_no: string, bytes: Buffer) {
  const boundary = `b${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="ticket_no"\r\n\r\n${ticket_no}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const sent = await site.app.inject({
    method: 'POST',
    url: '/api/tickets/picture',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return sent.json<{ code: number; message: string; data: { id: number } }>()
}
const look = (id: number, token: string) =>
  site.app.inject({
    url: `/api/tickets/picture/${id}`,
    headers: { authorization: `Bearer ${token}` },
  })
const lookAt = (id: number, { cookie }: Desk, header = '1') =>
  site.app.inject({
    url: `/api/console/tickets/picture/${id}`,
    headers: { cookie, 'x-tianping-console': header },
  })

describe('a member', () => {
  test('writes with an order of their own, is answered, told once, and sees who has read what', async () => {
    const { sue, ana } = await staff()
    const [{ token }, other] = [await site.member(), await site.member()]
    const no = await order(site, token, 500, bankTransfer)
    const offered = await site.call<{ kind: string; no: string }[]>(
      'POST /api/tickets/attachable',
      {},
      { token },
    )
    expect(offered.data).toMatchObject([{ kind: 'deposit', no, amount: 500 }])
    const mine = { attached_kind: 'deposit', attached_no: no }
    const refused = await site.call('POST /api/tickets/new', { ...form, ...mine }, other)
    expect(refused.message, 'another’s order').toBe('只能附上自己的订单或注单，请重新选择')
    const disguised = { ...form, attached_kind: 'bet', attached_no: no }
    expect((await site.call('POST /api/tickets/new', disguised, { token })).code).toBe(400)

    const ticket = await begin(token, mine)
    expect(ticket).toMatch(/^T\d{8}-[A-Z2-9]{6}$/)
    const before = await show(token, ticket)
    expect(before).toMatchObject({
      state: 1,
      read_at: '',
      lines: [{ author: 'member', content: form.content, attached: { kind: 'deposit', no } }],
    })
    clock.advance(60_000)
    // An auditor's look is no answerer's look: nothing counts as read by it.
    await seen(ana, ticket)
    expect((await show(token, ticket)).read_line).toBe(0)
    await seen(sue, ticket)
    expect((await show(token, ticket)).read_line).toBe(before.lines[0]!.line_id)

    clock.advance(60_000)
    for (const text of ['正在核对支付渠道', '第二笔今天原路退回'])
      expect((await answer(sue, ticket, text)).message).toBe('已回复')
    expect(await letters(token), 'two lines, one letter').toHaveLength(1)
    const list = async () =>
      (await site.call<Given<'POST /api/tickets'>>('POST /api/tickets', {}, { token })).data
    expect(await list()).toMatchObject({
      unread: 2,
      list: { data: [{ last: '第二笔今天原路退回', last_author: 'staff', unread: 2 }] },
    })
    const answered = await show(token, ticket)
    expect(answered.read_line, 'who answers has read').toBe(answered.lines.at(-1)!.line_id)
    expect((await list()).unread).toBe(0)
    await answer(sue, ticket, '请留意')
    expect(await letters(token), 'who is looking needs no letter').toHaveLength(1)
  })

  test('is refused in words beyond what is bounded, and by a conversation of another', async () => {
    const [{ token }, other] = [await site.member(), await site.member()]
    const refusal = async (change: object) =>
      (await site.call('POST /api/tickets/new', { ...form, ...change }, { token })).message
    expect(await refusal({ topic: 'nothing' })).toBe('请选择问题类型')
    expect(await refusal({ content: ' ' })).toBe('请填写内容')
    expect(await refusal({ content: '字'.repeat(1_001) })).toBe('最多 1000 个字')
    const ticket = await begin(token)
    for (const [call, body] of Object.entries({
      show: {},
      reply: { content: '我来看看' },
      solve: {},
      rate: { rating: 3 },
      complain: { content: '这不是我的会话，我要投诉' },
    }))
      expect(
        (await site.call(`POST /api/tickets/${call}`, { ticket_no: ticket, ...body }, other))
          .message,
        call,
      ).toBe('该会话不存在')
    expect((await say(token, ticket, { content: '' })).message).toBe('请填写内容')

    const many = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(n =>
        site.call('POST /api/tickets/new', form, { token, key: `begun-${n}-together` }),
      ),
    )
    expect(many.filter(({ code }) => code === 200)).toHaveLength(4)
    expect(many.find(({ code }) => code === 409)?.message).toBe(
      '您有 5 个会话正在处理，请在原会话中继续说明',
    )
    const again = await site.call('POST /api/tickets/new', form, { token, key: 'begun-1-together' })
    expect(again, 'a repetition').toEqual(many[0])

    await set({ linesPerHour: 5 })
    const talker = await site.member()
    const spoken = await begin(talker.token)
    for (const n of [1, 2, 3, 4])
      expect((await say(talker.token, spoken, { content: `第 ${n} 句` })).code).toBe(200)
    expect((await say(talker.token, spoken)).code).toBe(429)
    await set({})
  })

  test('marks it as solved, rates it once, and opens it again for seven days', async () => {
    const { token, memberId } = await site.member()
    const ticket_no = await begin(token)
    const rate = (rating: number) =>
      site.call('POST /api/tickets/rate', { ticket_no, rating }, { token })
    expect((await rate(3)).message).toBe('会话结束后才能评价')
    expect((await site.call('POST /api/tickets/solve', { ticket_no }, { token })).code).toBe(200)
    const { unread } = (await site.call<{ unread: number }>('POST /api/tickets', {}, { token }))
      .data
    expect(unread, 'one’s own deed is no news').toBe(0)
    expect((await rate(9)).message).toBe('请求参数不正确')
    expect((await rate(3)).message).toBe('感谢您的评价')
    expect((await rate(1)).message).toBe('已评价，感谢您的反馈')
    const { sue: early } = await staff()
    expect((await answer(early, ticket_no)).message).toBe('该会话已结束')

    clock.advance(6 * DAY_MS)
    const { sue } = await staff()
    expect((await say(token, ticket_no)).code).toBe(200)
    expect(await show(token, ticket_no)).toMatchObject({ state: 1, rating: 0, can_reopen: true })
    expect((await close(sue, ticket_no, 'because')).message).toBe('请选择结束原因')
    expect((await close(sue, ticket_no)).message).toBe('已结束会话')
    clock.advance(7 * DAY_MS + 1)
    const later = await site.enter(memberId)
    expect((await show(later, ticket_no)).can_reopen).toBe(false)
    expect((await say(later, ticket_no)).message).toBe('该会话结束已超过 7 天，请新建会话')
  })

  test('makes a complaint of it, once, with its kind, its order and its clock', async () => {
    const { token } = await site.member()
    const no = await order(site, token, 500, bankTransfer)
    const ticket_no = await begin(token, { attached_kind: 'deposit', attached_no: no })
    const complain = (content: string) =>
      site.call<{ complaint_no: string }>(
        'POST /api/tickets/complain',
        { ticket_no, content },
        { token },
      )
    expect((await complain('短')).message).toBe('请写明情况，至少 10 个字')
    const made = await complain('三天过去仍没有退款，请主管处理')
    const { complaint_no } = made.data
    expect((await complain('三天过去仍没有退款，请再次处理')).data).toEqual({ complaint_no })
    const complaint = await site.call<Given<'POST /api/complaints/show'>>(
      'POST /api/complaints/show',
      { complaint_no },
      { token },
    )
    expect(complaint.data).toMatchObject({ kind: 'deposit', order_no: no, state: 1 })
    expect(complaint.data.messages[0]!.content).toContain(`由客服会话 ${ticket_no} 转来`)
    expect(await show(token, ticket_no)).toMatchObject({ state: 3, complaint_no })
    expect((await say(token, ticket_no)).message).toBe(
      `该会话已转为投诉 ${complaint_no}，请在投诉中继续`,
    )
  })

  test('who is excluded can always write', async () => {
    const { token } = await site.member()
    const excluded = await site.call(
      'POST /api/protection/exclude',
      { term: '6m', word: '我要排除', password: 'secret1' },
      { token },
    )
    expect(excluded.code, excluded.message).toBe(200)
    expect((await say(token, await begin(token, { topic: 'limits' }))).code).toBe(200)
  })
})

describe('pictures', () => {
  test('are re-encoded, sealed, and shown to the member and to operators who may, who are named', async () => {
    const { sue, ana } = await staff()
    const [{ token, memberId }, other] = [await site.member(), await site.member()]
    const ticket = await begin(token)
    const png = await sharp(await photograph(64, 64))
      .png()
      .toBuffer()
    const sent = await send(token, ticket, await photograph())
    expect(sent.message).toBe('已发送')
    const { id } = sent.data
    expect((await send(token, ticket, png)).code).toBe(200)
    expect((await send(token, ticket, Buffer.from('<svg onload=alert(1)>'))).message).toBe(
      '仅支持 JPG、PNG 图片',
    )
    expect((await send(token, ticket, png.subarray(0, 60))).message).toBe('图片无法读取，请换一张')
    expect((await send(other.token, ticket, png)).message).toBe('该会话不存在')
    expect((await show(token, ticket)).lines.map(({ picture }) => picture > 0)).toEqual([
      false,
      true,
      true,
    ])

    const stored = await rows(
      owner,
      sql<{ content: Buffer }>`select content from ticket_picture where member_id = ${memberId}`,
    )
    for (const { content } of stored) expect(content.includes('WEBP')).toBe(false)
    const shown = await look(id, token)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    const { exif, width } = await sharp(shown.rawPayload).metadata()
    expect([exif, width]).toEqual([undefined, 320])
    expect((await look(id, other.token)).json()).toMatchObject({ code: 404 })
    expect((await look(id, 'nobody')).json()).toMatchObject({ code: 401 })

    const views = async () =>
      (
        await theRow(
          owner,
          sql<{
            count: number
          }>`select count(*)::int as count from audit_log where action = 'ticket.view' and subject = ${`ticket:${ticket}`}`,
        )
      ).count
    expect((await lookAt(id, sue)).rawPayload).toEqual(shown.rawPayload)
    expect(await views()).toBe(1)
    expect((await lookAt(id, ana)).json(), 'may read, not answer').toMatchObject({ code: 403 })
    expect((await lookAt(id, sue, '')).json()).toMatchObject({ code: 403 })
    expect(await views()).toBe(1)

    const keys = ['a-newer-document-key', ...settings.documentKey] as const
    const resealed = await resealAll(db, { ...settings, documentKey: keys })
    expect(resealed.map(({ name }) => name)).toContain('keys of pictures of conversations')
    const after = await rows(
      owner,
      sql<{ content: Buffer; keySealed: Buffer }>`
      select content, key_sealed from ticket_picture where picture_id = ${BigInt(id)}`,
    )
    expect(openFile(['a-newer-document-key'], memberId, after[0]!)).toEqual(shown.rawPayload)
  })
})

describe('operators', () => {
  test('take turns, write notes nobody else reads, and leave their names in the log', async () => {
    const { sue, sam } = await staff()
    const { token, memberId, name } = await site.member()
    const ticket_no = await begin(token, { content: '取款为什么还没到' })
    expect((await sue.call('POST /api/console/tickets/claim', { ticket_no })).code).toBe(200)
    expect((await answer(sam, ticket_no)).message).toContain(sue.name)
    expect((await close(sam, ticket_no)).code).toBe(409)
    expect((await answer(sue, ticket_no, '付款人像是他父亲', true)).message).toBe('已添加备注')
    const theirs = JSON.stringify([
      await show(token, ticket_no),
      (await site.call('POST /api/tickets', {}, { token })).data,
    ])
    expect(theirs).not.toContain('付款人像是他父亲')
    expect(theirs).not.toContain(sue.name)
    const mine = await sue.call('POST /api/console/tickets/list', { mine: 1 })
    expect(mine.data.data.map(row => row.ticket_no)).toContain(ticket_no)
    expect((await sam.call('POST /api/console/tickets/list', { mine: 1 })).data.total).toBe(0)
    clock.advance(11 * 60_000)
    const queue = await sam.call('POST /api/console/tickets/list', { q: name })
    expect(queue.data.data).toMatchObject([
      { ticket_no, overdue: true, claimed_by: '', waits_for: 'staff', username: name },
    ])
    const waiting = (await sam.call('POST /api/console/counts')).data.tickets_waiting
    expect((await answer(sam, ticket_no)).code, 'ten minutes are over').toBe(200)
    expect((await sam.call('POST /api/console/counts')).data.tickets_waiting).toBe(waiting - 1)

    const shown = await seen(sam, ticket_no)
    expect(shown).toMatchObject({ claimed_by: sam.name, overdue: false, waits_since: '' })
    expect(shown.lines.map(({ author, operator }) => [author, operator])).toEqual([
      ['member', ''],
      ['note', sue.name],
      ['staff', sam.name],
    ])
    expect(shown.member).toMatchObject({ id: Number(memberId), realname: '测**' })
    expect(shown.canned.length).toBeGreaterThan(0)
    await run(owner, sql`update operator set member_id = ${memberId} where name = ${sue.name}`)
    const own = await sue.call('POST /api/console/tickets/show', { ticket_no })
    expect(own.code, 'nobody reads notes about themselves').not.toBe(200)
    expect((await answer(sue, ticket_no)).code).not.toBe(200)
    expect((await close(sam, ticket_no)).message).toBe('已结束会话')
    const logged = await rows(
      owner,
      sql<{ action: string; operator: string; rest: string }>`
      select action, operator, coalesce(after::text, '') || note as rest from audit_log where subject = ${`ticket:${ticket_no}`} order by audit_id`,
    )
    expect(logged.map(({ action, operator }) => `${action} ${operator}`)).toEqual([
      `ticket.claim ${sue.name}`,
      `ticket.note ${sue.name}`,
      `ticket.reply ${sam.name}`,
      `ticket.close ${sam.name}`,
    ])
    expect(JSON.stringify(logged)).not.toContain('父亲')
  })

  test('a silent conversation that cannot be ended keeps no other from its end', async () => {
    const { sue } = await staff()
    const [ill, other] = [await site.member(), await site.member()]
    const asked = [await begin(ill.token), await begin(other.token)]
    for (const no of asked) await answer(sue, no)
    const cure = await poison(owner, 'ticket', ill.memberId)
    clock.advance(3 * DAY_MS + 1)
    await expect(endSilent(site.services)).rejects.toThrow('poisoned')
    const states = () =>
      rows(
        owner,
        sql<{ state: number }>`
        select state from ticket where ticket_no = any(${asked}) order by member_id`,
      )
    expect(await states()).toEqual([{ state: 1 }, { state: 2 }])
    await cure()
    expect(await endSilent(site.services)).toBe(1)
    expect(await states()).toEqual([{ state: 2 }, { state: 2 }])
  })

  test('what is silent ends by itself, and what ended long ago is blotted', async () => {
    const { sue } = await staff()
    const { token, memberId } = await site.member()
    const [asked, waiting] = [await begin(token), await begin(token)]
    await answer(sue, asked)
    await send(token, waiting, await photograph(32, 32))
    clock.advance(3 * DAY_MS + 1)
    expect(await endSilent(site.services)).toBeGreaterThanOrEqual(1)
    expect((await show(token, asked)).state).toBe(2)
    expect((await show(token, waiting)).state, 'the house owes the next line').toBe(1)

    const age = (days: string) =>
      run(
        owner,
        sql`update ticket set state = 2, waits_for = '', waits_since = null, closed_at = now() - ${days}::interval where member_id = ${memberId}`,
      )
    await age('179 days')
    const future = new Date(Date.now() + DAY_MS)
    await redactTickets(db, future, 50)
    expect((await show(token, waiting)).lines[0]?.content).toBe(form.content)
    await age('181 days')
    await redactTickets(db, future, 50)
    const lines = (await show(token, waiting)).lines
    expect(lines.map(({ content, picture }) => [content, picture])).toEqual([
      ['**', 0],
      ['**', 0],
    ])
    await expect(
      run(db, sql`update ticket_line set content = 'x' where at > ${clock.now()}`),
    ).rejects.toThrow('denied')
  })
})

import { rows, sql, transaction } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { approveWithdrawal, rejectWithdrawal } from '../../src/areas/cashier/review.ts'
import { notify } from '../../src/areas/message/notify.ts'
import { MAX_RECIPIENTS, sendMessage, withdrawBroadcast } from '../../src/areas/message/send.ts'
import {
  bind,
  callBack,
  give,
  openCashier,
  order,
  PAY_PASSWORD,
  payment,
} from '../cashier/support.ts'

const { site, clock } = await openCashier()
const { db } = site.services
type Message = {
  id: number
  title: string
  content: string
  created_at: string
  read: 0 | 1
  kind: string
  link: string | null
}
type Page = { data: Message[]; total: number; last_page: number; per_page: number }

const inbox = async (token: string, page = 1) =>
  (await site.call<Page>('POST /api/noticeList', { page }, { token })).data
const unreadOf = async (token: string) =>
  (await site.call<{ messageNum: number }>('POST /api/user', {}, { token })).data.messageNum
const read = (token: string, body: object) =>
  site.call<{ messageNum: number }>('POST /api/noticeread', body, { token })

describe('the inbox (站内信)', () => {
  test('shows title, HTML content and created_at, newest first, ten a page', async () => {
    const { token, memberId } = await site.member()
    for (let n = 1; n <= 12; n++) {
      clock.advance(1_000)
      await notify(db, memberId, `第${n}封`, `内容 ${n}`, clock.now())
    }
    const first = await inbox(token)
    expect(first).toMatchObject({ total: 12, last_page: 2, per_page: 10 })
    expect(first.data[0]).toMatchObject({ title: '第12封', content: '<p>内容 12</p>', read: 0 })
    expect((await inbox(token, 2)).data.map(message => message.title)).toEqual(['第2封', '第1封'])
    expect(
      (await site.call<Page>('POST /api/noticelist', {}, { token })).data.total,
      'the alias of deployed clients',
    ).toBe(12)
  })
  test('a message is read when it is opened, not when the list is fetched; messageNum counts the unread', async () => {
    const { token, memberId } = await site.member()
    for (const title of ['一', '二', '三']) await notify(db, memberId, title, '内容', clock.now())
    const [message] = (await inbox(token)).data
    expect(await unreadOf(token)).toBe(3)
    expect((await read(token, { id: message!.id })).data).toEqual({ messageNum: 2 })
    expect((await inbox(token)).data.filter(each => each.read === 1).map(each => each.id)).toEqual([
      message!.id,
    ])
    expect((await read(token, { id: message!.id })).data, 'opened again').toEqual({ messageNum: 2 })
    expect((await read(token, {})).data, 'without an id: all').toEqual({ messageNum: 0 })
    expect(await unreadOf(token)).toBe(0)
  })
  test('nobody reads or marks another member’s messages', async () => {
    const [one, two] = [await site.member(), await site.member()]
    await notify(db, one.memberId, '只给一位', '内容', clock.now())
    const message = (await inbox(one.token)).data[0]!
    expect((await inbox(two.token)).data.some(each => each.id === message.id)).toBe(false)
    await read(two.token, { id: message.id })
    expect(await unreadOf(one.token)).toBe(1)
  })
  test('what a member or operator wrote is shown as text, never run as HTML', async () => {
    const { token, memberId } = await site.member()
    await notify(db, memberId, '备注', '<img src=x onerror=alert(1)>\n第二行', clock.now())
    expect((await inbox(token)).data[0]!.content).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p><p>第二行</p>',
    )
    await sendMessage(db, {
      to: [memberId],
      title: '富文本',
      html: '<p onclick="x()">好<script>alert(1)</script><b>消息</b></p>',
      by: 'admin',
      at: clock.now(),
    })
    expect((await inbox(token)).data.find(message => message.title === '富文本')!.content).toBe(
      '<p>好<b>消息</b></p>',
    )
  })
})

describe('messages of the back office', () => {
  test('to some: those who exist get one each, even if named twice', async () => {
    const [one, two, other] = [await site.member(), await site.member(), await site.member()]
    const sent = await sendMessage(db, {
      to: [one.memberId, two.memberId, two.memberId, 1n],
      title: '给两位',
      html: '<p>你好</p>',
      by: 'admin',
      at: clock.now(),
    })
    expect(sent.recipients).toBe(2)
    expect([
      await unreadOf(one.token),
      await unreadOf(two.token),
      await unreadOf(other.token),
    ]).toEqual([1, 1, 0])
  })
  test('to all: who had joined sees it, who joins later does not; it can be taken back', async () => {
    const before = await site.member()
    clock.advance(1_000)
    const { messageId } = await sendMessage(db, {
      to: 'all',
      title: '给大家',
      html: '<p>你好</p>',
      by: 'admin',
      at: clock.now(),
    })
    clock.advance(1_000)
    const after = await site.member()
    expect([await unreadOf(before.token), await unreadOf(after.token)]).toEqual([1, 0])
    expect((await read(before.token, { id: Number(messageId) })).data).toEqual({ messageNum: 0 })
    expect((await inbox(before.token)).data[0]).toMatchObject({ title: '给大家', read: 1 })
    expect(await withdrawBroadcast(db, messageId!)).toBe(true)
    expect((await inbox(before.token)).total).toBe(0)
  })
  test('limits: a title, a content, at most so many recipients', async () => {
    const { memberId } = await site.member()
    const sending = {
      to: [memberId],
      title: '标题',
      html: '<p>内容</p>',
      by: 'admin',
      at: clock.now(),
    }
    await expect(sendMessage(db, { ...sending, title: ' ' })).rejects.toThrow('标题为1~100个字')
    await expect(sendMessage(db, { ...sending, html: '<script>1</script>' })).rejects.toThrow(
      '请填写内容',
    )
    await expect(
      sendMessage(db, {
        ...sending,
        to: Array.from({ length: MAX_RECIPIENTS + 1 }, (_, n) => BigInt(n)),
      }),
    ).rejects.toThrow('收件人为')
  })
})

describe('the system writes on outcomes', () => {
  test('a credited deposit: one message, also when the provider tells it twice', async () => {
    const { token, memberId } = await site.member()
    const depositNo = await order(site, token, 100)
    const paid = payment(site, depositNo)
    expect((await callBack(site, paid)).verdict).toBe('credited')
    expect((await callBack(site, paid)).verdict).toBe('duplicate')
    expect(
      await rows(
        db,
        sql`select title, content, kind, link from message where member_id = ${memberId}`,
      ),
    ).toEqual([
      {
        title: '存款已到账',
        content: `<p>您的存款 ¥100.00 已存入中心钱包，订单号 ${depositNo}。</p>`,
        kind: 'money',
        link: `/payInfo?deposit_no=${depositNo}`,
      },
    ])
  })
  test('an approved withdrawal, and rejected ones with their reason as the member reads it', async () => {
    const { token, memberId } = await site.member()
    await give(site, memberId, 500_00n)
    const bank = await bind(site, token)
    const ask = async () =>
      (
        await site.call<{ out_trade_no: string }>(
          'POST /api/withdraw',
          { amount: 100, bank, password: PAY_PASSWORD },
          { token },
        )
      ).data.out_trade_no
    const [paid, refused] = [await ask(), await ask()]
    const reviewer = { operatorId: 1n, name: 'finance' }
    await transaction(db, tx =>
      approveWithdrawal(tx, site.services.settings, paid, {
        reviewer,
        remark: '',
        key: '',
        now: clock.now(),
      }),
    )
    clock.advance(1_000)
    await transaction(db, tx => rejectWithdrawal(tx, refused, reviewer, '户名不符', clock.now()))
    const letters = (await inbox(token)).data.map(({ title, content, kind, link }) => [
      title,
      content,
      kind,
      link,
    ])
    expect(letters).toEqual([
      [
        '取款未通过审核',
        `<p>您的取款 ¥100.00 未通过审核，金额已退回中心钱包，订单号 ${refused}。</p><p>原因：户名不符</p>`,
        'money',
        '/transRecord?type=2',
      ],
      [
        '取款已通过审核',
        `<p>您的取款 ¥100.00 已通过审核，正在汇出，订单号 ${paid}。</p>`,
        'money',
        '/transRecord?type=2',
      ],
      // Of the card that `bind` bound.
      ['新增收款账户', expect.stringContaining('尾号 2222'), 'safety', '/safety'],
    ])
  })
})

// Contacts are proved by a code, and a forgotten password is recovered by one: neither tells a
// stranger anything, nor lets a thief be paid out.
import { row, run, sql } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { deliverDue } from '../../src/areas/delivery/delivery.ts'
import { payoutWait } from '../../src/areas/holds/holds.ts'
import { desk } from '../console/support.ts'
import { openMailServer } from '../support/outside.ts'
import { openTestSite, TestClock, type Answered } from '../support/site.ts'

const mail = await openMailServer()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock, env: mail.env })
const HOUR_MS = 3_600_000
const EMAIL = 'someone@example.cn'
const profile = { email: EMAIL, mobile: '13800138000', birthday: '1990-02-28' }

/** The code, or the password, of the letter that is sent next. */
async function secretOfLetter(): Promise<string> {
  mail.got.length = 0
  while ((await deliverDue(site.services, 'mail')) > 0);
  const found = mail.got.map(({ text }) => /(?:验证码 |密码：)([a-z0-9]+)/.exec(text)?.[1])
  return found.findLast(each => each !== undefined) ?? ''
}
const ask = (token: string) => site.call('POST /api/contacts/code', { channel: 'mail' }, { token })
const prove = (token: string, code: string, password = 'secret1') =>
  site.call('POST /api/contacts/verify', { channel: 'mail', code, password }, { token })
const contacts = async (token: string) =>
  (await site.call<{ channel: string; verified: boolean }[]>('POST /api/contacts', {}, { token }))
    .data

async function known() {
  const made = await site.member()
  await site.call('POST /api/updateuserinfo', profile, made)
  await ask(made.token)
  expect((await prove(made.token, await secretOfLetter())).message).toBe('验证成功')
  return made
}
type From = { address?: string; cookie?: string }
const headersOf = ({ address = '192.0.2.1', cookie = '' }: From) => ({
  'x-forwarded-for': address,
  cookie,
})
const forget = (name: string, from: From = {}) =>
  site.call<{ ticket: string }>(
    'POST /api/recover/code',
    { name, channel: 'mail' },
    { headers: headersOf(from) },
  )
const recover = (name: string, code: string, password = 'my-own-7', ticket?: string) =>
  site.call('POST /api/recover', { name, code, password, ticket }, { headers: headersOf({}) })
/** Tries from a network without a name of its own. */
const guess = (name: string, address: string, ticket?: string) =>
  site.call(
    'POST /api/recover',
    { name, code: '000000', password: 'my-own-7', ticket },
    { headers: headersOf({ address }) },
  )
const other = (code: string) => (code === '123456' ? '654321' : '123456')
const enter = (name: string, password: string): Promise<Answered<{ api_token: string }>> =>
  site.call('POST /api/login', { name, password, code: 'abcd' })
const wrong = { code: 400, message: '验证码错误或已过期' }

// Every test is a stranger of its own to the limits.
beforeEach(() => run(owner, sql`delete from throttle`))

describe('a contact', () => {
  test('that another account proved as well joins the limits of both, and both are told', async () => {
    const inbox = async (token: string) =>
      (
        await site.call<{ data: { title: string }[] }>(
          'POST /api/noticeList',
          { page: 1 },
          { token },
        )
      ).data.data.map(({ title }) => title)
    const told = '限额与您的另一账户合并计算'
    const both = [await site.member(), await site.member()]
    for (const { token } of both) {
      expect(await inbox(token)).not.toContain(told)
      const saved = { ...profile, email: 'twice@example.cn' }
      await site.call('POST /api/updateuserinfo', saved, { token })
      await ask(token)
      expect((await prove(token, await secretOfLetter())).message).toBe('验证成功')
    }
    for (const { token } of both)
      expect((await inbox(token)).filter(title => title === told)).toHaveLength(1)
  })
  test('is proved by the code that was sent to it, together with the password', async () => {
    const { token } = await site.member()
    expect((await ask(token)).message).toBe('请先在个人资料中填写邮箱')
    await site.call('POST /api/updateuserinfo', profile, { token })
    expect((await ask(token)).code).toBe(200)
    const code = await secretOfLetter()
    expect(code).toMatch(/^\d{6}$/)
    expect((await prove(token, code, 'wrong-1')).message).toBe('登录密码错误')
    expect(await prove(token, '000000' === code ? '111111' : '000000')).toMatchObject(wrong)
    expect((await prove(token, code)).code).toBe(200)
    expect(await contacts(token)).toMatchObject([
      { channel: 'mail', contact: 's***@example.cn', verified: true, open: true },
      { channel: 'sms', contact: '138****8000', verified: false, open: false },
    ])
    expect((await ask(token)).message).toBe('该邮箱已验证')
  })
  test('that is changed has to be proved anew', async () => {
    const { token } = await known()
    await site.call('POST /api/updateuserinfo', { ...profile, email: 'new@example.cn' }, { token })
    expect(await contacts(token)).toMatchObject([{ verified: false }, { verified: false }])
  })
  test('cannot be proved by a code that was sent to another one', async () => {
    const { token } = await site.member()
    await site.call('POST /api/updateuserinfo', profile, { token })
    await ask(token)
    const code = await secretOfLetter()
    await site.call('POST /api/updateuserinfo', { ...profile, email: 'new@example.cn' }, { token })
    await prove(token, code)
    expect(await contacts(token)).toMatchObject([{ verified: false }, { verified: false }])
  })
})

describe('a code', () => {
  test('is good for five tries', async () => {
    const { name } = await known()
    const { ticket } = (await forget(name)).data
    const code = await secretOfLetter()
    for (let n = 0; n < 5; n += 1)
      expect(await recover(name, other(code), 'my-own-7', ticket)).toMatchObject(wrong)
    expect(await recover(name, code, 'my-own-7', ticket)).toMatchObject(wrong)
  })
  test('is good for two tries without its ticket, from its network, and then still with it', async () => {
    const { name } = await known()
    const { ticket } = (await forget(name)).data
    const code = await secretOfLetter()
    for (let n = 0; n < 2; n += 1) expect(await recover(name, other(code))).toMatchObject(wrong)
    expect(await recover(name, code)).toMatchObject(wrong)
    expect((await recover(name, code, 'my-own-7', ticket)).code).toBe(200)
  })
  test('goes with its own ticket and name only', async () => {
    const [{ name }, second] = [await known(), await known()]
    const { ticket } = (await forget(name)).data
    const code = await secretOfLetter()
    const another = (await forget(name, { address: '198.51.100.4' })).data.ticket
    await secretOfLetter()
    expect(await recover(name, code, 'my-own-7', another)).toMatchObject(wrong)
    expect(await recover(second.name, code, 'my-own-7', ticket)).toMatchObject(wrong)
    expect((await recover(name, code, 'my-own-7', ticket)).code).toBe(200)
    expect(await recover(name, code, 'my-own-8', another)).toMatchObject(wrong)
  })
  test('still opens while a stranger asks for codes of the name and uses up their tries', async () => {
    const { name } = await known()
    const { ticket } = (await forget(name)).data
    const code = await secretOfLetter()
    for (const address of ['198.51.1.4', '198.51.2.4']) {
      const stranger = (await forget(name, { address })).data.ticket
      for (let n = 0; n < 6; n += 1)
        expect(await guess(name, address, stranger)).toMatchObject(wrong)
      for (let n = 0; n < 3; n += 1) expect(await guess(name, address)).toMatchObject(wrong)
      expect(await guess(name, address, 'made-up')).toMatchObject(wrong)
    }
    expect((await recover(name, code, 'my-own-7', ticket)).code).toBe(200)
  })
  test('is good for ten minutes, and once', async () => {
    const { name } = await known()
    await forget(name)
    const late = await secretOfLetter()
    clock.advance(600_000)
    expect(await recover(name, late)).toMatchObject(wrong)
    await forget(name)
    const code = await secretOfLetter()
    const both = await Promise.all([recover(name, code), recover(name, code, 'my-own-8')])
    expect(both.map(each => each.code).toSorted()).toEqual([200, 400])
  })
  test('is asked for three times an hour from one network, and ten times from everywhere', async () => {
    const { name } = await known()
    for (let n = 0; n < 3; n += 1) expect((await forget(name)).code).toBe(200)
    expect((await forget(name)).code).toBe(429)
    const from = (address: string) => forget(name, { address })
    expect((await from('198.51.100.4')).code).toBe(200)
    for (let n = 0; n < 6; n += 1) expect((await from(`198.51.${n}.4`)).code).toBe(200)
    expect((await from('203.0.113.9')).code).toBe(429)
  })
  test('comes to a browser of the member when strangers have asked for all of the name', async () => {
    const { name } = await known()
    const cookie = `tianping_device=${'5a'.repeat(16)}`
    await site.call(
      'POST /api/login',
      { name, password: 'secret1', code: 'x' },
      { headers: { cookie } },
    )
    for (let n = 0; n < 10; n += 1) await forget(name, { address: `198.51.${n}.4` })
    expect((await forget(name)).code).toBe(429)
    const { data } = await forget(name, { cookie })
    expect((await recover(name, await secretOfLetter(), 'my-own-7', data.ticket)).code).toBe(200)
  })
  test('is asked for from a network as often as ever when its address was typed as a name', async () => {
    const { name } = await known()
    for (let n = 0; n < 21; n += 1) await forget('192.0.2.1', { address: `198.51.${n}.4` })
    expect((await forget(name)).code).toBe(200)
  })
  test('comes too late when the mail server was down for longer than it is good', async () => {
    const { name, memberId } = await known()
    await forget(name)
    clock.advance(600_000)
    mail.got.length = 0
    await deliverDue(site.services, 'mail')
    expect(mail.got).toEqual([])
    expect(
      await row(
        owner,
        sql`select state from delivery where member_id = ${memberId} order by delivery_id desc limit 1`,
      ),
    ).toEqual({ state: 4 })
  })
})

describe('a forgotten password', () => {
  test('is replaced by the code; every session ends, the member is told, and payouts wait', async () => {
    const { name, token, memberId } = await known()
    await forget(name)
    expect(await recover(name, await secretOfLetter())).toMatchObject({
      code: 200,
      message: '密码已重置，请登录',
    })
    expect((await site.call('POST /api/user', {}, { token })).code).toBe(401)
    expect((await enter(name, 'secret1')).code).toBe(400)
    expect((await enter(name, 'my-own-7')).code).toBe(200)
    await secretOfLetter()
    expect(mail.got.some(each => each.text.includes('您的登录密码于'))).toBe(true)
    const asked = { memberId, cardId: 0n, waitMs: 24 * 3_600_000, now: clock.now() }
    expect(await payoutWait(site.services.db, asked)).toMatchObject({ reasons: ['password'] })
  })
  test('is not recovered by a code that was sent to a contact replaced since', async () => {
    const { name, token } = await known()
    await forget(name)
    const code = await secretOfLetter()
    await site.call('POST /api/updateuserinfo', { ...profile, email: 'new@example.cn' }, { token })
    expect(await recover(name, code)).toMatchObject(wrong)
    expect((await enter(name, 'secret1')).code).toBe(200)
  })
  test('by a way that the site does not serve is refused to everybody alike', async () => {
    const { name } = await known()
    for (const asked of [name, 'nobody123'])
      expect(
        await site.call('POST /api/recover/code', { name: asked, channel: 'sms' }),
      ).toMatchObject({ code: 400, message: '暂未开通手机验证，请联系客服' })
  })
  test('is refused the weak one before the code is used', async () => {
    const { name } = await known()
    await forget(name)
    const code = await secretOfLetter()
    const strict = await recover(name, code, `${name}1`)
    expect(strict.message).toBe('密码过于简单，请更换一个')
    expect((await recover(name, code)).code).toBe(200)
  })
  test('of nobody, of a member without a proved contact and of a locked one reads the same', async () => {
    const [plain, locked, good] = [await site.member(), await known(), await known()]
    await run(owner, sql`update member set state = 'locked' where member_id = ${locked.memberId}`)
    const answers = []
    mail.got.length = 0
    for (const name of ['nobody99', plain.name, locked.name]) {
      answers.push(await forget(name))
      expect(await secretOfLetter()).toBe('')
    }
    answers.push(await forget(good.name))
    const tickets = answers.map(({ data }) => data.ticket)
    expect(new Set(tickets).size).toBe(4)
    for (const ticket of tickets) expect(ticket).toMatch(/^[\w-]{32}$/)
    const read = answers.map(each => JSON.stringify({ ...each, data: {} }))
    expect(new Set(read).size).toBe(1)
    for (const name of ['nobody99', plain.name, locked.name])
      expect(await recover(name, '123456')).toMatchObject(wrong)
  })
})

describe('a password from staff', () => {
  test('is not sent to a contact that was proved within the last week, of which the member is told', async () => {
    const { memberId, token } = await known()
    const { data } = await site.call<{ data: { title: string }[] }>(
      'POST /api/noticeList',
      { type: 2 },
      { token },
    )
    expect(data.data.map(each => each.title)).toContain('邮箱已验证')
    const support = await desk(site, 'support')
    const reset = { id: Number(memberId), which: 'login' as const, remark: '会员来电' }
    const given = await support.call('POST /api/console/members/password', reset)
    expect(given.data).toMatchObject({ password: expect.stringMatching(/^\w{10}$/), sent_to: '' })
  })
  test('goes to the proved contact, and no operator sees it', async () => {
    const { name, memberId } = await known()
    clock.advance(7 * 24 * HOUR_MS)
    const support = await desk(site, 'support')
    const reset = { id: Number(memberId), which: 'login' as const, remark: '会员来电' }
    const given = await support.call('POST /api/console/members/password', reset)
    expect(given.data).toEqual({ password: '', sent_to: 's***@example.cn', waits: false })
    const password = await secretOfLetter()
    expect((await enter(name, password)).code).toBe(200)
  })
  test('for payments too, made by a second person', async () => {
    const { name, memberId } = await known()
    clock.advance(7 * 24 * HOUR_MS)
    const [asks, makes] = [await desk(site, 'support'), await desk(site, 'support')]
    const reset = { id: Number(memberId), which: 'pay' as const, remark: '会员来电' }
    await asks.call('POST /api/console/members/password', reset)
    const { data } = await makes.call('POST /api/console/members/pay-requests/list', {
      page: 1,
      state: 1,
    })
    const { request_id: id } = data.data.find(each => each.username === name)!
    const made = await makes.call('POST /api/console/members/pay-requests/approve', {
      id,
      remark: '',
    })
    expect(made.data).toEqual({ password: '', sent_to: 's***@example.cn' })
    expect(await secretOfLetter()).toMatch(/^\d{8}$/)
  })
})

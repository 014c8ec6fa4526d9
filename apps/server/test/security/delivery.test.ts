// What leaves the site by mail and SMS: that it arrives, once it is due and as often as it has to
// be tried, and that its text stands nowhere afterwards.
import { deliveryState } from '@tianping/contract/delivery/facts'
import { row, rows, run, sql } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { Outward } from '../../src/areas/delivery/channels.ts'
import { announce, deliverDue, sendCode, verifyContact } from '../../src/areas/delivery/delivery.ts'
import { readSettings } from '../../src/kernel/environment.ts'
import { MAX_ATTEMPTS } from '../../src/ledger/outbox.ts'
import { desk } from '../console/support.ts'
import { openMailServer, openSmsGateway } from '../support/outside.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const mail = await openMailServer()
const sms = await openSmsGateway()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock, env: { ...mail.env, ...sms.env } })
const { services } = site

const EMAIL = 'someone@example.cn'
const MOBILE = '13800138000'
const profile = { email: EMAIL, mobile: MOBILE, birthday: '1990-02-28' }

/** Sends all that is due on both channels. */
async function deliver() {
  let sent = 0
  for (const channel of ['mail', 'sms'] as const)
    for (let more = 1; more > 0; sent += more) more = await deliverDue(services, channel)
  return sent
}
const makeDue = () =>
  run(owner, sql`update ledger.outbox set next_attempt_at = now() - interval '1 second'`)

/** A member whose contacts are proved, with nothing under way. */
async function known() {
  const made = await site.member()
  await site.call('POST /api/updateuserinfo', profile, made)
  for (const [channel, contact] of [
    ['mail', EMAIL],
    ['sms', MOBILE],
  ] as const)
    await verifyContact(services.db, services.outward.keys, {
      memberId: made.memberId,
      channel,
      contact,
      at: clock.now(),
    })
  return made
}
const change = (token: string, password = 'secret1', paypassword = 'my-own-7') =>
  site.call('POST /api/editPassword', { password, paypassword }, { token })
const listed = (memberId: bigint) =>
  rows(
    owner,
    sql<{ kind: string; channel: string; contact: string; state: number; error: string }>`
    select kind, channel, contact, state, error from delivery where member_id = ${memberId} order by delivery_id`,
  )

beforeEach(async () => {
  mail.state.refuse = 0
  sms.state.answer = 200
  await run(owner, sql`delete from ledger.outbox`)
  mail.got.length = 0
  sms.got.length = 0
})

describe('a notice about the account', () => {
  test('arrives at every contact that was proved, and its text is kept nowhere', async () => {
    const { token, memberId } = await known()
    expect((await change(token)).code).toBe(200)
    expect(await deliver()).toBe(2)
    expect(mail.got).toMatchObject([{ to: EMAIL }])
    expect(mail.got[0]?.text).toContain('您的登录密码于 2026-11-20 12:00:00 修改')
    expect(sms.got).toMatchObject([{ to: MOBILE }])
    expect(sms.got[0]?.text).toContain('您的登录密码于 2026-11-20 12:00:00 修改')
    expect(await listed(memberId)).toEqual([
      { kind: 'password', channel: 'mail', contact: 's***@example.cn', state: 2, error: '' },
      { kind: 'password', channel: 'sms', contact: '138****8000', state: 2, error: '' },
    ])
    expect(await rows(owner, sql`select 1 from ledger.outbox`)).toEqual([])
  })
  test('goes to no contact that was not proved, or that was replaced since', async () => {
    const { token, memberId } = await site.member()
    await site.call('POST /api/updateuserinfo', profile, { token })
    await verifyContact(services.db, services.outward.keys, {
      memberId,
      channel: 'mail',
      contact: 'old@example.cn',
      at: clock.now(),
    })
    await change(token)
    expect(await deliver()).toBe(0)
  })
  test('of another contact goes to the one before', async () => {
    const { token } = await known()
    const thief = { ...profile, email: 'thief@example.cn', mobile: '13900139000' }
    expect((await site.call('POST /api/updateuserinfo', thief, { token })).code).toBe(200)
    await deliver()
    expect(mail.got).toMatchObject([{ to: EMAIL }])
    expect(mail.got[0]?.text).toContain('变更')
    expect(sms.got).toMatchObject([{ to: MOBILE }])
  })
  test('floods nobody: beyond twenty in an hour it stands in the inbox only, and a code is first in line', async () => {
    const { memberId } = await known()
    for (let n = 0; n < 25; n += 1)
      await announce(services.db, services.outward, {
        memberId,
        kind: 'password',
        title: '登录密码已修改',
        text: `第 ${n} 次`,
        at: clock.now(),
      })
    expect(await listed(memberId)).toHaveLength(20)
    await sendCode(
      services,
      { channel: 'mail', contact: EMAIL },
      { memberId, purpose: 'recover', now: clock.now(), ticket: 'one', network: '' },
    )
    await deliverDue(services, 'mail')
    expect(mail.got[0]?.text).toContain('验证码')
  })
  test('of a log-in comes once for a new device and place, and not for the first', async () => {
    const { name, memberId } = await known()
    const enter = (address: string) =>
      site.call(
        'POST /api/login',
        { name, password: 'secret1', code: 'abcd' },
        { headers: { 'x-forwarded-for': address } },
      )
    await enter('198.51.100.7')
    await enter('198.51.100.7')
    expect((await listed(memberId)).map(each => each.kind)).toEqual(['device', 'device'])
    await deliver()
    expect(mail.got[0]?.text).toContain('198.51.100.7')
  })
})

describe('when the other side does not answer', () => {
  test('it is tried again under the same number until it goes', async () => {
    const { token, memberId } = await known()
    await change(token)
    sms.state.answer = 503
    expect(await deliverDue(services, 'sms')).toBe(0)
    expect((await listed(memberId))[1]).toMatchObject({
      state: deliveryState.waiting,
      error: 'the gateway answered 503',
    })
    sms.state.answer = 200
    await makeDue()
    expect(await deliverDue(services, 'sms')).toBe(1)
    expect(sms.got).toHaveLength(1)
    expect((await listed(memberId))[1]).toMatchObject({ state: deliveryState.sent, error: '' })
  })
  test('after the last try it waits for a person, who lets it be tried again', async () => {
    const { token, memberId } = await known()
    await change(token)
    await deliverDue(services, 'mail')
    await run(owner, sql`update ledger.outbox set attempts = ${MAX_ATTEMPTS - 1}`)
    sms.state.answer = 500
    await deliverDue(services, 'sms')
    const { deliveryId } = (await row(
      owner,
      sql<{
        deliveryId: bigint
      }>`select delivery_id from delivery where member_id = ${memberId} and state = ${deliveryState.failed}`,
    ))!
    const support = await desk(site, 'support')
    const retry = () =>
      support.call('POST /api/console/deliveries/retry', { id: Number(deliveryId) })
    sms.state.answer = 200
    expect(await retry()).toMatchObject({ code: 200 })
    expect(await deliverDue(services, 'sms')).toBe(1)
    expect(await retry()).toMatchObject({ code: 409, message: '只有发送失败的记录可以重新发送' })
  })
  test('a contact that is refused for good is not tried again, and the address is kept out of the reason', async () => {
    const { token, memberId } = await known()
    await change(token)
    mail.state.refuse = 550
    expect(await deliver()).toBe(2)
    const [letter] = await listed(memberId)
    expect(letter).toMatchObject({ state: deliveryState.failed })
    expect(letter?.error).toContain('no *** here')
    expect(await rows(owner, sql`select 1 from ledger.outbox`)).toEqual([])
  })
  test('a channel that fails five times in a row rests, and refused contacts do not count', async () => {
    const { openedAt, asked } = await broken()
    expect(asked).toBe(5)
    expect(openedAt).toBe(5)
  })
})

/** Sends eight texts to a gateway that answers 500; how many it was asked for. */
async function broken() {
  const gateway = await openSmsGateway()
  gateway.state.answer = 404
  const settings = readSettings({ TIANPING_MODE: 'sandbox', DATABASE_URL: url, ...gateway.env })
  const outward = new Outward(settings, clock)
  const send = async () => {
    const sending = { id: '1', to: MOBILE, subject: '', text: '' }
    return outward.send('sms', sending).then(
      () => '',
      error => (error as Error).message,
    )
  }
  for (let n = 0; n < 6; n += 1) await send()
  gateway.state.answer = 500
  const said: string[] = []
  for (let n = 0; n < 8; n += 1) said.push(await send())
  const asked = said.filter(each => each === 'the gateway answered 500').length
  return { asked, openedAt: said.findIndex(each => each !== 'the gateway answered 500') }
}

describe('what is sent', () => {
  test('needs encryption in production', async () => {
    const settings = { ...services.settings, mode: 'production' as const, sms: null }
    const outward = new Outward(settings, clock)
    const sending = { id: '1', to: EMAIL, subject: 'x', text: 'x' }
    await expect(outward.send('mail', sending)).rejects.toThrow(/STARTTLS|TLS/)
    expect(mail.got).toEqual([])
    const env = { TIANPING_MODE: 'production', DATABASE_URL: url, ...sms.env }
    expect(() => readSettings(env)).toThrow()
  })
  test('is configured whole or not at all', () => {
    const env = { TIANPING_MODE: 'sandbox', DATABASE_URL: url, SMTP_URL: 'smtp://localhost' }
    expect(() => readSettings(env)).toThrow('SMTP_URL and MAIL_FROM are set together')
  })
  test('is seen by operators masked, and a trial says what the other side said', async () => {
    const { token, name } = await known()
    await change(token)
    await deliver()
    const support = await desk(site, 'support')
    const { data } = await support.call('POST /api/console/deliveries/list', { q: name })
    expect(data.data.map(each => [each.contact, each.state])).toEqual([
      ['138****8000', deliveryState.sent],
      ['s***@example.cn', deliveryState.sent],
    ])
    expect(JSON.stringify(data)).not.toContain(EMAIL)
    const trial = (to: string) =>
      support.call('POST /api/console/deliveries/trial', { channel: 'mail', to })
    expect(await trial('nonsense')).toMatchObject({ code: 400, message: '请输入正确的邮箱' })
    expect((await trial(EMAIL)).data).toEqual({ sent: true, error: '' })
    mail.state.refuse = 550
    expect((await trial(EMAIL)).data).toMatchObject({ sent: false })
    const finance = await desk(site, 'finance')
    expect((await finance.call('POST /api/console/deliveries/list', {})).code).toBe(403)
  })
})

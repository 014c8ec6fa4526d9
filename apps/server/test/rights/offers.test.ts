// Offers reach members as each has chosen, product by product and channel by channel.
import type { Given } from '@tianping/contract'
import { run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { deliverDue, postOffers, verifyContact } from '../../src/areas/delivery/delivery.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openMailServer, openSmsGateway } from '../support/outside.ts'
import { openTestSite } from '../support/site.ts'

const mail = await openMailServer()
const sms = await openSmsGateway()
const { url, open } = await freshDatabase('server')
const owner = open()
const site = await openTestSite(url, { env: { ...mail.env, ...sms.env } })
const { services } = site
const writer = await desk(site, 'support')
const PASSWORD = 'secret1'

beforeEach(async () => {
  await run(owner, sql`delete from ledger.outbox`)
  mail.got.length = 0
  sms.got.length = 0
})

type Member = Awaited<ReturnType<typeof site.member>>
let known = 0
/** A member whose mail and mobile number are proved. */
async function member(): Promise<Member> {
  const made = await site.member()
  known++
  const [email, mobile] = [`offers${known}@example.cn`, `138001390${10 + known}`]
  await site.call('POST /api/updateuserinfo', { email, mobile, birthday: '1990-02-28' }, made)
  for (const [channel, contact] of [
    ['mail', email],
    ['sms', mobile],
  ] as const)
    await verifyContact(owner, site.services.outward.keys, {
      memberId: made.memberId,
      channel,
      contact,
      at: new Date(),
    })
  return made
}
const choose = ({ token }: Member, product: string, channel: string, on: 0 | 1) =>
  site.call('POST /api/consents/offer', { product, channel, on }, { token })
const offersOf = async ({ token }: Member) =>
  (await site.call<Given<'POST /api/consents/show'>>('POST /api/consents/show', {}, { token })).data
    .offers
const wantedOf = async (of: Member) =>
  (await offersOf(of)).filter(each => each.wanted).map(each => `${each.product}/${each.channel}`)

type Letter = {
  title: string
  product?: 'betting' | 'casino' | 'lottery'
  channels?: ('mail' | 'sms')[]
  kind?: 'offer' | 'service'
}
async function send(to: Member[], { title, product, channels = [], kind = 'offer' }: Letter) {
  const { code, message } = await writer.call('POST /api/console/messages/send', {
    audience: 'some',
    kind,
    ...(product && { product }),
    channels,
    members: to.map(each => each.memberId).join(' '),
    title,
    content: '<p>周末<b>存款</b></p><p>送礼金 &amp; 红包</p>',
    advert: { reason: '测试' },
  })
  expect(code, message).toBe(200)
}
const post = async () => {
  while ((await postOffers(services)) > 0);
}
async function deliver() {
  for (const channel of ['mail', 'sms'] as const) while ((await deliverDue(services, channel)) > 0);
}
const inbox = async ({ token }: Member) =>
  (
    await site.call<Given<'POST /api/noticeList'>>('POST /api/noticeList', { page: 1 }, { token })
  ).data.data.map(each => each.title)

test('nothing is ticked for mail, SMS and push; the inbox stays as it was, and is asked for first where the site says so', async () => {
  const fresh = await member()
  expect(await wantedOf(fresh)).toEqual(['betting/inbox', 'casino/inbox', 'lottery/inbox'])
  const at = { name: 'test', at: new Date() }
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, { inboxOptIn: true }, at)
  expect(await wantedOf(fresh)).toEqual([])
  await send([fresh], { title: '没有同意', product: 'casino' })
  await choose(fresh, 'casino', 'inbox', 1)
  await send([fresh], { title: '已经同意', product: 'casino' })
  expect(await inbox(fresh)).toEqual(['已经同意'])
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, {}, at)
})

test('each cell is honoured by itself: product, channel and the newest choice', async () => {
  const [one, other] = [await member(), await member()]
  await choose(one, 'casino', 'mail', 1)
  await choose(other, 'casino', 'sms', 1)
  await choose(other, 'betting', 'mail', 1)
  await choose(other, 'casino', 'inbox', 0)
  await send([one, other], { title: '电子礼金', product: 'casino', channels: ['mail', 'sms'] })
  await post()
  await deliver()
  expect(mail.got.map(each => each.to)).toEqual([expect.stringContaining('offers2@')])
  expect(mail.got[0]?.text).toContain('周末存款\n送礼金 & 红包')
  expect(mail.got[0]?.text).toContain('不想再收到')
  expect(sms.got).toHaveLength(1)
  expect([await inbox(one), await inbox(other)]).toEqual([['电子礼金'], []])
  await send([one], { title: '综合礼金', channels: ['mail'] })
  await post()
  await deliver()
  expect(mail.got, 'an offer of everything wants every product').toHaveLength(1)
})

test('a choice that is taken back while an offer waits to leave keeps it from leaving', async () => {
  const one = await member()
  await choose(one, 'lottery', 'mail', 1)
  await send([one], { title: '彩票加奖', product: 'lottery', channels: ['mail'] })
  await post()
  await choose(one, 'lottery', 'mail', 0)
  await deliver()
  expect(mail.got).toEqual([])
})

test('a broadcast shows to nobody who does not want its product, and service letters to all', async () => {
  const one = await member()
  const write = (product: string, offer: boolean, title: string) =>
    run(
      owner,
      sql`insert into broadcast (title, content, offer, product, created_at, sent_by) values (${title}, '<p>x</p>', ${offer}, ${product}, ${new Date()}, 'test')`,
    )
  await write('betting', true, '体育')
  await write('lottery', true, '彩票')
  await write('', true, '全部')
  await write('', false, '维护')
  await choose(one, 'lottery', 'inbox', 0)
  expect((await inbox(one)).toSorted()).toEqual(['体育', '维护'].toSorted())
  const user = await site.call<{ messageNum: number }>('POST /api/user', {}, one)
  expect(user.data.messageNum).toBe(2)
})

test('one step ends all offers at once, and giving the single consent again brings them back', async () => {
  const one = await member()
  await site.call('POST /api/consents/give', { kind: 'marketing', version: 0 }, one)
  expect(await wantedOf(one)).toHaveLength(12)
  await site.call('POST /api/consents/offers/stop', {}, one)
  expect(await wantedOf(one)).toEqual([])
  const { data } = await site.call<Given<'POST /api/consents/show'>>(
    'POST /api/consents/show',
    {},
    one,
  )
  expect(data.given.find(each => each.kind === 'marketing')?.withdrawn_at).not.toBe('')
  await send([one], { title: '停止之后', channels: ['mail', 'sms'] })
  await post()
  await deliver()
  expect([await inbox(one), mail.got, sms.got]).toEqual([[], [], []])
  await site.call('POST /api/consents/give', { kind: 'marketing', version: 0 }, one)
  expect(await wantedOf(one)).toHaveLength(12)
})

test.each(['object', 'restrict'])(
  'a request to %s stops offers at once, before anybody has looked at it',
  async kind => {
    const one = await member()
    await choose(one, 'casino', 'mail', 1)
    const asked = await site.call(
      'POST /api/dataRights/ask',
      { kind, content: '请不要再向我推销', password: PASSWORD },
      one,
    )
    expect(asked.code, asked.message).toBe(200)
    expect(await wantedOf(one)).toEqual([])
    await run(owner, sql`delete from ledger.outbox`)
    await send([one], { title: '礼金', product: 'casino', channels: ['mail'] })
    await post()
    await deliver()
    expect([(await inbox(one)).includes('礼金'), mail.got]).toEqual([false, []])
  },
)

test('offers crowd out no notice about the account', async () => {
  const one = await member()
  await choose(one, 'casino', 'mail', 1)
  await run(
    owner,
    sql`insert into delivery (member_id, channel, kind, contact, created_at) select ${one.memberId}, 'mail', 'offer', 'x', now() from generate_series(1, 30)`,
  )
  const changed = { password: PASSWORD, paypassword: 'my-own-7' }
  expect((await site.call('POST /api/editPassword', changed, one)).code).toBe(200)
  await deliver()
  expect(mail.got).toHaveLength(1)
})

test('within seven days a member gets no more offers than the site allows, by any channel; service goes on', async () => {
  const [full, fresh] = [await member(), await member()]
  await choose(full, 'casino', 'mail', 1)
  const at = { name: 'test', at: new Date() }
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, { offersAWeek: 2 }, at)
  await send([full], { title: '第一条' })
  await send([full], { title: '第二条' })
  await send([full, fresh], { title: '第三条', product: 'casino', channels: ['mail'] })
  await send([full], { title: '维护', kind: 'service' })
  await post()
  await deliver()
  expect(await inbox(full)).toEqual(['维护', '第二条', '第一条'])
  expect(await inbox(fresh)).toEqual(['第三条'])
  expect(mail.got).toEqual([])
  const refused = await writer.call('POST /api/console/messages/send', {
    audience: 'some',
    members: String(full.memberId),
    title: '第四条',
    content: '<p>您好</p>',
    advert: { reason: '测试' },
  })
  expect(refused.message).toBe('这些会员近 7 天收到的优惠已达上限（2 条）')
  // A week later there is room again.
  await run(
    owner,
    sql`update message set created_at = created_at - interval '8 days' where member_id = ${full.memberId}`,
  )
  await send([full], { title: '第五条' })
  expect(await inbox(full)).toContain('第五条')
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, {}, at)
})

// What follows when a password is replaced: sessions and games end on every instance, the change is
// written down with where it came from, and the member hears of it.
import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { deliverDue } from '../../src/areas/delivery/delivery.ts'
import { openMailServer } from '../support/outside.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { addVenues } from '../support/venue.ts'

const mail = await openMailServer()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock, env: mail.env })
const elsewhere = await openTestSite(url, { clock, env: mail.env })
await addVenues(owner)

const ADDRESS = '203.0.113.9'
const headers = { 'x-forwarded-for': ADDRESS }
type Member = Awaited<ReturnType<typeof site.member>>

const isOpen = async (at: TestSite, token: string) =>
  (await at.call('POST /api/user', {}, { token })).code === 200
const gamesEnding = async ({ memberId }: Member) =>
  (await rows(owner, sql`select from play_end where member_id = ${memberId}`)).length
const changesOf = ({ memberId }: Member) =>
  rows(
    owner,
    sql`select kind, address from account_change where member_id = ${memberId} and kind <> 'contact'`,
  )
const lettersOf = async ({ memberId }: Member) =>
  rows(owner, sql<{ title: string }>`select title from message where member_id = ${memberId}`).then(
    found => found.map(({ title }) => title),
  )

async function codeOfLetter() {
  mail.got.length = 0
  while ((await deliverDue(site.services, 'mail')) > 0);
  const found = mail.got.map(({ text }) => /验证码 (\d{6})/.exec(text)?.[1])
  return found.findLast(each => each !== undefined) ?? ''
}
/** A member who is in a game, is logged in twice, and has proved an address. */
async function playing() {
  const member = await site.member()
  const { memberId, token } = member
  const email = `m${memberId}@example.cn`
  const profile = { email, mobile: '13800138000', birthday: '1990-02-28' }
  await site.call('POST /api/updateuserinfo', profile, { token })
  await site.call('POST /api/contacts/code', { channel: 'mail' }, { token })
  const proof = { channel: 'mail', code: await codeOfLetter(), password: 'secret1' }
  expect((await site.call('POST /api/contacts/verify', proof, { token })).code).toBe(200)
  const other = await site.enter(memberId)
  for (const at of [site, elsewhere])
    for (const each of [token, other]) expect(await isOpen(at, each)).toBe(true)
  await run(
    owner,
    sql`insert into venue_player (member_id, venue_id, launched_at)
      select ${memberId}::bigint, min(venue_id), ${clock.now()}::timestamptz from venue`,
  )
  return { ...member, other }
}

const changed = (member: Member, next: string) =>
  site.call(
    'POST /api/editPassword',
    { password: 'secret1', paypassword: next },
    { token: member.token, headers },
  )
async function recovered({ name }: Member, password: string) {
  const asked = { name, channel: 'mail' }
  const { data } = await site.call<{ ticket: string }>('POST /api/recover/code', asked, { headers })
  const code = await codeOfLetter()
  const fields = { name, code, password, ticket: data.ticket }
  return site.call('POST /api/recover', fields, { headers })
}

test.each([
  ['changed', changed, 'password'],
  ['recovered by a proved contact', recovered, 'password_recovered'],
] as const)('a log-in password that is %s', async (_how, replace, kind) => {
  const member = await playing()
  expect((await replace(member, 'my-own-7')).code).toBe(200)
  for (const token of [member.token, member.other]) {
    expect(await isOpen(site, token)).toBe(false)
    await expect.poll(() => isOpen(elsewhere, token)).toBe(false)
  }
  expect(await gamesEnding(member)).toBe(1)
  expect(await changesOf(member)).toEqual([{ kind, address: ADDRESS }])
  expect(await lettersOf(member)).toContain('登录密码已修改')
})

test('a payment password that is changed ends nothing, and is written down and told', async () => {
  const member = await playing()
  const { token } = member
  const fields = { password: '888888', paypassword: '739251' }
  expect((await site.call('POST /api/editPayPassword', fields, { token, headers })).code).toBe(200)
  expect([await isOpen(site, token), await gamesEnding(member)]).toEqual([true, 0])
  expect(await changesOf(member)).toEqual([{ kind: 'pay_password', address: ADDRESS }])
  expect(await lettersOf(member)).toContain('支付密码已修改')
})

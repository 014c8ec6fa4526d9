// The file for partners: contacts that nobody may write to with offers, as keyed hashes.
import { createHmac } from 'node:crypto'
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, clock, owner } = await openCashier()
type Member = Awaited<ReturnType<typeof site.member>>
const PASSWORD = 'secret1'
let support = await desk(site, 'support')

let days = 0
/** A birthday of its own, since members of one name and birthday are taken for one person. */
const contacts = ({ token }: Member, email: string, mobile: string) => {
  const birthday = `1991-03-${String(++days).padStart(2, '0')}`
  return site.call('POST /api/updateuserinfo', { email, mobile, birthday }, { token })
}
const keyOf = async () =>
  (await support.call('POST /api/console/suppressions/key', { remark: '交给合作方' })).data.key
async function listed() {
  const key = Buffer.from(await keyOf(), 'hex')
  const { data } = await support.call('POST /api/console/suppressions/list', { page: 1 })
  const found = data.data.map(each => `${each.channel} ${each.contact_hash}`)
  return (channel: 'mail' | 'sms', contact: string) =>
    found.includes(`${channel} ${createHmac('sha256', key).update(contact).digest('hex')}`)
}

test('names who is excluded, also after the term until the return counts, and nobody who is not', async () => {
  const [excluded, other] = [await site.member(), await site.member()]
  await contacts(excluded, 'Excluded@Example.cn', '13700000001')
  await contacts(other, 'other@example.cn', '13700000002')
  const word = { term: '6m', word: '我要排除', password: PASSWORD }
  await site.call('POST /api/protection/exclude', word, { token: excluded.token })
  const now = await listed()
  expect([now('mail', 'excluded@example.cn'), now('sms', '+8613700000001')]).toEqual([true, true])
  expect([now('mail', 'other@example.cn'), now('sms', '+8613700000002')]).toEqual([false, false])

  clock.advance(200 * 86_400_000)
  support = await desk(site, 'support')
  const after = await listed()
  expect(after('mail', 'excluded@example.cn'), 'the term is over, nothing else').toBe(true)
  const token = await site.enter(excluded.memberId)
  await site.call('POST /api/protection/return', { agree: 1, password: PASSWORD }, { token })
  clock.advance(25 * 3_600_000)
  support = await desk(site, 'support')
  expect((await listed())('mail', 'excluded@example.cn')).toBe(false)
})

test('names who wants no offers, on the channel that was refused whole', async () => {
  const [stopped, partly] = [await site.member(), await site.member()]
  await contacts(stopped, 'stopped@example.cn', '13700000003')
  await contacts(partly, 'partly@example.cn', '13700000004')
  await site.call('POST /api/consents/offers/stop', {}, { token: stopped.token })
  for (const product of ['betting', 'casino', 'lottery'])
    await site.call(
      'POST /api/consents/offer',
      { product, channel: 'mail', on: product === 'casino' ? 1 : 0 },
      { token: partly.token },
    )
  const found = await listed()
  expect([found('mail', 'stopped@example.cn'), found('sms', '+8613700000003')]).toEqual([
    true,
    true,
  ])
  expect(found('mail', 'partly@example.cn')).toBe(false)
})

test('is downloaded like any list, written down, and shows no contact', async () => {
  const one = await site.member()
  await contacts(one, 'plain@example.cn', '13700000005')
  await run(owner, sql`insert into harm_stop (member_id, since) values (${one.memberId}, now())`)
  const auditor = await desk(site, 'admin')
  const begun = await auditor.call('POST /api/console/exports/begin', {
    list: 'POST /api/console/suppressions/list',
    filters: {},
    columns: ['channel', 'contact_hash'],
  })
  expect(begun.code, begun.message).toBe(200)
  const file = await site.app.inject({
    method: 'GET',
    url: `/api/console/export/${begun.data.ticket}`,
    headers: { cookie: auditor.cookie },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body).toMatch(/(邮箱|短信),[0-9a-f]{64}\r\n/)
  expect(file.body).not.toContain('plain@')
  expect(file.body).not.toContain('13700000005')
  const { data } = await auditor.call('POST /api/console/exports/list', { page: 1 })
  expect(data.data[0]).toMatchObject({ list: 'POST /api/console/suppressions/list' })
})

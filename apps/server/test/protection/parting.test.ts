// One person's limit outlasts what joined the accounts: whoever closes one of them, or proves
// another contact, loosens nothing by it.
import type { Given } from '@tianping/contract'
import type { LimitKind } from '@tianping/contract/protection/facts'
import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { runClosing } from '../../src/areas/closing/job.ts'
import { deliverDue, verifyContact } from '../../src/areas/delivery/delivery.ts'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openMailServer } from '../support/outside.ts'

const mail = await openMailServer()
const { site, clock, owner } = await openCashier(mail.env)

type Member = Awaited<ReturnType<typeof site.member>>
const HOUR_MS = 3_600_000
const set = ({ token }: Member, kind: LimitKind, amount: string) =>
  site.call<{ waits: boolean }>('POST /api/protection/limit', { kind, amount }, { token })
const confirm = ({ token }: Member, kind: LimitKind) =>
  site.call('POST /api/protection/limit/confirm', { kind, agree: 1 }, { token })
const deposit = ({ token }: Member, amount: string) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount }, { token })
async function limitOf({ token }: Member, kind: LimitKind) {
  const call = 'POST /api/protection/show'
  const { data } = await site.call<Given<typeof call>>(call, {}, { token })
  return data.limits.find(each => each.kind === kind)
}
let contacts = 0
async function ofOne(count: number): Promise<Member[]> {
  const made: Member[] = []
  const contact = `one${++contacts}@example.cn`
  for (let n = 0; n < count; n += 1) {
    const member = await site.member()
    const proved = { memberId: member.memberId, channel: 'mail', contact, at: clock.now() } as const
    await verifyContact(owner, site.services.outward.keys, proved)
    made.push(member)
  }
  return made
}
async function close({ token }: Member) {
  const sent = { password: 'secret1', paypassword: '888888', reason: '' }
  expect((await site.call('POST /api/closing/ask', sent, { token })).code).toBe(200)
  await run(owner, sql`update member set closing_checked_at = null where closing_at is not null`)
  expect(await runClosing(site.services)).toBe(1)
}
/** States another contact, and answers what proves it. */
async function codeOf({ token }: Member) {
  const profile = { email: `new${++contacts}@example.cn`, mobile: '13800138000' }
  const birthday = '1990-02-28'
  await site.call('POST /api/updateuserinfo', { ...profile, birthday }, { token })
  mail.got.length = 0
  await site.call('POST /api/contacts/code', { channel: 'mail' }, { token })
  while ((await deliverDue(site.services, 'mail')) > 0);
  const found = mail.got.map(({ text }) => /验证码 (\d{6})/.exec(text)?.[1])
  return found.findLast(each => each !== undefined) ?? ''
}
const prove = ({ token }: Member, code: string) =>
  site.call('POST /api/contacts/verify', { channel: 'mail', code, password: 'secret1' }, { token })

test('the limit of an account that closes stands in the other, and loosens there by the usual way', async () => {
  const [first, second] = (await ofOne(2)) as [Member, Member]
  await set(first, 'deposit_day', '100')
  await close(first)
  expect((await deposit(second, '500')).message).toContain('超过您的每日存款限额 ¥100.00')
  expect(await limitOf(second, 'deposit_day')).toMatchObject({ own: 100, amount: 100 })
  const log = sql<object>`
    select act, detail ->> 'kind' as kind, detail ->> 'amount' as amount from protection_log where member_id = ${second.memberId}`
  expect(await rows(owner, log)).toEqual([{ act: 'limit', kind: 'deposit_day', amount: '10000' }])
  expect((await set(second, 'deposit_day', '1000')).data.waits).toBe(true)
  clock.advance(23.9 * HOUR_MS)
  const back = { ...second, token: await site.enter(second.memberId) }
  await confirm(back, 'deposit_day')
  expect((await deposit(back, '500')).code).toBe(400)
  clock.advance(0.2 * HOUR_MS)
  expect((await deposit(back, '500')).code, 'not confirmed').toBe(400)
  expect((await confirm(back, 'deposit_day')).code).toBe(200)
  expect((await deposit(back, '500')).code).toBe(200)
})

test('a stricter limit of the other account stays, a looser one gives way, and a raise that waits is dropped', async () => {
  const [first, second] = (await ofOne(2)) as [Member, Member]
  for (const kind of ['deposit_day', 'deposit_week', 'deposit_month'] as const)
    await set(first, kind, '500')
  await set(second, 'deposit_day', '300')
  await set(second, 'deposit_week', '900')
  await set(second, 'deposit_month', '400')
  await set(second, 'deposit_day', '2000')
  expect((await set(second, 'deposit_month', '450')).data.waits).toBe(true)
  await close(first)
  expect(await limitOf(second, 'deposit_day')).toMatchObject({ own: 300, raise: null })
  expect(await limitOf(second, 'deposit_week')).toMatchObject({ own: 500, raise: null })
  expect(await limitOf(second, 'deposit_month')).toMatchObject({ own: 400, raise: { amount: 450 } })
})

test("an operator's limit stays an operator's when its account closes", async () => {
  const [first, second] = (await ofOne(2)) as [Member, Member]
  const risk = await desk(site, 'risk')
  const kind = 'deposit_day'
  const limit = { id: Number(first.memberId), kind, amount: '200', remark: '核实' } as const
  const put = await risk.call('POST /api/console/members/limit/set', limit)
  expect(put.code, put.message).toBe(200)
  await run(
    owner,
    sql`update member_limit set amount = 20000, next_amount = null, next_from = null where member_id = ${first.memberId}`,
  )
  await close(first)
  expect(await limitOf(second, 'deposit_day')).toMatchObject({ own: null, operator: 200 })
})

test.each([
  ['the account without it', 1],
  ['the account that set it', 0],
] as const)('a limit stands in both accounts once %s proves another contact', async (_, which) => {
  const both = (await ofOne(2)) as [Member, Member]
  await set(both[0], 'deposit_day', '100')
  const code = await codeOf(both[which])
  expect((await prove(both[which], code)).code).toBe(200)
  for (const each of both) {
    expect((await deposit(each, '500')).message).toContain('超过您的每日存款限额 ¥100.00')
    expect(await limitOf(each, 'deposit_day')).toMatchObject({ own: 100 })
  }
})

test('who stays joined to the other account by the same contact is given no limit of their own', async () => {
  const [first, second] = (await ofOne(2)) as [Member, Member]
  await set(first, 'deposit_day', '100')
  const keys = site.services.outward.keys
  const sms = { channel: 'sms', contact: '13712340000', at: clock.now() } as const
  for (const { memberId } of [first, second]) await verifyContact(owner, keys, { ...sms, memberId })
  expect((await prove(second, await codeOf(second))).code).toBe(200)
  expect(await limitOf(second, 'deposit_day')).toMatchObject({ own: null, amount: 100 })
})

test('two accounts that part at one moment wait for each other, and each keeps the limit', async () => {
  for (let n = 0; n < 3; n += 1) {
    const both = (await ofOne(3)) as [Member, Member, Member]
    await set(both[0], 'deposit_day', '100')
    const codes = [await codeOf(both[0]), await codeOf(both[1]), await codeOf(both[2])]
    const proved = await Promise.all(both.map((each, at) => prove(each, codes[at] ?? '')))
    expect(proved.map(({ code }) => code)).toEqual([200, 200, 200])
    for (const each of both) expect(await limitOf(each, 'deposit_day')).toMatchObject({ own: 100 })
  }
})

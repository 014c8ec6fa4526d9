// A service that a person ended for harm ends for the person, whichever account they come with.
import { run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { openCase } from '../../src/areas/harm/store/harm.sql.ts'
import { bankCard, bankTransfer, bind, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, clock, owner } = await openCashier()

type Member = Awaited<ReturnType<typeof site.member>>
const STOPPED = '您的账户已暂停使用至'
const deposit = ({ token }: { token: string }) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })
const prove = ({ memberId }: Member, contact: string) =>
  verifyContact(owner, site.services.outward.keys, {
    memberId,
    channel: 'mail',
    contact,
    at: clock.now(),
  })
const later = async (member: Member) => ({ token: await site.enter(member.memberId) })
async function end({ memberId }: Member) {
  const now = clock.now()
  const found = { level: 3, score: 120, version: 0 }
  const caseId = await transaction(owner, tx =>
    openCase(tx, { ...found, reasons: [], memberId, kind: 'stop', now, dueAt: now }),
  )
  const sent = { case_id: Number(caseId), remark: '持续伤害，终止服务' }
  const risk = await desk(site, 'risk')
  expect((await risk.call('POST /api/console/harm/end', sent)).code).toBe(200)
}

test('a service that ended for harm ends in every account of the person, as long, and in no other', async () => {
  const [first, second] = [await site.member(), await site.member()]
  const [third, stranger] = [await site.member(), await site.member()]
  for (const each of [first, second]) await prove(each, 'one@example.cn')
  await end(first)
  for (const each of [first, second]) expect((await deposit(each)).message).toContain(STOPPED)
  // One that is seen later to be the same person's.
  await bind(site, first.token, bankCard('6222020011114444'))
  expect((await deposit(third)).code).toBe(200)
  await bind(site, third.token, bankCard('6222020011114444'))
  expect((await deposit(third)).message).toContain(STOPPED)
  expect((await deposit(stranger)).code).toBe(200)
  clock.advance(1_825 * 86_400_000)
  expect((await deposit(await later(second))).message).toContain(STOPPED)
  clock.advance(2 * 86_400_000)
  for (const each of [first, second, third])
    expect((await deposit(await later(each))).code).toBe(200)
})

test('whoever has the name and birthday of a member whose service ended opens no account', async () => {
  const form = { password: 'secret1', confirmPass: 'secret1', paypassword: '888888', code: 'abcd' }
  const person = { realname: '韩梅梅', birthday: '1993-04-05' }
  const register = (name: string, address: string) =>
    site.call(
      'POST /api/register',
      { ...form, ...person, name },
      { headers: { 'x-forwarded-for': address } },
    )
  const member = await site.member()
  await run(
    owner,
    sql`update member set realname = ${person.realname}, birthday = ${person.birthday}::date where member_id = ${member.memberId}`,
  )
  const paused = { id: Number(member.memberId), days: 10, remark: '核实' }
  const risk = await desk(site, 'risk')
  expect((await risk.call('POST /api/console/members/exclude', paused)).code).toBe(200)
  expect((await register('newcomer1', '10.8.8.1')).code, 'a pause alone').toBe(200)
  await end(member)
  expect((await register('newcomer2', '10.8.8.2')).message).toBe('暂时无法开户，请联系客服')
})

// A granted restriction of processing keeps the member's rows as they are until it is lifted.
import { row, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { contactKeys, openContacts } from '../../src/kernel/sealedContact.ts'
import { bankCard, bind, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, owner } = await openCashier()
const [risk, support] = [await desk(site, 'admin', 'riskier'), await desk(site, 'admin', 'helper')]
const RESTRICTED =
  '已按申请限制处理个人信息，资料、联系方式与收款账户暂不能修改；如需解除请联系客服'
const password = 'secret1'
const lift = (id: number) =>
  risk.call('POST /api/console/data-requests/lift', { id, answer: '争议已解决', remark: '' })

/** A member whose restriction waits, and its number. */
async function asked() {
  const member = await site.member()
  const { token, memberId } = member
  const card = await bind(site, token, bankCard())
  const call = (name: string, body: object) => site.call(name, body, { token })
  const about = { kind: 'restrict', content: '资料有争议', password }
  expect((await call('POST /api/dataRights/ask', about)).code).toBe(200)
  const { data } = await risk.call('POST /api/console/data-requests/list', { q: String(memberId) })
  const id = data.data[0]?.request_id ?? 0
  return { ...member, id, card, call }
}
type Asked = Awaited<ReturnType<typeof asked>>

const approve = (id: number) =>
  risk.call('POST /api/console/data-requests/approve', { id, answer: '已限制', remark: '' })

/** Every change of a personal row, by the member and by staff. */
const changesOf = ({ call, card, memberId }: Asked) => ({
  profile: () =>
    call('POST /api/updateuserinfo', {
      mobile: '13900000009',
      email: 'own@example.com',
      birthday: '1990-02-03',
    }),
  bind: () => call('POST /api/bindcard', bankCard('6222020033334444')),
  unbind: () => call('POST /api/delcard', { id: card }),
  rename: () =>
    support.call('POST /api/console/members/rename', {
      id: Number(memberId),
      realname: '测试员乙',
      remark: '更正',
    }),
  birthday: () =>
    support.call('POST /api/console/members/birthday', {
      id: Number(memberId),
      birthday: '1990-02-04',
      remark: '更正',
    }),
})

async function stored({ memberId }: Asked) {
  const { mobile, email, ...found } = await theRow(
    owner,
    sql<{ realname: string; mobile: Buffer; email: Buffer; birthday: string; cards: number }>`
    select m.realname, m.mobile, m.email, m.birthday,
      (select count(*)::int from card c where c.member_id = m.member_id and c.unbound_at is null) as cards
    from member m where m.member_id = ${memberId}`,
  )
  const keys = contactKeys(site.services.settings)
  return { ...found, ...openContacts(keys, { memberId, mobile, email }) }
}

test('the rows of a member are read-only from the granted restriction until it is lifted', async () => {
  const of = await asked()
  const before = await stored(of)
  expect((await approve(of.id)).code).toBe(200)
  for (const [what, change] of Object.entries(changesOf(of)))
    expect(await change(), what).toMatchObject({ code: 409, message: RESTRICTED })
  expect(await stored(of)).toEqual(before)
  expect((await lift(of.id)).message).toBe('已解除限制并通知会员')
  for (const [what, change] of Object.entries(changesOf(of)))
    expect((await change()).code, what).toBe(200)
  expect(await stored(of)).toEqual({
    realname: '测试员乙',
    mobile: '13900000009',
    email: 'own@example.com',
    birthday: '1990-02-04',
    cards: 1,
  })
})

test('a request that waits, or was refused, locks nothing', async () => {
  const of = await asked()
  expect((await changesOf(of).rename()).code).toBe(200)
  await risk.call('POST /api/console/data-requests/reject', {
    id: of.id,
    answer: '资料一致',
    remark: '',
  })
  expect((await changesOf(of).profile()).code).toBe(200)
})

test('a restriction is lifted once, is told to the member, and only where one is granted', async () => {
  const of = await asked()
  const none = { code: 409, message: '该申请没有生效中的限制' }
  expect(await lift(of.id)).toMatchObject(none)
  await approve(of.id)
  expect((await lift(of.id)).code).toBe(200)
  expect(await lift(of.id)).toMatchObject(none)
  const { data } = await risk.call('POST /api/console/data-requests/list', {
    q: String(of.memberId),
    state: 2,
  })
  expect(data.data[0]?.lifted_at).toMatch(/^\d{4}-/)
  const told = await row(
    owner,
    sql<{ content: string }>`
    select content from message where member_id = ${of.memberId} and title = '个人信息处理限制已解除'`,
  )
  expect(told?.content).toContain('争议已解决')
})

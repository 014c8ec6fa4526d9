// What the software decides by itself about a member names its reason, is put to a person, and can
// be contested and asked about.
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import {
  bankCard,
  bankTransfer,
  bind,
  give,
  openCashier,
  PAY_PASSWORD,
} from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, clock, owner } = await openCashier()
type Member = Awaited<ReturnType<typeof site.member>>
const PASSWORD = 'secret1'

const complain = ({ token }: Member, kind: string) =>
  site.call(
    'POST /api/complaints/new',
    { kind, content: '我不同意系统的这个决定，请人工复核', order_no: '', event_day: '' },
    { token },
  )
const explain = ({ token }: Member) =>
  site.call(
    'POST /api/dataRights/ask',
    { kind: 'explain', content: '请说明为什么停止了优惠', password: PASSWORD },
    { token },
  )

test('a stop of offers says so, opens a task for a person, and is lifted by nobody else', async () => {
  const member = await site.member()
  await run(
    owner,
    sql`insert into member_note (member_id, content, written_by, written_at) values (${member.memberId}, '会员说不想活了', 'support', ${clock.now()})`,
  )
  const { token } = member
  await site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })
  const refused = await site.call('POST /api/dofanshui', {}, { token })
  expect(refused.message).toBe('目前不能领取或申请优惠，如有疑问请联系客服')
  expect((await complain(member, 'promotion')).code).toBe(200)
  expect((await explain(member)).code).toBe(200)
  const risk = await desk(site, 'risk')
  const { data } = await risk.call('POST /api/console/harm/list', { page: 1 } as never)
  const task = data.data.find(each => each.member_id === Number(member.memberId))
  expect(task).toMatchObject({ kind: 'stop', state: 1 })
  await risk.call('POST /api/console/harm/ease', {
    case_id: task!.case_id,
    remark: '已与会员沟通',
  } as never)
  expect((await site.call('POST /api/dofanshui', {}, { token })).message).not.toBe(refused.message)
})

test('a block by likeness is contested by complaint and ended by two persons', async () => {
  const [excluded, other] = [await site.member(), await site.member()]
  await bind(site, excluded.token, bankCard('6222020011110101'))
  await bind(site, other.token, bankCard('6222020011110101'))
  await site.call(
    'POST /api/protection/exclude',
    { term: '6m', word: '我要排除', password: PASSWORD },
    { token: excluded.token },
  )
  const asked = { ...bankTransfer, amount: '100' }
  expect((await site.call('POST /api/recharge', asked, { token: other.token })).code).toBe(400)
  expect((await complain(other, 'account')).code, 'the way to people stays open').toBe(200)
  const [first, second] = [await desk(site, 'risk'), await desk(site, 'risk')]
  await first.call('POST /api/console/members/protection-request', {
    id: Number(other.memberId),
    kind: 'unlink',
    channel: 'chat',
    remark: '投诉属实，两人不同',
  })
  const { data } = await first.call('POST /api/console/protection-requests/list', {
    kind: 'unlink',
  })
  await second.call('POST /api/console/protection-requests/decide', {
    id: data.data[0]!.request_id,
    agree: 1,
    remark: '已核实',
  })
  expect((await site.call('POST /api/recharge', asked, { token: other.token })).code).toBe(200)
})

test('a withdrawal that risk has flagged waits for a person, and is refused by no rule', async () => {
  const member = await site.member()
  await give(site, member.memberId, 500_00n)
  const bank = await bind(site, member.token, bankCard('6222020011110202'))
  await run(
    owner,
    sql`insert into risk_flag (kind, subject, member_id, weight, rule_version, inputs, raised_at, seen_at)
      values ('rapid_in_out', ${`member:${member.memberId}`}, ${member.memberId}, 3, 0, '{}', ${clock.now()}, ${clock.now()})`,
  )
  const asked = { amount: '500', bank, password: PAY_PASSWORD }
  const { code, message } = await site.call('POST /api/withdraw', asked, { token: member.token })
  expect(code, message).toBe(200)
  const finance = await desk(site, 'finance')
  const { data } = await finance.call('POST /api/console/withdrawals/list', {
    page: 1,
    state: 1,
  } as never)
  expect(data.data.some(each => each.member_id === Number(member.memberId))).toBe(true)
  expect((await complain(member, 'withdrawal')).code).toBe(200)
})

test('an account of payees is taken only with the consent for it, where the site asks, and the consent is its own', async () => {
  const at = { name: 'test', at: clock.now() }
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, { financeConsent: true }, at)
  const { token } = await site.member()
  const card = () => site.call('POST /api/bindcard', bankCard('6222020011110303'), { token })
  expect((await card()).message).toBe('请先在“个人信息与权利”中同意处理收款账户信息')
  await site.call('POST /api/consents/give', { kind: 'identity', version: 0 }, { token })
  expect((await card()).code, 'another consent says nothing about it').toBe(400)
  await site.call('POST /api/consents/give', { kind: 'finance', version: 0 }, { token })
  const bound = await card()
  expect(bound.code, bound.message).toBe(200)
  await writeSetting(owner, PROTECTION_SETTING, protectionSchema, {}, at)
})

// What loosens a block takes the member and a person, or two persons; nothing frees who asked for
// an exclusion before its time unless the site allows it.
import type { Given } from '@tianping/contract'
import { rows, run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { bankCard, bankTransfer, bind, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { runProtectionRequests } from '../../src/areas/responsible/responsible.ts'

const { site, clock, owner } = await openCashier()
/** Operators of this hour: their sessions end long before an exclusion does. */
const shift = async () =>
  [await desk(site, 'risk'), await desk(site, 'risk'), await desk(site, 'support')] as const
let [first, second, support] = await shift()
beforeEach(async () => {
  ;[first, second, support] = await shift()
})

type Member = Awaited<ReturnType<typeof site.member>>
type Block = Given<'POST /api/protection/timeout'>
const PASSWORD = 'secret1'
const REASON = '当时因误会而申请，现已咨询专业机构'
const DAY = 24

const setting = (change: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, change, {
    name: 'test',
    at: clock.now(),
  })
const exclude = ({ token }: Member, term: string) =>
  site.call<Block>(
    'POST /api/protection/exclude',
    { term, word: '我要排除', password: PASSWORD },
    { token },
  )
const comeBack = ({ token }: Member) =>
  site.call<Block>('POST /api/protection/return', { agree: 1, password: PASSWORD }, { token })
const earlier = ({ token }: Member, reason = REASON) =>
  site.call<Block>('POST /api/protection/earlier', { reason, password: PASSWORD }, { token })
const deposit = ({ token }: Member) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })
async function later(member: Member, hours: number): Promise<Member> {
  clock.advance(hours * 3_600_000)
  ;[first, second, support] = await shift()
  return { ...member, token: await site.enter(member.memberId) }
}
const blockOf = async ({ token }: Member) =>
  (await site.call<Given<'POST /api/protection/show'>>('POST /api/protection/show', {}, { token }))
    .data.block
const ask = (member: Member, kind: 'return' | 'unlink' | 'stranger') =>
  support.call('POST /api/console/members/protection-request', {
    id: Number(member.memberId),
    kind,
    channel: 'phone',
    remark: REASON,
  })
async function waitingOf({ memberId }: Member): Promise<number> {
  const { data } = await first.call('POST /api/console/protection-requests/list', {
    state: 1,
    page: 1,
  })
  return data.data.find(each => each.member_id === Number(memberId))?.request_id ?? 0
}
const decide = (by: typeof first, id: number, agree: 0 | 1 = 1) =>
  by.call('POST /api/console/protection-requests/decide', { id, agree, remark: '已核实' })
const propose = (by: typeof first, id: number, agree: 0 | 1 = 1) =>
  by.call('POST /api/console/protection-requests/propose', { id, agree, remark: '已核实' })

/** What the log says of requests that a new exclusion ended. */
const withdrawnOf = async ({ memberId }: Member) =>
  (
    await rows(
      owner,
      sql<{
        act: string
      }>`select act from protection_log where member_id = ${memberId} and act like '%withdrawn' and detail ? 'request'`,
    )
  ).map(({ act }) => act)
const staffExclude = (by: typeof first, member: Member, term: '6m' | 'forever', remark: string) =>
  by.call('POST /api/console/members/self-exclude', {
    id: Number(member.memberId),
    term,
    channel: 'letter',
    remark,
  })

test('staff start the exclusion a member asks for by letter: at once, told, and never shortened', async () => {
  const [member, other] = [await site.member(), await site.member()]
  await bind(site, member.token, bankCard('6222020011113333'))
  await bind(site, other.token, bankCard('6222020011113333'))
  expect((await staffExclude(support, member, 'forever', '')).message).toBe('请填写原因')
  expect((await deposit(member)).code).toBe(200)
  expect((await staffExclude(support, member, 'forever', '会员来信申请')).code).toBe(200)
  for (const blocked of [member, other])
    expect((await deposit(blocked)).message).toBe('您已自我排除，期间不能存款与游戏')
  await staffExclude(support, member, '6m', '再次来信')
  expect(await blockOf(member)).toMatchObject({ kind: 'exclusion', until: '', may_return: false })
  const { data } = await site.call<Given<'POST /api/noticeList'>>(
    'POST /api/noticeList',
    { page: 1 },
    { token: member.token },
  )
  expect(data.data[0]?.title).toBe('自我排除已生效')
})

test('where a return begins by phone, the app alone reopens nothing, nor does staff alone', async () => {
  await setting({ returnBy: 'staff' })
  let member = await site.member()
  await exclude(member, '6m')
  expect((await ask(member, 'return')).message).toContain('自我排除的期限未满')
  member = await later(member, DAY * 200)
  expect(await blockOf(member)).toMatchObject({ may_return: true, return_by_staff: true })
  expect((await comeBack(member)).message).toBe('恢复须先联系客服提出，登记后再由您在此确认')
  expect((await ask(member, 'return')).code).toBe(200)
  expect((await ask(member, 'return')).message).toBe('该会员已有一项待处理的同类申请')
  expect((await decide(first, await waitingOf(member))).message).toContain('由会员本人')
  member = await later(member, DAY * 30)
  expect((await deposit(member)).message, 'staff alone').toContain('自我排除')
  expect((await comeBack(member)).code).toBe(200)
  member = await later(member, 23.9)
  expect((await deposit(member)).code).toBe(400)
  member = await later(member, 0.2)
  expect((await deposit(member)).code).toBe(200)
  await setting({})
})

test('an earlier end is refused unless the site allows it', async () => {
  const member = await site.member()
  await exclude(member, '6m')
  expect((await earlier(member)).message).toBe('自我排除到期前不能解除')
  expect(await blockOf(member)).toMatchObject({ may_end_earlier: false })
  expect(await waitingOf(member)).toBe(0)
})

test.each([
  ['6m', 24],
  ['forever', 168],
] as const)(
  'an earlier end of %s takes reasons, two persons, and %i hours after both',
  async (term, hours) => {
    await setting({ earlierEnd: true })
    let member = await site.member()
    await exclude(member, term)
    expect((await earlier(member, '想回来')).message).toBe('请写明理由，至少 10 个字')
    expect((await earlier(member)).data).toMatchObject({ may_end_earlier: false })
    expect((await earlier(member)).message).toContain('您的申请正在处理')
    const id = await waitingOf(member)
    expect((await decide(second, id)).message).toBe('尚无处理意见，须先由一位同事提出')
    expect((await propose(first, id)).code).toBe(200)
    expect((await decide(first, id)).message).toBe('须由另一位同事复核')
    expect((await decide(second, id, 0)).code).toBe(200)
    expect((await blockOf(member))?.returns_at, 'sent back').toBe('')
    await propose(second, id)
    expect((await decide(first, id)).code).toBe(200)
    expect((await decide(first, id)).message).toBe('该申请已处理')
    member = await later(member, hours - 0.1)
    expect((await deposit(member)).code).toBe(400)
    member = await later(member, 0.2)
    expect((await deposit(member)).code).toBe(200)
    await setting({})
  },
)

test('a refused earlier end leaves the exclusion, and one not decided in seven days is warned of once', async () => {
  await setting({ earlierEnd: true })
  const member = await site.member()
  await exclude(member, '6m')
  await earlier(member)
  const id = await waitingOf(member)
  expect(await runProtectionRequests(site.services)).toBe(0)
  const same = await later(member, DAY * 7 + 0.1)
  expect(await runProtectionRequests(site.services)).toBe(1)
  expect(await runProtectionRequests(site.services)).toBe(0)
  await propose(first, id, 0)
  expect((await decide(second, id)).code).toBe(200)
  expect((await deposit(await later(same, DAY * 8))).message).toContain('您的账户已暂停使用至')
  await setting({})
})

test('a new exclusion takes back the earlier end that was asked for before it, and logs so', async () => {
  await setting({ earlierEnd: true })
  let member = await site.member()
  await exclude(member, '6m')
  await earlier(member)
  const id = await waitingOf(member)
  member = await later(member, 1)
  await propose(first, id)
  expect((await exclude(member, 'forever')).code).toBe(200)
  expect((await decide(second, id)).message).toBe('该申请已处理')
  expect(await waitingOf(member)).toBe(0)
  expect(await withdrawnOf(member)).toEqual(['earlier_withdrawn'])
  expect((await blockOf(member))?.returns_at).toBe('')
  expect((await deposit(await later(member, DAY * 8))).message).toContain('自我排除')
  expect((await earlier(await later(member, 1))).code, 'asked anew').toBe(200)
  await setting({})
})

test('an earlier end ends no exclusion that was set after it was asked for, though it still waits', async () => {
  await setting({ earlierEnd: true })
  let member = await site.member()
  await exclude(member, '6m')
  await earlier(member)
  const id = await waitingOf(member)
  member = await later(member, 1)
  // As if both had come at one moment.
  await run(
    owner,
    sql`insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
    values (${member.memberId}, 'exclusion', 'forever', null, '', '', ${clock.now()})`,
  )
  await propose(first, id)
  expect((await decide(second, id)).code).toBe(200)
  member = await later(member, DAY * 8)
  expect((await deposit(member)).message).toContain('自我排除')
  await setting({})
})

test('a new exclusion and the decision of two persons at one moment wait for each other in order', async () => {
  await setting({ earlierEnd: true })
  for (let n = 0; n < 5; n += 1) {
    const member = await site.member()
    await exclude(member, '6m')
    await earlier(member)
    const id = await waitingOf(member)
    await propose(first, id)
    const [again, decided] = await Promise.all([exclude(member, 'forever'), decide(second, id)])
    expect(again.code, again.message).toBe(200)
    expect(decided.message).toMatch(/已处理/)
    expect(await blockOf(member)).toMatchObject({ until: '', returns_at: '' })
  }
  await setting({})
})

test('a return that was taken down for one exclusion does not serve for the next', async () => {
  await setting({ returnBy: 'staff' })
  let member = await site.member()
  await exclude(member, '6m')
  member = await later(member, DAY * 200)
  expect((await ask(member, 'return')).code).toBe(200)
  expect((await exclude(member, '6m')).code).toBe(200)
  expect(await withdrawnOf(member)).toEqual(['return_withdrawn'])
  member = await later(member, DAY * 200)
  expect((await comeBack(member)).message).toBe('恢复须先联系客服提出，登记后再由您在此确认')
  expect((await ask(member, 'return')).code).toBe(200)
  expect((await comeBack(member)).code).toBe(200)
  await setting({})
})

test('a wrong link is ended by two persons, stays ended, and frees nobody who asked to be excluded', async () => {
  const [excluded, other] = [await site.member(), await site.member()]
  await bind(site, excluded.token, bankCard('6222020011112222'))
  await bind(site, other.token, bankCard('6222020011112222'))
  await exclude(excluded, '1y')
  expect((await deposit(other)).message).toBe('您已自我排除，期间不能存款与游戏')
  expect((await ask(excluded, 'unlink')).message).toBe('该会员没有因关联而停用')
  expect((await ask(other, 'unlink')).code).toBe(200)
  const id = await waitingOf(other)
  expect((await deposit(other)).code, 'one person is not enough').toBe(400)
  expect((await decide(second, id)).code).toBe(200)
  expect((await deposit(other)).code).toBe(200)
  expect((await deposit(excluded)).message).toContain('您的账户已暂停使用至')
  await site.call(
    'POST /api/updateuserinfo',
    { email: 'x@example.com', mobile: '13911112222', birthday: '1990-01-01' },
    { token: other.token },
  )
  expect((await deposit(other)).code, 'does not come back').toBe(200)
})

test('whoever asks for the end of a link does not decide it', async () => {
  const [excluded, other] = [await site.member(), await site.member()]
  await bind(site, excluded.token, bankCard('6222020011118888'))
  await bind(site, other.token, bankCard('6222020011118888'))
  await exclude(excluded, '1y')
  await first.call('POST /api/console/members/protection-request', {
    id: Number(other.memberId),
    kind: 'unlink',
    channel: 'chat',
    remark: REASON,
  })
  expect((await decide(first, await waitingOf(other))).message).toBe('须由另一位同事复核')
  expect((await decide(second, await waitingOf(other), 0)).code).toBe(200)
  expect((await deposit(other)).code, 'rejected').toBe(400)
})

test('an exclusion in a borrowed name keeps its holder out, and no longer the person of that name', async () => {
  const birthday = '1993-04-05'
  const register = (name: string, address: string) =>
    site.call<{ api_token: string }>(
      'POST /api/register',
      {
        name,
        password: PASSWORD,
        confirmPass: PASSWORD,
        realname: '韩梅梅',
        birthday,
        paypassword: '888888',
        code: 'abcd',
      },
      { headers: { 'x-forwarded-for': address } },
    )
  const { data } = await register('intruder1', '10.8.8.1')
  const [row] = await rows(
    owner,
    sql<{ memberId: bigint }>`select member_id from member where name = 'intruder1'`,
  )
  const intruder = { token: data.api_token, memberId: row!.memberId } as Member
  await exclude(intruder, 'forever')
  expect((await register('victim01', '10.8.8.2')).message).toBe('暂时无法开户，请联系客服')
  expect((await ask(intruder, 'stranger')).code).toBe(200)
  expect((await register('victim02', '10.8.8.3')).code, 'one person is not enough').toBe(400)
  expect((await decide(second, await waitingOf(intruder))).code).toBe(200)
  const victim = await register('victim03', '10.8.8.4')
  expect(victim.code, victim.message).toBe(200)
  expect((await deposit({ token: victim.data.api_token } as Member)).code).toBe(200)
  expect((await deposit(intruder)).message).toBe('您已自我排除，期间不能存款与游戏')
})

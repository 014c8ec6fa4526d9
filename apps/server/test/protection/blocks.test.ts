// Breaks and exclusions: at once, never shortened, ended only by the member, for the whole person.
import type { Given } from '@tianping/contract'
import { rows, run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import {
  bankCard,
  bankTransfer,
  bind,
  give,
  openCashier,
  PAY_PASSWORD,
} from '../cashier/support.ts'
import { createMember } from '../../src/areas/account/account.ts'
import {
  exclusionEnd,
  refuseExcludedPerson,
  standingOf,
} from '../../src/areas/protection/protection.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { addVenues } from '../support/venue.ts'
import { untilSomeoneWaits } from '../support/locks.ts'

const { site, clock, owner } = await openCashier()

type Member = Awaited<ReturnType<typeof site.member>>
type Block = Given<'POST /api/protection/timeout'>
const PASSWORD = 'secret1'

const timeout = ({ token }: Member, term: string, days = '') =>
  site.call<Block>('POST /api/protection/timeout', { term, days, password: PASSWORD }, { token })
const exclude = ({ token }: Member, term: string, password = PASSWORD) =>
  site.call<Block>('POST /api/protection/exclude', { term, word: '我要排除', password }, { token })
const comeBack = ({ token }: Member, agree = 1) =>
  site.call<Block>('POST /api/protection/return', { agree, password: PASSWORD }, { token })
const deposit = ({ token }: Member) =>
  site.call('POST /api/recharge', { ...bankTransfer, amount: '100' }, { token })
const blockOf = async ({ token }: Member) =>
  (await site.call<Given<'POST /api/protection/show'>>('POST /api/protection/show', {}, { token }))
    .data.block
/** Time passes; sessions end meanwhile, so that a new one is needed. */
async function later(member: Member, hours: number): Promise<Member> {
  clock.advance(hours * 3_600_000)
  return { ...member, token: await site.enter(member.memberId) }
}
const excluded = async () => {
  const member = await site.member()
  expect((await exclude(member, '6m')).code).toBe(200)
  return member
}

test.each([
  ['24h', '', 24],
  ['7d', '', 168],
  ['30d', '', 720],
  ['6w', '', 1008],
  ['', '42', 1008],
  ['', '3', 72],
])('a break of %j %s begins at once and ends by itself', async (term, days, hours) => {
  const member = await site.member()
  expect((await timeout(member, term, days)).code).toBe(200)
  expect((await deposit(member)).message).toContain('您的账户已暂停使用至')
  const before = await later(member, hours - 0.01)
  expect((await deposit(before)).message).toContain('您的账户已暂停使用至')
  expect((await deposit(await later(member, 0.02))).code).toBe(200)
})

test.each(['43', '0', '', '1.5'])('a break of %j days is refused', async days => {
  expect((await timeout(await site.member(), '', days)).message).toBe('自选天数须为 1 至 42 的整数')
})

test('nothing shortens a break: neither a shorter one, nor staff, nor asking to return', async () => {
  const member = await site.member()
  const { data } = await timeout(member, '7d')
  await timeout(member, '24h')
  const support = await desk(site, 'support')
  await support.call('POST /api/console/members/exclude', {
    id: Number(member.memberId),
    days: 1,
    remark: '会员要求',
  })
  expect((await comeBack(member)).message).toBe('没有可以申请恢复的自我排除')
  expect(await blockOf(member)).toMatchObject({ until: data.until })
})

test('an exclusion wants the word and the password, and offers no shorter term than six months', async () => {
  const member = await site.member()
  expect(
    (
      await site.call(
        'POST /api/protection/exclude',
        { term: '6m', word: '排除', password: PASSWORD },
        { token: member.token },
      )
    ).message,
  ).toBe('请输入“我要排除”以确认')
  expect((await exclude(member, '6m', 'wrong-one')).code).toBe(400)
  expect((await exclude(member, '5m')).message).toBe('请求参数不正确')
  expect(await blockOf(member)).toBeNull()
})

test('an exclusion goes on after its term until the member asks to return, and a day longer', async () => {
  let member = await site.member()
  expect((await exclude(member, '6m')).data).toMatchObject({ kind: 'exclusion', may_return: false })
  expect((await comeBack(member)).message).toContain('才能申请恢复')
  member = await later(member, 24 * 200)
  expect((await deposit(member)).message).toBe('您已自我排除，期间不能存款与游戏')
  expect(await blockOf(member)).toMatchObject({ may_return: true })
  await comeBack(member)
  await comeBack(member, 0)
  member = await later(member, 30)
  expect((await deposit(member)).message, 'taken back').toBe('您已自我排除，期间不能存款与游戏')
  expect((await comeBack(member)).code).toBe(200)
  expect((await comeBack(member)).message).toContain('已申请恢复')
  member = await later(member, 23.9)
  expect((await deposit(member)).code).toBe(400)
  member = await later(member, 0.2)
  expect((await deposit(member)).code).toBe(200)
})

test('one for ever may be asked about after five years, and takes a week', async () => {
  let member = await site.member()
  expect((await exclude(member, 'forever')).data).toMatchObject({ until: '' })
  member = await later(member, 24 * 365 * 4)
  expect((await comeBack(member)).message).toContain('才能申请恢复')
  member = await later(member, 24 * 367)
  expect((await comeBack(member)).code).toBe(200)
  member = await later(member, 167)
  expect((await deposit(member)).code).toBe(400)
  member = await later(member, 2)
  expect((await deposit(member)).code).toBe(200)
})

test('a deposit that waits for an exclusion under way sees it and is refused', async () => {
  const member = await site.member()
  const { waiting } = await transaction(owner, async tx => {
    await blockMember(site.services, tx, {
      memberId: member.memberId,
      kind: 'exclusion',
      term: '1y',
      until: new Date(clock.now().getTime() + 31_536_000_000),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    })
    const waiting = deposit(member)
    await untilSomeoneWaits(owner)
    // In a box, since a transaction that answers a promise would wait for it.
    return { waiting }
  })
  expect((await waiting).message).toContain('您的账户已暂停使用至')
})

test('an excluded member takes out what is left', async () => {
  const member = await site.member()
  await give(site, member.memberId, 500_00n)
  const cardId = await bind(site, member.token, bankCard('6222020011119999'))
  await exclude(member, '6m')
  expect(
    await site.call(
      'POST /api/withdraw',
      { amount: '500', bank: cardId, password: PAY_PASSWORD },
      { token: member.token },
    ),
  ).toMatchObject({ code: 200 })
})

test.each([
  ['exclusion', 180],
  ['staff', 180],
  ['staff', 7],
  ['timeout', 42],
] as const)(
  'turnover that nobody can play off any more keeps no money back, a short stop does (%s, %i days)',
  async (kind, days) => {
    const member = await site.member()
    await give(site, member.memberId, 500_00n)
    const bank = await bind(site, member.token, bankCard(`62220200333${member.memberId}`))
    const setAt = clock.now()
    await transaction(owner, async tx => {
      await openRequirement(tx, {
        memberId: member.memberId,
        sourceType: 'deposit',
        sourceId: 'blocks',
        requiredFen: 900_00n,
        openedAt: setAt,
      })
      await blockMember(site.services, tx, {
        memberId: member.memberId,
        kind,
        term: '6m',
        until: new Date(setAt.getTime() + days * 86_400_000),
        reason: '',
        setBy: '',
        setAt,
      })
    })
    const asked = { amount: '500', bank, password: PAY_PASSWORD }
    const { code } = await site.call('POST /api/withdraw', asked, { token: member.token })
    expect(code).toBe(kind === 'timeout' || days < 42 ? 400 : 200)
  },
)

test('staff’s gift and a bonus do not reach an excluded member, a correction does', async () => {
  const member = await excluded()
  const [proposer, approver] = [await desk(site, 'admin'), await desk(site, 'admin')]
  const give = async (times: number) => {
    const { data } = await proposer.call('POST /api/console/adjustments/propose', {
      member: member.name,
      direction: 'give',
      amount: '10',
      turnover_times: times,
      reason: '补偿',
    } as never)
    return approver.call('POST /api/console/adjustments/approve', {
      adjustment_id: (data as { adjustment_id: string }).adjustment_id,
      remark: '',
    } as never)
  }
  expect((await give(3)).message).toBe('您的账户已暂停使用，期间不能领取或申请优惠')
  expect((await give(0)).code).toBe(200)
})

test('letters with offers do not reach an excluded member, those of service do', async () => {
  const member = await excluded()
  const other = await site.member()
  const content = await desk(site, 'support')
  const send = (kind: 'offer' | 'service', title: string) =>
    content.call('POST /api/console/messages/send', {
      audience: 'some',
      kind,
      members: `${member.name} ${other.name}`,
      title,
      content: '<p>您好</p>',
      advert: { reason: '测试' },
    })
  await send('offer', '周末礼金')
  await send('service', '维护通知')
  const titles = async ({ token }: Member) => {
    const { data } = await site.call<Given<'POST /api/noticeList'>>(
      'POST /api/noticeList',
      { page: 1 },
      { token },
    )
    return data.data.map(each => each.title)
  }
  expect(await titles(other)).toEqual(['维护通知', '周末礼金'])
  expect(await titles(member)).toEqual(['维护通知', '自我排除已生效'])
})

test('a broadcast that offers is neither shown nor counted to who is blocked when it is sent or read', async () => {
  const member = await site.member()
  const write = (offer: boolean, title: string) =>
    run(
      owner,
      sql`insert into broadcast (title, content, offer, created_at, sent_by) values (${title}, '<p>x</p>', ${offer}, ${clock.now()}, 'test')`,
    )
  const seen = async (who: Member) =>
    (
      await site.call<Given<'POST /api/noticeList'>>(
        'POST /api/noticeList',
        { page: 1 },
        { token: who.token },
      )
    ).data.data.map(each => each.title)
  await write(true, '优惠一')
  expect(await seen(member)).toContain('优惠一')
  clock.advance(1000)
  await timeout(member, '24h')
  clock.advance(1000)
  await write(true, '优惠二')
  await write(false, '通知一')
  expect(await seen(member)).toEqual(expect.arrayContaining(['通知一']))
  expect(await seen(member)).not.toContain('优惠一')
  const after = await later(member, 25)
  expect(await seen(after)).toContain('优惠一')
  expect(await seen(after)).not.toContain('优惠二')
})

test('games that are open in another account of the person are to be ended too', async () => {
  await addVenues(owner)
  const first = await site.member()
  const second = await site.member()
  for (const each of [first, second]) await bind(site, each.token, bankCard('6222020011118888'))
  const { memberId } = second
  await run(
    owner,
    sql`insert into venue_player (member_id, venue_id, launched_at) select ${memberId}, min(venue_id), ${clock.now()} from venue`,
  )
  const toEnd = () => rows(owner, sql`select from play_end where member_id = ${memberId}`)
  expect(await toEnd()).toHaveLength(0)
  await exclude(first, '6m')
  expect(await toEnd()).toHaveLength(1)
})

test('other accounts of the same person are blocked with it, and freed with it', async () => {
  const first = await site.member()
  const second = await site.member()
  const stranger = await site.member()
  await bind(site, first.token, bankCard('6222020011117777'))
  await bind(site, second.token, bankCard('6222020011117777'))
  await bind(site, stranger.token, bankCard('6222020011116666'))
  await exclude(first, '6m')
  expect((await deposit(second)).message).toBe('您已自我排除，期间不能存款与游戏')
  expect((await deposit(stranger)).code).toBe(200)
  const back = await later(first, 24 * 190)
  await comeBack(back)
  expect((await deposit(await later(second, 25))).code).toBe(200)
})

const profile = ({ token }: Member, mobile: string, birthday = '1990-01-01') =>
  site.call('POST /api/updateuserinfo', { email: 'one@example.com', mobile, birthday }, { token })

test.each([
  ['card', (of: Member) => bind(site, of.token, bankCard('6222020011115555'))],
  [
    'proved mobile number',
    (of: Member) =>
      run(
        owner,
        sql`insert into verified_contact (member_id, channel, contact, verified_at) values (${of.memberId}, 'sms', '13912345678', ${clock.now()})`,
      ).then(() => profile(of, '13912345678')),
  ],
])('an account that later shows the %s of an excluded member is blocked', async (_, share) => {
  const first = await site.member()
  await share(first)
  await exclude(first, '1y')
  const second = await site.member()
  expect((await deposit(second)).code).toBe(200)
  await share(second)
  expect((await deposit(second)).message).toBe('您已自我排除，期间不能存款与游戏')
})

test('on the device of an excluded member no other account is opened', async () => {
  const form = (name: string) => ({
    name,
    password: PASSWORD,
    confirmPass: PASSWORD,
    realname: '李雷',
    paypassword: PAY_PASSWORD,
    code: 'abcd',
  })
  const register = (name: string, cookie = '') =>
    site.app.inject({
      method: 'POST',
      url: '/api/register',
      payload: form(name),
      headers: { 'x-forwarded-for': '10.9.9.9', ...(cookie ? { cookie } : {}) },
    })
  const opened = await register('deviceone')
  const cookie = String(opened.headers['set-cookie']).split(';')[0]
  const { api_token: token } = opened.json<{ data: { api_token: string } }>().data
  await exclude({ token } as Member, '6m')
  expect((await register('devicetwo', cookie)).json()).toMatchObject({
    code: 400,
    message: '暂时无法开户，请联系客服',
  })
  expect((await register('devicetwo')).json()).toMatchObject({ code: 200 })
})

test('a registration and an exclusion of one person at the same moment see each other, in either order', async () => {
  const birthday = '1985-05-05'
  const excluding = await site.member()
  await profile(excluding, '13900003331', birthday)
  const form = {
    password: PASSWORD,
    confirmPass: PASSWORD,
    realname: '测试员',
    paypassword: PAY_PASSWORD,
    birthday,
    code: 'abcd',
  }
  const { db } = site.services
  // The exclusion is written and not yet seen by anybody when the registration looks for one.
  const exclusion = {
    memberId: excluding.memberId,
    kind: 'exclusion',
    term: '6m',
    until: exclusionEnd('6m', clock.now()),
    reason: '',
    setBy: '',
    setAt: clock.now(),
  } as const
  const { joining } = await transaction(db, async tx => {
    await blockMember(site.services, tx, exclusion)
    const joining = site.call('POST /api/register', { ...form, name: 'samemoment1' })
    await untilSomeoneWaits(owner)
    return { joining }
  })
  expect((await joining).message).toBe('暂时无法开户，请联系客服')
  const known = sql`select 1 from member where name = 'samemoment1'`
  expect(await rows(owner, known), 'nothing of it is left').toEqual([])

  // And the account is written and not yet seen when the exclusion looks for others.
  const second = await site.member()
  const born = '1985-06-06'
  await profile(second, '13900003332', born)
  const opened = { held: Promise.resolve<unknown>(undefined) }
  const made = await createMember(
    db,
    {
      name: 'samemoment2',
      realname: '测试员',
      birthday: born,
      passwordHash: 'x',
      payPasswordHash: 'x',
      inviteCode: 'SAMEMOM2',
      referrer: '',
      now: clock.now(),
    },
    async (tx, memberId) => {
      const person = { device: '', realname: '测试员', birthday: born, now: clock.now() }
      await refuseExcludedPerson(tx, { memberId, ...person })
      opened.held = exclude(second, '6m')
      await untilSomeoneWaits(owner)
    },
  )
  await opened.held
  expect((await standingOf(owner, made!, clock.now())).kind).toBe('linked')
})

test('nobody shuts a member out by typing their number, or by an account opened in their name', async () => {
  const victim = await site.member()
  await profile(victim, '13900001111', '1993-07-08')
  await bind(site, victim.token, bankCard('6222020011114444'))
  const intruder = await site.member()
  await profile(intruder, '13900001111', '1993-07-08')
  await bind(site, intruder.token, bankCard('6222020011114444'))
  await exclude(intruder, 'forever')
  expect((await deposit(victim)).code).toBe(200)
})

// Money leaves to a member's own account, after the wait that a theft would need, and never by the
// word of one operator alone.
import { run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import {
  bankCard,
  bankTransfer,
  bind,
  configure,
  ETHER,
  give,
  openCashier,
  order,
  usdtAddress,
} from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'

const { site, clock, owner } = await openCashier()
afterAll(() => assertBooksHold(owner))
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const [anna, bert, rita, sue] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'risk', 'rita'),
  await desk(site, 'support', 'sue'),
]
/** Time passes, and the operators stay at their desks. */
async function pass(hours: number) {
  clock.advance(hours * HOUR_MS)
  const now = clock.now()
  await run(
    owner,
    sql`update operator_session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + HOUR_MS)}`,
  )
}
const wait = (waitHours: number | undefined) =>
  configure(site, setting => {
    setting.withdrawal.waitHours = waitHours
  })

type Member = Awaited<ReturnType<typeof site.member>> & { browser: { cookie: string } }
type Asked = { out_trade_no: string; held_until: string }

let browsers = 0
const newBrowser = () => ({
  cookie: `tianping_device=${(browsers += 1).toString(16).padStart(32, '0')}`,
})
const logIn = ({ name }: { name: string }, browser: { cookie: string }) =>
  site.call<{ api_token: string }>(
    'POST /api/login',
    { name, password: 'secret1', code: 'x' },
    { headers: { ...browser, 'x-forwarded-for': `10.3.${browsers >> 8}.${browsers & 255}` } },
  )

/** A member with money, whose browser is the one of the registration. */
async function rich(): Promise<Member> {
  const member = await site.member()
  const browser = newBrowser()
  expect((await logIn(member, browser)).code).toBe(200)
  await give(site, member.memberId, 1_000_000_00n)
  await pass(80)
  return { ...member, browser, token: await site.enter(member.memberId) }
}
const ask = ({ token }: Member, bank: number, amount = 1_000) =>
  site.call<Asked>('POST /api/withdraw', { amount, bank, password: '888888' }, { token })
const approve = (who: typeof anna, out_trade_no: string) =>
  who.call('POST /api/console/withdrawals/approve', { out_trade_no, remark: '' })
const release = (who: typeof anna, out_trade_no: string) =>
  who.call('POST /api/console/withdrawals/release', { out_trade_no, remark: '已电话核实' })
let cards = 10
const another = () => bankCard(`62220200111122${++cards}`)

describe('a bank card is the member’s own', () => {
  test.each(['李四', '', '测试员儿'])('%s is refused', async bank_owner => {
    const { token } = await site.member()
    const bound = await site.call('POST /api/bindcard', { ...another(), bank_owner }, { token })
    expect(bound.code).toBe(400)
    if (bank_owner) expect(bound.message).toBe('持卡人须与注册的真实姓名一致')
  })
  test.each([' 测 试 员 ', '测·试·员', '测试员　'])('%s is the same person', async bank_owner => {
    const { token } = await site.member()
    expect(await bind(site, token, { ...another(), bank_owner })).toBeGreaterThan(0)
  })
  test('one bound before, of another holder, is paid no more, and the review says so', async () => {
    const member = await rich()
    const card = await bind(site, member.token, another())
    const { data } = await ask(member, card)
    await run(owner, sql`update card set bank_owner = '李四' where card_id = ${card}`)
    expect((await ask(member, card)).message).toBe(
      '该卡片的持卡人与真实姓名不一致，请解绑后重新绑定',
    )
    const shown = await anna.call('POST /api/console/withdrawals/show', data)
    expect(shown.data.card).toMatchObject({ bank_owner: '李*', holder: 'differs' })
    await run(owner, sql`update card set bank_owner = '测试员' where card_id = ${card}`)
    const again = await anna.call('POST /api/console/withdrawals/show', data)
    expect(again.data.card).toMatchObject({ bank_owner: '测**', holder: 'match' })
  })
})

describe('a payout waits', () => {
  test('for nothing in a sandbox that says nothing of it', async () => {
    await wait(undefined)
    const member = await rich()
    const card = await bind(site, member.token, usdtAddress())
    expect((await ask(member, card)).data.held_until).toBe('')
  })

  test('a day after the support reset a password, also to an old card', async () => {
    await wait(24)
    const member = await rich()
    const card = await bind(site, member.token, another())
    await sue.call('POST /api/console/members/password', {
      id: Number(member.memberId),
      which: 'login',
      remark: '会员来电',
    })
    await run(owner, sql`update member set password_once_until = null`)
    const back = { ...member, token: await site.enter(member.memberId) }
    const asked = await ask(back, card)
    expect(asked).toMatchObject({ code: 200 })
    expect(asked.message).toContain('因登录密码已重置')
    expect(asked.message).toContain(asked.data.held_until)
    const { data } = await site.call<{ data: { remark: string }[] }>(
      'POST /api/gettransrecord',
      { date: 1, type: 2, page: 1 },
      { token: back.token },
    )
    expect(data.data[0]?.remark).toContain('因登录密码已重置')
    const { out_trade_no } = asked.data
    expect(await approve(anna, out_trade_no)).toMatchObject({ code: 409 })
    await pass(24)
    expect(await approve(anna, out_trade_no)).toMatchObject({ code: 200, message: '已通过' })
  })

  test('after another phone, and not after the first', async () => {
    await wait(24)
    const member = await rich()
    const card = await bind(site, member.token, another())
    const edit = (mobile: string) =>
      site.call(
        'POST /api/updateuserinfo',
        { mobile, email: 'a@example.com', birthday: '1990-01-01' },
        { token: member.token },
      )
    await edit('13800138000')
    expect((await ask(member, card)).data.held_until).toBe('')
    await edit('13800138001')
    expect((await ask(member, card)).message).toContain('因联系方式已变更')
  })

  test('after the real name was corrected, which lets another’s card be bound', async () => {
    await wait(24)
    const member = await rich()
    const renamed = await anna.call('POST /api/console/members/rename', {
      id: Number(member.memberId),
      realname: '李四',
      remark: '证件',
    })
    expect(renamed.code).toBe(200)
    const card = await bind(site, member.token, { ...another(), bank_owner: '李四' })
    expect((await ask(member, card)).message).toContain('因真实姓名已更正')
  })

  test('after a new device with a new card, and not after either alone', async () => {
    await wait(24)
    const member = await rich()
    const first = await bind(site, member.token, another())
    await pass(80)
    const back = { ...member, token: await site.enter(member.memberId) }
    const second = await bind(site, back.token, another(), member.browser)
    expect((await ask(back, second)).data.held_until).toBe('')
    await logIn(member, newBrowser())
    expect((await ask(back, first)).data.held_until).toBe('')
    expect((await ask(back, second)).message).toContain('因新设备登录后绑定新卡')
  })

  test('also when the device came in days before the card', async () => {
    await wait(24)
    const member = await rich()
    await bind(site, member.token, another())
    await logIn(member, newBrowser())
    await pass(5 * 24)
    const back = { ...member, token: await site.enter(member.memberId) }
    const card = await bind(site, back.token, another(), member.browser)
    expect((await ask(back, card)).message).toContain('因新设备登录后绑定新卡')
  })

  test('to a second card that a stolen session bound elsewhere, and not to the first', async () => {
    await wait(24)
    const member = await rich()
    const first = await bind(site, member.token, another())
    expect((await ask(member, first)).data.held_until).toBe('')
    for (const elsewhere of [{}, newBrowser()]) {
      const card = await bind(site, member.token, another(), elsewhere)
      const { message, data } = await ask(member, card)
      expect(message).toContain('因在陌生设备上绑定新卡')
      expect((await approve(anna, data.out_trade_no)).code).toBe(409)
    }
    const own = await bind(site, member.token, another(), member.browser)
    expect((await ask(member, own)).data.held_until).toBe('')
    await wait(0)
    const sandbox = await bind(site, member.token, another(), newBrowser())
    expect((await ask(member, sandbox)).data.held_until).toBe('')
  })

  test('to a second card of a browser for as many days as its log-in is new', async () => {
    await wait(24)
    const member = await rich()
    await bind(site, member.token, another())
    const later = newBrowser()
    await logIn(member, later)
    await pass(9 * 24)
    const back = { ...member, token: await site.enter(member.memberId) }
    const card = await bind(site, back.token, another(), later)
    expect((await ask(back, card)).data.held_until).toBe('')
  })

  test('to a new USDT address, until a second person releases it', async () => {
    await wait(24)
    const member = await rich()
    const address = await bind(site, member.token, usdtAddress(ETHER, 'ERC20'))
    const { message, data } = await ask(member, address)
    expect(message).toContain('因首次使用的USDT地址')
    const { out_trade_no } = data
    expect((await approve(anna, out_trade_no)).code).toBe(409)
    expect((await release(anna, out_trade_no)).code).toBe(200)
    expect(await approve(anna, out_trade_no)).toMatchObject({
      code: 409,
      message: '限制由您解除，须由另一位同事审核',
    })
    expect((await approve(bert, out_trade_no)).code).toBe(200)
    await pass(24)
    const later = { ...member, token: await site.enter(member.memberId) }
    expect((await ask(later, address)).data.held_until).toBe('')
  })
})

describe('what stands against a member stops the payout until another releases it', () => {
  const flag = (memberId: bigint, subject: string) =>
    run(
      owner,
      sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
        values (${memberId}, 'shared_address', ${subject}, 1, '{"members": 2, "address": "203.0.113.7"}', 50, now(), now(), 2, 'rita', now())`,
    )

  test('a lock, also after the approval', async () => {
    const member = await rich()
    const card = await bind(site, member.token, another())
    const { out_trade_no } = (await ask(member, card)).data
    const about = { id: Number(member.memberId), remark: 'test' }
    await sue.call('POST /api/console/members/lock', about)
    const refused = await approve(anna, out_trade_no)
    expect(refused).toMatchObject({ code: 409 })
    expect(refused.message).toContain('会员已被锁定')
    await sue.call('POST /api/console/members/unlock', about)
    expect((await approve(anna, out_trade_no)).code).toBe(200)
  })

  test('a confirmed flag, and one that came after the release', async () => {
    const member = await rich()
    const card = await bind(site, member.token, another())
    const { out_trade_no } = (await ask(member, card)).data
    await flag(member.memberId, 'one')
    expect((await approve(anna, out_trade_no)).code).toBe(409)
    const { data } = await anna.call('POST /api/console/withdrawals/show', { out_trade_no })
    expect(data.holds).toMatchObject([{ key: expect.stringMatching(/^flag:/), released_by: '' }])
    expect((await release(rita, out_trade_no)).code).toBe(200)
    await flag(member.memberId, 'two')
    expect((await approve(anna, out_trade_no)).code).toBe(409)
    expect((await release(rita, out_trade_no)).code).toBe(200)
    expect((await release(rita, out_trade_no)).message).toBe('没有需要解除的限制')
    expect((await approve(anna, out_trade_no)).code).toBe(200)
  })

  test('who has no permission to release does not', async () => {
    const member = await rich()
    const card = await bind(site, member.token, another())
    const { out_trade_no } = (await ask(member, card)).data
    expect((await release(sue, out_trade_no)).code).toBe(403)
  })
})

describe('two persons, also for a large amount in parts', () => {
  const second = { code: 200, message: '已确认，金额达到 ¥50,000.00，须由另一位复核' }

  test('of one member within a day', async () => {
    const member = await rich()
    const card = await bind(site, member.token, another())
    const small = (await ask(member, card, 20_000)).data.out_trade_no
    const large = (await ask(member, card, 40_000)).data.out_trade_no
    expect(await approve(anna, small)).toMatchObject({ code: 200, message: '已通过' })
    expect(await approve(anna, large)).toMatchObject(second)
    expect(await approve(bert, large)).toMatchObject({ code: 200, message: '已通过' })
  })
  test('of one member, approved by two at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const member = await rich()
      const card = await bind(site, member.token, another())
      const parts = [await ask(member, card, 30_000), await ask(member, card, 30_000)]
      const said = await Promise.all(
        parts.map(({ data }, n) => approve(n === 0 ? anna : bert, data.out_trade_no)),
      )
      const messages = said.map(({ message }) => message)
      expect(messages.toSorted()).toEqual([second.message, '已通过'].toSorted())
    }
  })
  test('to one card of two members', async () => {
    const shared = another()
    const [one, two] = [await rich(), await rich()]
    const parts = [
      (await ask(one, await bind(site, one.token, shared), 30_000)).data.out_trade_no,
      (await ask(two, await bind(site, two.token, shared), 30_000)).data.out_trade_no,
    ]
    expect((await approve(anna, parts[0]!)).message).toBe('已通过')
    expect(await approve(anna, parts[1]!)).toMatchObject(second)
  })
  test('by one reviewer, over all members', async () => {
    await configure(site, setting => {
      setting.review.reviewerFromFen = 60_000_00
    })
    const cora = await desk(site, 'finance', 'cora')
    const asked = async () => {
      const member = await rich()
      return (await ask(member, await bind(site, member.token, another()), 40_000)).data
    }
    const [one, two] = [await asked(), await asked()]
    expect((await approve(cora, one.out_trade_no)).message).toBe('已通过')
    expect((await approve(cora, two.out_trade_no)).message).toContain('须由另一位复核')
  })
  test('crediting deposits by hand in parts', async () => {
    const member = await site.member()
    await configure(site, setting => {
      setting.methods.forEach(method => (method.maxFen = 50_000_00))
    })
    const credit = async (who: typeof anna, deposit_no: string) =>
      who.call('POST /api/console/deposits/approve', { deposit_no, remark: '已到账' })
    const [one, two] = [
      await order(site, member.token, 20_000, bankTransfer),
      await order(site, member.token, 40_000, bankTransfer),
    ]
    expect((await credit(anna, one)).message).not.toContain('另一位')
    expect((await credit(anna, two)).message).toContain('须由另一位复核')
  })
})

test('who proposed an adjustment does not approve that member’s withdrawal within a week', async () => {
  const member = await rich()
  const card = await bind(site, member.token, another())
  await anna.call('POST /api/console/adjustments/propose', {
    member: String(member.memberId),
    direction: 'give',
    amount: '100',
    reason: 'test',
  })
  const { out_trade_no } = (await ask(member, card)).data
  expect(await approve(anna, out_trade_no)).toMatchObject({
    code: 409,
    message: '您在7天内为该会员提出过调账，其取款须由另一位审核',
  })
  expect((await approve(bert, out_trade_no)).code).toBe(200)
  const { out_trade_no: later } = (await ask(member, card)).data
  /** As if it had been proposed so many milliseconds less than a week ago. */
  const proposed = (ms: number) =>
    run(
      owner,
      sql`update adjustment set proposed_at = ${new Date(clock.now().getTime() - WEEK_MS + ms)} where member_id = ${member.memberId}`,
    )
  await proposed(1)
  expect((await approve(anna, later)).code).toBe(409)
  await proposed(0)
  expect((await approve(anna, later)).code).toBe(200)
})

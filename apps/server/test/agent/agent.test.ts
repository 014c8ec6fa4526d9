import { reviewState } from '@tianping/contract/facts'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { decideAgentApplication } from '../../src/areas/agent/decideAgentApplication.ts'
import { endAgent, reinstateAgent } from '../../src/areas/agent/agentStatus.ts'
import { agentSchema, AGENT_SETTING, type AgentRule } from '../../src/areas/agent/setting.ts'
import {
  decideStatement,
  makeDueStatements,
  recomputeStatement,
} from '../../src/areas/agent/statements.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { deposit } from '../redpacket/support.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-09-10T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(database.url, { clock, publicUrl: 'https://h5.example.com' })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services

const at = (beijing: string) => new Date(`${beijing.replace(' ', 'T')}+08:00`)
const set = (beijing: string) => clock.advance(at(beijing).getTime() - clock.now().getTime())
const applyFor = (
  token: string,
  body: object = { mobile: '13800138000', apply_info: '有社群资源' },
  key?: string,
) => site.call('POST /api/applyagentdo', body, { token, ...(key ? { key } : {}) })
const decide = (memberId: bigint, pass: boolean, reason = '', by = 'admin') =>
  transaction(db, async tx => {
    const { id } = await theRow(
      tx,
      sql<{
        id: string
      }>`select application_id as id from agent_application where member_id = ${memberId} order by applied_at desc limit 1`,
    )
    return decideAgentApplication(tx, {
      memberId,
      applicationId: id,
      pass,
      reason,
      by,
      now: clock.now(),
    })
  })
/** A session that lasts through the months of a test. */
const tokenOf = (memberId: bigint) => site.enter(memberId)
async function agent() {
  const made = await site.member()
  await applyFor(made.token)
  await decide(made.memberId, true)
  return made
}
const friendOf = (agentId: bigint) => site.member({ pid: String(agentId) })
type Figures = { stakeFen: bigint; validFen: bigint; payoutFen: bigint }
const bet = (stakeFen: bigint, payoutFen: bigint): Figures => ({
  stakeFen,
  validFen: stakeFen,
  payoutFen,
})
const play = (
  memberId: bigint,
  day: string,
  after: Figures | null,
  before: Figures | null = null,
) =>
  transaction(owner, tx =>
    countTurnover(tx, { memberId, venueId: 1, settledAt: at(`${day} 13:00:00`), before, after }),
  )
/** A withdrawal that was approved at the given moment. */
const withdrawn = async (memberId: bigint, yuan: number, when: Date) => {
  const key = `${memberId}-${yuan}`
  const { cardId } = await theRow(
    owner,
    sql<{ cardId: bigint }>`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', decode(md5(${key}) || md5('y'), 'hex'), ${when}, ${key}) returning card_id`,
  )
  await run(
    owner,
    sql`
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, action_key)
    values (${memberId}, ${`W${key}`}, ${cardId}, 1, '银行卡', ${BigInt(yuan) * 100n}, ${reviewState.approved}, ${when}, ${when}, ${key})`,
  )
}
type Row = {
  month: string
  from_day: string
  members: number
  active: number
  base: number
  carried_in: number
  commissionable: number
  percent: number
  commission: number
  carried_out: number
  state: number
  why: { missing: { name: string; value: number }[] }
}
const statements = async (token: string) =>
  (await site.call<{ data: Row[] }>('POST /api/agent/statements', {}, { token })).data.data
/** In force since before every month of the tests, where nothing else is said. */
const rule = async (change: Partial<AgentRule> = {}, since = at('2026-09-01 00:00:00')) =>
  writeSetting(db, AGENT_SETTING, agentSchema, change, { name: 'test', at: since })
const packet = (memberId: bigint, moment: string, amountFen: bigint) =>
  post(db, {
    memberId,
    key: `rp:${memberId}:${moment}`,
    code: 'red_packet',
    from: { name: 'redPacketExpense' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'red_packet', id: moment },
    actor: { type: 'system', id: 'test' },
    effectiveAt: at(moment),
  })
const admin = { name: 'admin', actor: { type: 'operator' as const, id: '1' } }
const settle = (agentId: bigint, month: string, pass = true, reason = '', by = admin) =>
  transaction(db, tx => decideStatement(tx, { agentId, month, pass, reason, by, now: clock.now() }))
const commissionPaid = async (agentId: bigint) =>
  (
    await theRow(
      owner,
      sql<{
        fen: bigint
      }>`select coalesce(sum(amount), 0)::bigint as fen from ledger.transaction where member_id = ${agentId} and code = 'agent_commission'`,
    )
  ).fen

beforeEach(async () => {
  set('2026-09-10 12:00:00')
  await rule()
})
afterAll(() => assertBooksHold(owner))

describe('the application (合营计划)', () => {
  test('the rules in their order: 请输入正确手机号, then 请输入申请理由', async () => {
    const { token } = await site.member()
    expect(await applyFor(token, { mobile: '12345', apply_info: '' })).toMatchObject({
      code: 400,
      message: '请输入正确手机号',
      data: { field: 'mobile' },
    })
    expect(await applyFor(token, { mobile: '13800138000', apply_info: ' ' })).toMatchObject({
      code: 400,
      message: '请输入申请理由',
    })
    expect(await applyFor(token)).toMatchObject({
      code: 200,
      message: '申请提交成功，请等待审核',
      data: null,
    })
  })
  test('one open application, also of many at once; a repetition with its key is the same one', async () => {
    const { token, memberId } = await site.member()
    const answers = await Promise.all(Array.from({ length: 8 }, () => applyFor(token)))
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    expect(answers.find(answer => answer.code !== 200)).toMatchObject({
      message: '您的申请正在审核中，请耐心等待',
      data: { rule: 'agent_open' },
    })
    await decide(memberId, false, '资料不全')
    const twice = [
      await applyFor(token, undefined, 'same-key-1'),
      await applyFor(token, undefined, 'same-key-1'),
    ]
    expect(twice.map(answer => answer.code)).toEqual([200, 200])
    expect(
      await rows(
        owner,
        sql`select state from agent_application where member_id = ${memberId} order by state`,
      ),
    ).toEqual([{ state: 1 }, { state: 3 }])
  })
  test('approved applicants get isagent 1; a rejection carries its reason; nobody decides twice', async () => {
    const { token, memberId } = await site.member()
    await applyFor(token)
    await expect(decide(memberId, false)).rejects.toThrow('请填写拒绝原因')
    expect((await decide(memberId, true)).repeated).toBe(false)
    expect((await decide(memberId, true)).repeated).toBe(true)
    await expect(decide(memberId, false, '不行', 'other')).rejects.toThrow('该申请已由admin通过')
    expect(
      (await site.call<{ isagent: number }>('POST /api/user', {}, { token })).data.isagent,
    ).toBe(1)
    expect(await applyFor(token)).toMatchObject({ message: '您已是合营伙伴' })
    expect(
      (await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })).data
        .data[0]!.title,
    ).toBe('合营申请已通过')
  })
})

describe('the agent site: the same member, a session of its own', () => {
  const ticketOf = async (token: string) => {
    const { data } = await site.call<{ url: string }>('GET /api/getAgentLoginUrl', {}, { token })
    expect(data.url).toMatch(/^https:\/\/h5\.example\.com\/agent\/#ticket=[0-9a-f]{64}$/)
    return data.url.split('=')[1]!
  }
  const enter = (ticket: string) =>
    site.call<{ api_token: string }>('POST /api/agent/login', { ticket })

  test('a ticket opens one session within a minute, and no second one', async () => {
    const { token, memberId } = await agent()
    const ticket = await ticketOf(token)
    const both = await Promise.all([enter(ticket), enter(ticket)])
    expect(both.map(answer => answer.code).toSorted((a, b) => a - b)).toEqual([200, 401])
    const own = both.find(answer => answer.code === 200)!.data.api_token
    expect(own).not.toBe(token)
    expect((await site.call<{ id: number }>('POST /api/user', {}, { token: own })).data.id).toBe(
      Number(memberId),
    )
    expect((await site.call('POST /api/agent/logoff', {}, { token: own })).code).toBe(200)
    expect((await site.call('POST /api/user', {}, { token: own })).code).toBe(401)
    expect(
      (await site.call('POST /api/user', {}, { token })).code,
      'the member’s own session goes on',
    ).toBe(200)
    const late = await ticketOf(token)
    clock.advance(60_000)
    expect((await enter(late)).code).toBe(401)
    expect((await enter('<script>')).code).toBe(401)
  })
  test('who is no agent gets neither address nor any of the calls', async () => {
    const { token } = await site.member()
    expect(await site.call('GET /api/getAgentLoginUrl', {}, { token })).toMatchObject({
      code: 403,
      data: { rule: 'agent_only' },
    })
    for (const name of ['summary', 'team', 'invite', 'statements', 'statement']) {
      expect(
        (await site.call(`POST /api/agent/${name}`, { month: '2026-09' }, { token })).code,
        name,
      ).toBe(403)
    }
  })
  test('team, figures and invite link: one’s own referrals only, with names masked', async () => {
    const own = await agent()
    const [friend, stranger] = [
      await friendOf(own.memberId),
      await friendOf((await agent()).memberId),
    ]
    await deposit(site, friend.memberId, 500, clock.now())
    await deposit(site, stranger.memberId, 9_000, clock.now())
    await play(friend.memberId, '2026-09-10', bet(300_00n, 120_00n))
    await play(stranger.memberId, '2026-09-10', bet(1_000_00n, 0n))
    const { data } = await site.call('POST /api/agent/summary', { date: 1 }, { token: own.token })
    expect(data).toMatchObject({
      members: 1,
      joined: 1,
      depositors: 1,
      players: 1,
      deposits: 500,
      withdrawals: 0,
      bets: 300,
      valid: 300,
      payouts: 120,
      result: 180,
    })
    const team = await site.call<{ data: object[] }>(
      'POST /api/agent/team',
      { date: 1 },
      { token: own.token },
    )
    expect(team.data.data).toEqual([
      {
        username: `${friend.name.slice(0, 2)}***${friend.name.slice(-2)}`,
        vip: 1,
        joined_at: '2026-09-10 12:00:00',
        deposits: 500,
        withdrawals: 0,
        bets: 300,
        valid: 300,
        payouts: 120,
        result: 180,
      },
    ])
    const invite = await site.call<{ invite_code: string; url: string; qrcode: string }>(
      'POST /api/agent/invite',
      {},
      { token: own.token },
    )
    expect(invite.data.url).toBe(`https://h5.example.com/#/register?pid=${invite.data.invite_code}`)
    expect(Buffer.from(invite.data.qrcode.split(',')[1]!, 'base64').toString()).toContain('<svg')
    const joined = await site.member({ pid: invite.data.invite_code })
    expect(
      await theRow(
        owner,
        sql<{
          id: bigint
        }>`select referrer_id as id from member where member_id = ${joined.memberId}`,
      ),
    ).toEqual({ id: own.memberId })
  })
})

test('the figures of a day begin with its first moment and end before the next day’s', async () => {
  const own = await agent()
  const friends = [await friendOf(own.memberId), await friendOf(own.memberId)] as const
  const moments = {
    '2026-09-09 23:59:59.999': 100,
    '2026-09-10 00:00:00': 200,
    '2026-09-10 23:59:59.999': 400,
    '2026-09-11 00:00:00': 800,
  }
  for (const [moment, yuan] of Object.entries(moments)) {
    await deposit(site, friends[0].memberId, yuan, at(moment))
    await withdrawn(friends[0].memberId, yuan, at(moment))
    await play(friends[0].memberId, moment.slice(0, 10), bet(BigInt(yuan) * 100n, 0n))
  }
  const joined = [at('2026-09-10 00:00:00'), at('2026-09-11 00:00:00')] as const
  for (const [n, { memberId }] of friends.entries())
    await run(
      owner,
      sql`update member set created_at = ${joined[n]!} where member_id = ${memberId}`,
    )
  const sums = { deposits: 600, withdrawals: 600, bets: 600 }
  const ask = async (call: 'summary' | 'team') =>
    (await site.call(`POST /api/agent/${call}`, { date: 1 }, { token: own.token })).data
  expect(await ask('summary')).toMatchObject({
    ...sums,
    members: 2,
    joined: 1,
    depositors: 1,
    players: 1,
  })
  expect(await ask('team')).toMatchObject({ data: [{ deposits: 0, bets: 0 }, sums] })
})

describe('commission statements by the month', () => {
  test('net result: stakes less payouts less promotions of the team, times the tier’s percentage, floored', async () => {
    const { memberId } = await agent()
    const [one, two] = [await friendOf(memberId), await friendOf(memberId)]
    await play(one.memberId, '2026-09-10', bet(5_000_00n, 1_000_01n))
    await play(two.memberId, '2026-09-30', bet(600_00n, 0n))
    await play(one.memberId, '2026-10-01', bet(9_999_00n, 0n))
    await packet(one.memberId, '2026-09-30 23:59:59', 88_88n)
    set('2026-10-01 00:59:59')
    await makeDueStatements(site.services)
    const token = await tokenOf(memberId)
    expect(await statements(token), 'not before an hour after the month').toEqual([])
    set('2026-10-01 01:00:00')
    await makeDueStatements(site.services)
    // 3,999.99 - 88.88 + 600.00 = 4,511.11; one active member (1,000 valid) reaches 30 %:
    // 1,353.333.
    expect(await statements(token)).toMatchObject([
      {
        month: '2026-09',
        from_day: '2026-09-10',
        members: 2,
        active: 1,
        base: 4_511.11,
        carried_in: 0,
        commissionable: 4_511.11,
        percent: 30,
        commission: 1_353.33,
        carried_out: 0,
        state: 1,
      },
    ])
    const detail = await site.call<{ lines: { data: object[] }; rule: string[] }>(
      'POST /api/agent/statement',
      { month: '2026-09' },
      { token },
    )
    expect(detail.data.lines.data).toMatchObject([
      {
        bets: 5_000,
        valid: 5_000,
        payouts: 1_000.01,
        promotions: 88.88,
        active: true,
        base: 3_911.11,
        corrections: { bets: 0, promotions: 0 },
      },
      { bets: 600, valid: 600, payouts: 0, promotions: 0, active: false, base: 600 },
    ])
    expect(detail.data.rule[0]).toContain('团队投注减派彩，再减去团队的红包、返水与活动奖金')
    expect(await recomputeStatement(db, memberId, '2026-09')).toMatchObject({
      holds: true,
      since: [],
    })
  })
  test('promotions are of the month they were given in, by the moment; bets of its first day are its own', async () => {
    await rule({ activeValidFen: 0 })
    const { memberId } = await agent()
    const [one, idle] = [await friendOf(memberId), await friendOf(memberId)]
    await packet(idle.memberId, '2026-09-20 12:00:00', 1_00n)
    const given = {
      '2026-09-09 23:59:59.999': 1_00n,
      '2026-09-10 00:00:00': 2_00n,
      '2026-09-30 23:59:59.999': 4_00n,
      '2026-10-01 00:00:00': 8_00n,
    }
    for (const [moment, fen] of Object.entries(given)) await packet(one.memberId, moment, fen)
    await play(one.memberId, '2026-09-10', bet(100_00n, 0n))
    await play(one.memberId, '2026-10-01', bet(200_00n, 0n))
    set('2026-11-01 01:00:00')
    await makeDueStatements(site.services)
    const token = await tokenOf(memberId)
    expect(await statements(token), 'nobody is active without turnover').toMatchObject([
      { month: '2026-10', base: 192, active: 1 },
      { month: '2026-09', base: 93, members: 2, active: 1 },
    ])
    const { data } = await site.call('POST /api/agent/statement', { month: '2026-10' }, { token })
    expect(data).toMatchObject({
      lines: {
        data: [{ bets: 200, promotions: 8, corrections: { bets: 0, promotions: 0 } }],
      },
    })
  })
  test('why a statement is empty names what is short, and nothing that was reached', async () => {
    await rule({ tiers: [{ fromFen: 1_000_00, minActive: 1, hundredths: 100 }] })
    const why = async (...bets: Figures[]) => {
      const { memberId } = await agent()
      for (const each of bets) await play((await friendOf(memberId)).memberId, '2026-09-15', each)
      set('2026-10-02 00:00:00')
      await makeDueStatements(site.services)
      const [made] = await statements(await tokenOf(memberId))
      set('2026-09-10 12:00:00')
      return made!.why.missing.map(({ name, value }) => [name, value])
    }
    expect(await why(bet(1_000_00n, 1n))).toEqual([['commissionable', 0.01]])
    expect(await why(bet(500_00n, 0n), bet(500_00n, 0n))).toEqual([['active', 1]])
    expect(await why(bet(1_000_00n, 0n))).toEqual([])
  })
  test('a bonus that a member gave up costs the agent nothing any more', async () => {
    const { memberId } = await agent()
    const one = await friendOf(memberId)
    await play(one.memberId, '2026-09-10', bet(5_000_00n, 1_000_00n))
    const packet = { memberId: one.memberId, code: 'red_packet', amountFen: 88_88n } as const
    const shared = {
      actor: { type: 'system', id: 'test' },
      effectiveAt: at('2026-09-20 12:00:00'),
    } as const
    const [house, wallet] = [{ name: 'redPacketExpense' }, { name: 'memberCash' }] as const
    await post(db, {
      ...packet,
      ...shared,
      key: 'rp:kept',
      from: house,
      to: wallet,
      source: { type: 'red_packet', id: 'kept' },
    })
    await post(db, {
      ...packet,
      ...shared,
      key: 'rp:back',
      from: wallet,
      to: house,
      source: { type: 'bonus_given_up', id: 'red_packet:kept' },
    })
    set('2026-10-01 01:00:00')
    await makeDueStatements(site.services)
    expect(await statements(await tokenOf(memberId))).toMatchObject([
      { month: '2026-09', base: 4_000 },
    ])
  })
  test('paid through the ledger after review, once, and told to the agent', async () => {
    const { memberId } = await agent()
    await play((await friendOf(memberId)).memberId, '2026-09-15', bet(10_000_00n, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    expect(await commissionPaid(memberId)).toBe(0n)
    const both = await Promise.allSettled([
      settle(memberId, '2026-09'),
      settle(memberId, '2026-09', true, '', { ...admin, name: 'other' }),
    ])
    expect(both.filter(each => each.status === 'fulfilled')).toHaveLength(1)
    expect(await commissionPaid(memberId)).toBe(3_000_00n)
    const token = await tokenOf(memberId)
    expect((await statements(token))[0]).toMatchObject({ state: 2 })
    expect(
      (await site.call<{ balance: number }>('POST /api/user', {}, { token })).data.balance,
    ).toBe(3_000)
    expect(
      (await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })).data
        .data[0]!.title,
    ).toBe('佣金已到账')
  })
  test('nothing is paid to an agent who is excluded, and what was earned before waits for the return', async () => {
    const { memberId } = await agent()
    await play((await friendOf(memberId)).memberId, '2026-09-15', bet(10_000_00n, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    const word = { term: '6m', word: '我要排除', password: 'secret1' }
    const token = await tokenOf(memberId)
    expect((await site.call('POST /api/protection/exclude', word, { token })).code).toBe(200)
    await expect(settle(memberId, '2026-09')).rejects.toThrow('您的账户已暂停使用')
    expect(await commissionPaid(memberId)).toBe(0n)
    await run(
      owner,
      sql`update member_block set return_asked_at = ${clock.now()}, return_at = ${clock.now()} where member_id = ${memberId}`,
    )
    await settle(memberId, '2026-09')
    expect(await commissionPaid(memberId)).toBe(3_000_00n)
  })
  test('nothing is paid to an agent whose account is closed, and the operator reads why', async () => {
    const { memberId } = await agent()
    await play((await friendOf(memberId)).memberId, '2026-09-15', bet(10_000_00n, 0n))
    set('2026-10-02 00:00:00')
    await run(
      owner,
      sql`update member set closing_at = now(), closed_at = now() where member_id = ${memberId}`,
    )
    await makeDueStatements(site.services)
    await expect(settle(memberId, '2026-09')).rejects.toThrow('该账户已注销，不能再存入款项')
    expect(await commissionPaid(memberId)).toBe(0n)
    await settle(memberId, '2026-09', false, '账户已注销')
  })
  test('a rejection needs a reason and pays nothing; nothing to pay is not reviewed', async () => {
    const [one, idle] = [await agent(), await agent()]
    await play((await friendOf(one.memberId)).memberId, '2026-09-15', bet(10_000_00n, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    await expect(settle(one.memberId, '2026-09', false)).rejects.toThrow('请填写拒绝原因')
    await settle(one.memberId, '2026-09', false, '关联账户')
    await expect(
      settle(one.memberId, '2026-09', true, '', { ...admin, name: 'other' }),
    ).rejects.toThrow('该账单已由admin拒绝')
    expect(await commissionPaid(one.memberId)).toBe(0n)
    expect((await statements(await tokenOf(idle.memberId)))[0]).toMatchObject({
      state: 0,
      commission: 0,
      members: 0,
    })
    await expect(settle(idle.memberId, '2026-09')).rejects.toThrow('该账单没有可发放的佣金')
  })
  test('negative carry-over: a losing month is taken off the next, when the setting says so', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    await play(friend.memberId, '2026-09-15', bet(1_000_00n, 5_000_00n))
    await play(friend.memberId, '2026-10-15', bet(6_000_00n, 0n))
    set('2026-11-02 00:00:00')
    await makeDueStatements(site.services)
    const token = await tokenOf(memberId)
    expect(await statements(token)).toMatchObject([
      {
        month: '2026-10',
        base: 6_000,
        carried_in: -4_000,
        commissionable: 2_000,
        commission: 600,
        carried_out: 0,
      },
      {
        month: '2026-09',
        base: -4_000,
        carried_in: 0,
        commissionable: -4_000,
        commission: 0,
        carried_out: -4_000,
        state: 0,
      },
    ])
    await rule({ carryNegative: false })
    await play(friend.memberId, '2026-11-15', bet(1_000_00n, 5_000_00n))
    set('2026-12-02 00:00:00')
    await makeDueStatements(site.services)
    expect((await statements(await tokenOf(memberId)))[0]).toMatchObject({
      month: '2026-11',
      commissionable: -4_000,
      carried_out: 0,
    })
  })
  test('a loss is carried past months that carry nothing or count by another basis, to the next of its own', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    const month = async (
      name: string,
      next: string,
      change: Partial<AgentRule>,
      ...won: bigint[]
    ) => {
      const [stake = 0n, payout = 0n] = won
      await rule(change)
      await play(friend.memberId, `${name}-15`, bet(stake, payout))
      set(`${next}-02 00:00:00`)
      await makeDueStatements(site.services)
      const [made] = await statements(await tokenOf(memberId))
      expect((await recomputeStatement(db, memberId, name))!.holds, name).toBe(true)
      return [made!.month, made!.carried_in, made!.commissionable, made!.carried_out]
    }
    const lost = await month('2026-09', '2026-10', {}, 1_000_00n, 5_000_00n)
    expect(lost).toEqual(['2026-09', 0, -4_000, -4_000])
    const turned = await month('2026-10', '2026-11', { basis: 'turnover' }, 3_000_00n, 3_000_00n)
    expect(turned, 'by turnover').toEqual(['2026-10', 0, 3_000, 0])
    const forgiving = await month('2026-11', '2026-12', { carryNegative: false }, 1_000_00n)
    expect(forgiving, 'without a carry').toEqual(['2026-11', 0, 1_000, 0])
    const last = await month('2026-12', '2027-01', {}, 6_000_00n)
    expect(last).toEqual(['2026-12', -4_000, 2_000, 0])
    // What waits is checked by what it took over itself, however that was found when it was made.
    await run(
      owner,
      sql`update agent_statement set rule = rule || '{"basis": "turnover"}' where agent_id = ${memberId} and month = '2026-09'`,
    )
    expect((await recomputeStatement(db, memberId, '2026-12'))!.holds).toBe(true)
    await settle(memberId, '2026-12')
  })
  test('a changed rule counts from the next month on, however late a statement is made, and is shown so', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    for (const day of ['2026-09-15', '2026-10-15', '2026-11-15'])
      await play(friend.memberId, day, bet(10_000_00n, 0n))
    set('2026-10-01 00:00:01')
    await rule({ tiers: [{ fromFen: 1, minActive: 0, hundredths: 1_000 }] }, clock.now())
    const shown = async () => {
      const token = await tokenOf(memberId)
      const summary = { date: 1 }
      const { data } = await site.call<{ rule: string[] }>('POST /api/agent/summary', summary, {
        token,
      })
      return data.rule.join()
    }
    expect(await shown()).toContain('佣金比例30%')
    set('2026-12-02 00:00:00')
    await makeDueStatements(site.services)
    const made = await statements(await tokenOf(memberId))
    expect(made.map(each => [each.month, each.percent])).toEqual([
      ['2026-11', 10],
      ['2026-10', 30],
      ['2026-09', 30],
    ])
    expect(await shown()).toContain('佣金比例10%')
  })
  test('a bet that is resettled after the statement is a correction of the next one, to the fen and once', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    await play(friend.memberId, '2026-09-15', bet(10_000_00n, 0n))
    await play(friend.memberId, '2026-09-16', bet(500_00n, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    await play(friend.memberId, '2026-09-15', bet(10_000_00n, 4_000_00n), bet(10_000_00n, 0n))
    await play(friend.memberId, '2026-09-16', null, bet(500_00n, 0n))
    expect(await recomputeStatement(db, memberId, '2026-09')).toMatchObject({
      holds: true,
      since: [{ memberId: friend.memberId, statedFen: 10_500_00n, nowFen: 6_000_00n }],
    })
    await play(friend.memberId, '2026-10-10', bet(7_000_00n, 0n))
    set('2026-12-02 00:00:00')
    await makeDueStatements(site.services)
    const token = await tokenOf(memberId)
    expect((await statements(token)).map(each => [each.month, each.base])).toEqual([
      ['2026-11', 0],
      ['2026-10', 2_500],
      ['2026-09', 10_500],
    ])
    const { data } = await site.call<{ lines: { data: object[] } }>(
      'POST /api/agent/statement',
      { month: '2026-10' },
      { token },
    )
    expect(data.lines.data).toMatchObject([
      {
        bets: 7_000,
        base: 2_500,
        corrections: { bets: -500, valid: -500, payouts: 4_000, promotions: 0 },
      },
    ])
    for (const month of ['2026-09', '2026-10', '2026-11'])
      expect((await recomputeStatement(db, memberId, month))!.holds, month).toBe(true)
  })
  test('turnover as the basis, and tiers that ask for active members', async () => {
    await rule({
      basis: 'turnover',
      activeValidFen: 1_000_00,
      tiers: [
        { fromFen: 0, minActive: 0, hundredths: 50 },
        { fromFen: 20_000_00, minActive: 2, hundredths: 80 },
        { fromFen: 30_000_00, minActive: 2, hundredths: 90 },
      ],
    })
    const [few, many, idle] = [await agent(), await agent(), await agent()]
    await play((await friendOf(few.memberId)).memberId, '2026-09-15', bet(20_000_00n, 90_000_00n))
    for (const stake of [19_000_00n, 1_000_00n])
      await play((await friendOf(many.memberId)).memberId, '2026-09-15', bet(stake, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    expect((await statements(await tokenOf(few.memberId)))[0]).toMatchObject({
      base: 20_000,
      active: 1,
      percent: 0.5,
      commission: 100,
    })
    expect((await statements(await tokenOf(many.memberId)))[0]).toMatchObject({
      base: 20_000,
      active: 2,
      percent: 0.8,
      commission: 160,
    })
    expect((await statements(await tokenOf(idle.memberId)))[0]).toMatchObject({ percent: 0 })
  })
  test('late by months, twice, or on two servers at once: each month once, in order, over the year’s end', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    for (const day of ['2026-09-30', '2026-12-31', '2027-01-01', '2027-02-28'])
      await play(friend.memberId, day, bet(2_000_00n, 0n))
    set('2027-03-05 00:00:00')
    await Promise.all([
      makeDueStatements(site.services),
      makeDueStatements(twin.services),
      makeDueStatements(site.services),
    ])
    await makeDueStatements(twin.services)
    const token = await tokenOf(memberId)
    expect((await statements(token)).map(each => [each.month, each.base])).toEqual([
      ['2027-02', 2_000],
      ['2027-01', 2_000],
      ['2026-12', 2_000],
      ['2026-11', 0],
      ['2026-10', 0],
      ['2026-09', 2_000],
    ])
  })
  test('a changed formula leaves made statements as they are; lines cannot be changed', async () => {
    const { memberId } = await agent()
    await play((await friendOf(memberId)).memberId, '2026-09-15', bet(10_000_00n, 0n))
    set('2026-10-02 00:00:00')
    await makeDueStatements(site.services)
    await rule({ tiers: [{ fromFen: 1, minActive: 0, hundredths: 1_000 }] })
    const again = (await recomputeStatement(db, memberId, '2026-09'))!
    expect(again).toMatchObject({
      holds: true,
      commission: { hundredths: 3_000, commissionFen: 3_000_00n },
    })
    await expect(run(db, sql`update agent_statement_line set stake_fen = 0`)).rejects.toThrow(
      'permission denied',
    )
    await expect(
      rule({
        tiers: [
          { fromFen: 5, minActive: 0, hundredths: 1 },
          { fromFen: 5, minActive: 0, hundredths: 2 },
        ],
      }),
    ).rejects.toThrow('档位须逐级提高')
  })
})

describe('the agent site by name and password', () => {
  const enter = (name: string, password: string) =>
    site.call<{ api_token: string }>(
      'POST /api/agent/login',
      { name, password },
      { headers: { 'x-forwarded-for': '10.9.8.7' } },
    )

  test('the same member in a session of its own; a wrong password, a stranger and who is no agent get none', async () => {
    const [own, other] = [await agent(), await site.member()]
    const entered = await enter(own.name, 'secret1')
    expect(entered).toMatchObject({ code: 200, message: '登录成功' })
    expect(
      (await site.call<{ id: number }>('POST /api/user', {}, { token: entered.data.api_token }))
        .data.id,
    ).toBe(Number(own.memberId))
    expect(await enter(own.name, 'wrong-1')).toMatchObject({ code: 400, message: '账号或密码错误' })
    expect(await enter('nobody99', 'secret1')).toMatchObject({
      code: 400,
      message: '账号或密码错误',
    })
    expect(await enter(other.name, 'secret1')).toMatchObject({
      code: 403,
      data: { rule: 'agent_only' },
    })
    expect(await enter('', '')).toMatchObject({ code: 400, message: '请输入您的账号和密码！' })
  })
  test('guesses count together with those at the app’s own door', async () => {
    const { name } = await agent()
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter(name, 'wrong-1')))
    expect(tries.filter(each => each.code === 429).length).toBeGreaterThan(0)
    expect(
      (await site.call('POST /api/login', { name, password: 'secret1', code: 'abcd' })).code,
    ).toBe(429)
    const guess = {
      method: 'POST' as const,
      url: '/api/login',
      payload: { name: 'nobody99', password: 'guess1', code: 'x' },
      headers: { 'x-forwarded-for': '10.9.8.99' },
    }
    await site.app.inject(guess)
    await run(
      owner,
      sql`update throttle set attempts = 60 where bucket = 'login:address:10.9.8.99'`,
    )
    expect(
      (
        await site.call(
          'POST /api/agent/login',
          { name: 'nobody98', password: 'guess1' },
          { headers: guess.headers },
        )
      ).code,
      'of one address too',
    ).toBe(429)
  })
})

test('a statement carries its formula, up to a hundred lines at once, and why it came to what it did', async () => {
  const { memberId } = await agent()
  for (let n = 0; n < 12; n++)
    await play((await friendOf(memberId)).memberId, '2026-09-20', bet(100_00n, 0n))
  set('2026-10-02 00:00:00')
  await makeDueStatements(site.services)
  const token = await tokenOf(memberId)
  type Detail = {
    statement: { why: { rule: string; missing: object[] } }
    formula: object
    lines: { data: object[]; last_page: number; per_page: number }
  }
  const read = async (body: object) =>
    (await site.call<Detail>('POST /api/agent/statement', { month: '2026-09', ...body }, { token }))
      .data
  const first = await read({})
  expect([first.lines.data.length, first.lines.last_page, first.lines.per_page]).toEqual([
    10, 2, 10,
  ])
  const all = await read({ per_page: 1_000 })
  expect([all.lines.data.length, all.lines.last_page, all.lines.per_page]).toEqual([12, 1, 100])
  expect(all.formula).toEqual({
    basis: 'net_result',
    deduct_promotions: true,
    carry_negative: true,
    active_valid: 1_000,
    turnover_times: 0,
    tiers: [
      { from: 0.01, min_active: 1, percent: 30 },
      { from: 100_000, min_active: 5, percent: 35 },
      { from: 500_000, min_active: 10, percent: 40 },
    ],
  })
  // ¥1,200.00 of the team, but nobody active: what the first tier lacks is one active member.
  expect(all.statement.why).toMatchObject({
    rule: 'agent_commission',
    missing: [{ name: 'active', unit: 'count', value: 1 }],
  })
})

describe('a status that is taken back', () => {
  const end = (memberId: bigint) =>
    transaction(db, tx =>
      endAgent(tx, { memberId, reason: '违反合营规则', by: 'risky', now: clock.now() }),
    )
  const reinstate = (memberId: bigint) =>
    transaction(db, tx => reinstateAgent(tx, { memberId, by: 'risky', now: clock.now() }))
  const letters = async (token: string) =>
    (
      await site.call<{ data: { title: string; content: string }[] }>(
        'POST /api/noticeList',
        {},
        { token },
      )
    ).data.data
  /** From the tables, since the site is closed to who is no agent. */
  const made = (memberId: bigint) =>
    rows(
      owner,
      sql<{
        month: string
        fromDay: string
        untilDay: string
        base: bigint
        commission: bigint
        state: number
      }>`
    select month, from_day::text, until_day::text, base_fen as base, commission_fen as commission, state from agent_statement where agent_id = ${memberId} order by month`,
    )

  test('closes the site at once, to sessions and tickets that were open too; the member goes on, and reads why', async () => {
    const { token, memberId, name } = await agent()
    const ticketOf = async () =>
      (await site.call<{ url: string }>('GET /api/getAgentLoginUrl', {}, { token })).data.url.split(
        '=',
      )[1]!
    const { api_token: inside } = (
      await site.call<{ api_token: string }>('POST /api/agent/login', { ticket: await ticketOf() })
    ).data
    const unused = await ticketOf()
    await end(memberId)
    for (const call of [
      'POST /api/agent/summary',
      'POST /api/agent/team',
      'POST /api/agent/statements',
      'POST /api/agent/invite',
    ] as const)
      expect(await site.call(call, {}, { token: inside })).toMatchObject({
        code: 403,
        data: { rule: 'agent_only' },
      })
    expect(await site.call('POST /api/agent/login', { ticket: unused })).toMatchObject({
      code: 401,
    })
    expect(await site.call('GET /api/getAgentLoginUrl', {}, { token })).toMatchObject({ code: 403 })
    expect(await site.call('POST /api/agent/login', { name, password: 'secret1' })).toMatchObject({
      code: 403,
      data: { rule: 'agent_only' },
    })
    expect(
      (await site.call<{ isagent: number }>('POST /api/user', {}, { token })).data.isagent,
    ).toBe(0)
    expect((await letters(token))[0]).toMatchObject({
      title: '合营资格已取消',
      content: expect.stringContaining('违反合营规则'),
    })
    expect((await letters(token))[0]!.content).toContain('2026-09-10及以前的佣金照常按月结算、审核')
    await expect(end(memberId)).rejects.toThrow('该会员的代理资格已取消')
  })

  test('of many at once it is one end; nobody who never was an agent loses or regains it', async () => {
    const { memberId } = await agent()
    const [stranger, tries] = [
      await site.member(),
      await Promise.allSettled(Array.from({ length: 6 }, () => end(memberId))),
    ]
    expect(tries.map(each => each.status).toSorted()).toEqual([
      'fulfilled',
      ...Array<string>(5).fill('rejected'),
    ])
    for (const each of tries)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ message: '该会员的代理资格已取消' })
    await expect(end(stranger.memberId)).rejects.toThrow('该会员不是代理')
    await expect(reinstate(stranger.memberId)).rejects.toThrow('该会员的代理资格没有被取消')
  })

  test('what was earned up to the end of that day stays due, is made with its month, reviewed and paid; nothing after it counts', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    await play(friend.memberId, '2026-09-12', bet(3_000_00n, 1_000_00n))
    set('2026-09-20 15:00:00')
    await end(memberId)
    await play(friend.memberId, '2026-09-20', bet(1_000_00n, 0n))
    await play(friend.memberId, '2026-09-21', bet(9_000_00n, 0n))
    await play(friend.memberId, '2026-10-05', bet(9_000_00n, 0n))
    set('2026-11-02 02:00:00')
    await Promise.all([makeDueStatements(site.services), makeDueStatements(twin.services)])
    await makeDueStatements(site.services)
    const [september, ...more] = await made(memberId)
    expect(september).toMatchObject({
      month: '2026-09',
      fromDay: '2026-09-10',
      untilDay: '2026-09-21',
      base: 3_000_00n,
      state: 1,
    })
    expect(more).toEqual([])
    expect(await recomputeStatement(db, memberId, '2026-09')).toMatchObject({
      holds: true,
      since: [],
    })
    await settle(memberId, '2026-09')
    expect(await commissionPaid(memberId)).toBe(september!.commission)
    expect(september!.commission).toBeGreaterThan(0n)
  })

  test('given back, the same team counts from that day on: days and months between never do, and a resettled bet of before is made good', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    await play(friend.memberId, '2026-09-12', bet(2_000_00n, 0n))
    set('2026-09-15 12:00:00')
    await end(memberId)
    for (const day of ['2026-09-16', '2026-09-20', '2026-10-20'])
      await play(friend.memberId, day, bet(7_000_00n, 0n))
    await packet(friend.memberId, '2026-09-15 23:59:59.999', 100_00n)
    await packet(friend.memberId, '2026-09-16 00:00:00', 500_00n)
    await packet(friend.memberId, '2026-11-09 23:59:59.999', 500_00n)
    await packet(friend.memberId, '2026-11-10 00:00:00', 200_00n)
    set('2026-11-10 12:00:00')
    await makeDueStatements(site.services)
    await reinstate(memberId)
    await play(friend.memberId, '2026-09-12', bet(2_500_00n, 0n), bet(2_000_00n, 0n))
    await play(friend.memberId, '2026-11-09', bet(7_000_00n, 0n))
    await play(friend.memberId, '2026-11-10', bet(1_000_00n, 0n))
    set('2026-12-01 02:00:00')
    await makeDueStatements(site.services)
    expect(await made(memberId)).toMatchObject([
      { month: '2026-09', untilDay: '2026-09-16', base: 1_900_00n },
      { month: '2026-11', fromDay: '2026-11-10', base: 1_300_00n },
    ])
    expect(await recomputeStatement(db, memberId, '2026-09')).toMatchObject({
      holds: true,
      since: [{ statedFen: 1_900_00n, nowFen: 2_400_00n }],
    })
    expect(await recomputeStatement(db, memberId, '2026-11')).toMatchObject({
      holds: true,
      since: [],
    })
    const later = await tokenOf(memberId)
    expect((await letters(later)).map(each => each.title)).toContain('合营资格已恢复')
    expect(
      (await site.call<{ isagent: number }>('POST /api/user', {}, { token: later })).data.isagent,
    ).toBe(1)
  })

  test.each([
    ['the last day of a month', '2026-09-30', null, ['2026-09 09-10 10-01 200']],
    [
      'a pause from the first day of a month',
      '2026-09-30',
      '2026-10-20',
      ['2026-09 09-10 10-01 200', '2026-10 10-20 11-01 100', '2026-11 11-01 12-01 0'],
    ],
    [
      'a pause until the last day of a month',
      '2026-09-15',
      '2026-09-30',
      ['2026-09 09-10 10-01 200', '2026-10 10-01 11-01 200', '2026-11 11-01 12-01 0'],
    ],
    [
      'a pause of the last day of a month',
      '2026-09-29',
      '2026-10-01',
      ['2026-09 09-10 09-30 100', '2026-10 10-01 11-01 200', '2026-11 11-01 12-01 0'],
    ],
    [
      'a pause of whole months and a half one',
      '2026-09-30',
      '2026-11-05',
      ['2026-09 09-10 10-01 200', '2026-11 11-05 12-01 0'],
    ],
  ])('%s: ended on %s, given back on %s', async (_what, ended, back, expected) => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    for (const day of ['2026-09-12', '2026-09-30', '2026-10-01', '2026-10-20'])
      await play(friend.memberId, day, bet(100_00n, 0n))
    set(`${ended} 12:00:00`)
    await end(memberId)
    if (back) {
      set(`${back} 12:00:00`)
      await makeDueStatements(site.services)
      await reinstate(memberId)
    }
    set('2026-12-02 00:00:00')
    await makeDueStatements(site.services)
    expect(
      (await made(memberId)).map(
        ({ month, fromDay, untilDay, base }) =>
          `${month} ${fromDay.slice(5)} ${untilDay.slice(5)} ${base / 100n}`,
      ),
    ).toEqual(expected)
  })

  test('taken back and given back on one day, no day is lost; a new application that passes gives it back too', async () => {
    const { memberId } = await agent()
    const friend = await friendOf(memberId)
    set('2026-09-30 12:00:00')
    await end(memberId)
    await reinstate(memberId)
    await play(friend.memberId, '2026-09-30', bet(1_000_00n, 0n))
    await play(friend.memberId, '2026-10-01', bet(1_000_00n, 0n))
    set('2026-10-08 12:00:00')
    await end(memberId)
    const token = await tokenOf(memberId)
    await applyFor(token)
    set('2026-10-20 12:00:00')
    await decide(memberId, true)
    await play(friend.memberId, '2026-10-15', bet(9_000_00n, 0n))
    await play(friend.memberId, '2026-10-20', bet(3_000_00n, 0n))
    set('2026-11-01 02:00:00')
    await makeDueStatements(site.services)
    expect(await made(memberId)).toMatchObject([
      { month: '2026-09', base: 1_000_00n },
      { month: '2026-10', fromDay: '2026-10-01', untilDay: '2026-11-01', base: 4_000_00n },
    ])
  })
})

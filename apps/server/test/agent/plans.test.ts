// Plans of agents: revenue share, levels and payments per first depositor, to the fen.
import { disputeState } from '@tianping/contract/cashier/facts'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDueStatements, recomputeStatement } from '../../src/areas/agent/statements.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { emptyPlan, openAgents } from './support.ts'

const STRUCK = '1位首存会员的存款有争议或已确认风险，已从账单冲回，请重新查看后再审核'

const { site, owner, clock, at, set, agent, risk, finance, admin } =
  await openAgents('2026-09-01 12:00:00')
const { services } = site
afterAll(() => assertBooksHold(owner))
beforeEach(() => set('2026-09-01 12:00:00'))

const below = (memberId: bigint) => site.member({ pid: String(memberId) })
type Figures = { stakeFen: bigint; validFen: bigint; payoutFen: bigint }
const of = (stakeFen: bigint, payoutFen: bigint): Figures => ({
  stakeFen,
  validFen: stakeFen,
  payoutFen,
})
const play = (
  memberId: bigint,
  time: string,
  after: Figures | null,
  before: Figures | null = null,
) =>
  transaction(owner, tx =>
    countTurnover(tx, { memberId, venueId: 1, settledAt: at(time), before, after }),
  )
/** A red packet of that moment. */
const packet = (memberId: bigint, time: string, amountFen: bigint) =>
  post(owner, {
    memberId,
    key: `packet:${memberId}:${time}`,
    code: 'red_packet',
    from: { name: 'redPacketExpense' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'red_packet', id: time },
    actor: { type: 'system', id: 'test' },
    effectiveAt: at(time),
  })
const general = {
  ...emptyPlan,
  from_month: '2026-10',
  share: 'house',
}
type Change = Partial<Record<keyof typeof general, string | boolean>> & { cpa_most?: number }
const propose = (agentId: bigint, change: Change = {}, who = risk) =>
  who.call('POST /api/console/agent-plans/propose', {
    ...general,
    ...change,
    agent_id: Number(agentId),
  } as never)
const approve = (id: number, who = finance) =>
  who.call('POST /api/console/agent-plans/approve', { id })
async function planned(agentId: bigint, change: Change = {}) {
  const { data } = await propose(agentId, change)
  expect((await approve((data as { id: number }).id)).message).toBe('已批准')
  return (data as { id: number }).id
}
const keyOf = (agentId: bigint, month: string) => ({ agent_id: Number(agentId), month })
const shown = async (agentId: bigint, month: string) =>
  (await finance.call('POST /api/console/statements/show', keyOf(agentId, month))).data
const partsOf = async (agentId: bigint, month: string) =>
  (await shown(agentId, month)).parts.map(each => [each.title, each.members, each.amount])
const holds = async (agentId: bigint, month: string) =>
  (await recomputeStatement(owner, agentId, month))?.holds
const monthEnds = async (time: string) => {
  set(time)
  await makeDueStatements(services)
}

describe('a plan is proposed by one person and approved by another', () => {
  test('before its first month begins in Beijing, and never by who proposed it', async () => {
    const own = await agent()
    set('2026-09-30 23:59:59.999')
    expect((await propose(own.memberId, { from_month: '2026-09' })).message).toBe(
      '起始月份须晚于本月，格式为 2026-01',
    )
    const { id } = (await propose(own.memberId, {}, admin)).data as { id: number }
    expect((await propose(own.memberId)).message).toBe('该代理已有待批准的方案')
    expect(
      (await finance.call('POST /api/console/counts', {})).data.plans_waiting,
    ).toBeGreaterThanOrEqual(1)
    expect((await approve(id, admin)).message).toBe('须由另一位同事复核')
    expect((await approve(id)).code).toBe(200)
    expect((await approve(id)).message).toBe('该方案已由anna通过')
    const late = (await propose(own.memberId)).data as { id: number }
    set('2026-10-01 00:00:00')
    expect((await approve(late.id)).message).toBe('起始月份已开始，不能追溯生效，请拒绝后重新提交')
    const reject = { id: late.id, remark: '已过期' }
    expect((await finance.call('POST /api/console/agent-plans/reject', reject)).code).toBe(200)
    const list = (
      await finance.call('POST /api/console/agent-plans/list', { q: String(own.memberId) })
    ).data.data
    expect(list.map(each => [each.state, each.proposed_by, each.decided_by])).toEqual([
      [3, 'risky', 'anna'],
      [2, 'boss', 'anna'],
    ])
    expect(list[1]?.plan_terms).toEqual(['直属会员按通用规则的档位计佣'])
    const inbox = await site.call<{ data: { title: string }[] }>(
      'POST /api/noticeList',
      {},
      { token: await site.enter(own.memberId) },
    )
    expect(inbox.data.data[0]?.title).toBe('佣金方案已更新')
  })

  test('what makes no plan is refused', async () => {
    const own = await agent()
    const said = async (change: Change) => (await propose(own.memberId, change)).message
    expect(await said({ name: '' })).toBe('请填写方案名称')
    expect(await said({ share: 'percent' })).toBe('请填写分成比例')
    expect(await said({ share: 'none' })).toBe('方案不能没有任何佣金')
    expect(await said({ share: 'none', level2: '5', cpa: '100' })).toBe('不计分成时不能有下级比例')
    expect(await said({ share: 'percent', percent: '90', level2: '10.01' })).toBe(
      '各级比例合计不能超过100%',
    )
    expect(await said({ cpa: '10000.01' })).toBe('比例或金额超出范围')
    expect(await said({ cpa: '-1' })).toBe('请填写正确的金额')
    expect(await said({ cpa: '100', cpa_most: 100_001 })).toBe('比例或金额超出范围')
    expect((await propose((await site.member()).memberId)).message).toBe('该会员不是代理')
    expect((await propose(own.memberId, {}, finance)).code).toBe(403)
  })
})

test('without a plan a statement is what it was: one part, nothing of deeper levels', async () => {
  const own = await agent()
  const friend = await below(own.memberId)
  const deeper = await below(friend.memberId)
  await play(friend.memberId, '2026-09-15 12:00:00', of(20_000_00n, 9_999_99n))
  await play(deeper.memberId, '2026-09-15 12:00:00', of(50_000_00n, 0n))
  await monthEnds('2026-10-02 12:00:00')
  expect(await shown(own.memberId, '2026-09')).toMatchObject({
    plan: '',
    struck: 0,
    base: 10_000.01,
    commission: 3_000,
    parts: [{ title: '直属会员分成', members: 1, base: 10_000.01, percent: 30, amount: 3_000 }],
  })
  expect(await holds(own.memberId, '2026-09')).toBe(true)
  expect(
    await theRow(
      owner,
      sql<{ planId: bigint | null; levels: number; parts: number }>`
      select plan_id, levels, (select count(*)::int from agent_statement_part p where p.agent_id = s.agent_id) as parts
      from agent_statement s where agent_id = ${own.memberId}`,
    ),
  ).toEqual({ planId: null, levels: 1, parts: 0 })
})

describe('revenue share and levels', () => {
  test('levels count from the plan’s first month, over resettlements and a negative month', async () => {
    const own = await agent()
    const [one, other] = [await below(own.memberId), await below(own.memberId)]
    const two = await below(one.memberId)
    const three = await below(two.memberId)
    const four = await below(three.memberId)
    const all = [one, other, two, three, four].map(each => each.memberId)
    // Before the plan: only direct members count, and the deeper ones never will for September.
    for (const memberId of all) await play(memberId, '2026-09-30 23:59:59', of(1_000_00n, 0n))
    await play(two.memberId, '2026-09-01 13:00:00', of(50_00n, 0n))
    await packet(two.memberId, '2026-09-01 13:00:00', 3_00n)
    await packet(one.memberId, '2026-09-15 12:00:00', 7_00n)
    const id = await planned(own.memberId, {
      share: 'percent',
      percent: '25.5',
      level2: '10',
      level3: '3.33',
    })
    await monthEnds('2026-10-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-09')).toEqual([['直属会员分成', 2, 597.9]])
    // October: its first and its last second in Beijing.
    await play(one.memberId, '2026-10-01 00:00:00', of(333_33n, 0n))
    await play(two.memberId, '2026-10-01 00:00:00', of(10_00n, 0n))
    await packet(two.memberId, '2026-10-01 00:00:00', 5_00n)
    await play(two.memberId, '2026-10-31 23:59:59', of(777_77n, 0n))
    await play(three.memberId, '2026-10-15 12:00:00', of(100_00n, 250_00n))
    await play(four.memberId, '2026-10-15 12:00:00', of(9_000_00n, 0n))
    // A bet of a deeper member in September is settled again: it never counts.
    await play(two.memberId, '2026-09-30 23:59:59', of(1_000_00n, 400_00n), of(1_000_00n, 0n))
    // One of a direct member is made good, at the percentage of October.
    await play(other.memberId, '2026-09-30 23:59:59', of(1_000_00n, 900_00n), of(1_000_00n, 0n))
    await monthEnds('2026-11-02 12:00:00')
    // 33333 - 90000 = -56667 fen carried; (78777 - 500) * 10 % = 7827.7; -15000 carried.
    expect(await partsOf(own.memberId, '2026-10')).toEqual([
      ['直属会员分成', 2, 0],
      ['二级会员分成', 1, 78.27],
      ['三级会员分成', 1, 0],
    ])
    expect(await shown(own.memberId, '2026-10')).toMatchObject({
      plan: `方案（编号 ${id}）`,
      commission: 78.27,
      carried_out: -566.67,
    })
    // November: the bet of October is settled again, and both negative months are taken off.
    await play(two.memberId, '2026-10-31 23:59:59', of(777_77n, 700_00n), of(777_77n, 0n))
    await play(two.memberId, '2026-11-05 12:00:00', of(1_000_00n, 0n))
    await play(three.memberId, '2026-11-05 12:00:00', of(1_000_00n, 0n))
    await play(one.memberId, '2026-11-05 12:00:00', of(1_000_00n, 0n))
    await monthEnds('2026-12-02 12:00:00')
    // 43333 * 25.5 % = 11049.9; (100000 - 70000) * 10 %; 85000 * 3.33 % = 2830.5
    expect(await partsOf(own.memberId, '2026-11')).toEqual([
      ['直属会员分成', 1, 110.49],
      ['二级会员分成', 1, 30],
      ['三级会员分成', 1, 28.3],
    ])
    for (const month of ['2026-09', '2026-10', '2026-11'])
      expect(await holds(own.memberId, month), month).toBe(true)
    const token = await site.enter(own.memberId)
    const { data } = await site.call<{ parts: object[]; lines: { data: object[] } }>(
      'POST /api/agent/statement',
      { month: '2026-11' },
      { token },
    )
    expect(data.parts).toHaveLength(3)
    expect(data.lines.data, 'nobody of a deeper level is listed').toHaveLength(1)
  })

  test('a plan that ends with its levels leaves no correction behind', async () => {
    const own = await agent()
    const one = await below(own.memberId)
    const two = await below(one.memberId)
    await planned(own.memberId, { level2: '10' })
    set('2026-10-05 12:00:00')
    await monthEnds('2026-10-05 12:00:00')
    await play(two.memberId, '2026-10-05 12:00:00', of(1_000_00n, 0n))
    await planned(own.memberId, { from_month: '2026-11' })
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-10')).toEqual([
      ['直属会员分成', 0, 0],
      ['二级会员分成', 1, 100],
    ])
    await play(two.memberId, '2026-10-05 12:00:00', of(1_000_00n, 500_00n), of(1_000_00n, 0n))
    await play(one.memberId, '2026-11-05 12:00:00', of(2_000_00n, 0n))
    await monthEnds('2026-12-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-11')).toEqual([['直属会员分成', 1, 600]])
  })
})

describe('payments per first depositor', () => {
  const cpa = { share: 'none', cpa: '88.88', min_deposit: '100', min_valid: '500' }
  /** A member of an agent who deposits in October, and turns over what is said. */
  async function depositor(agentId: bigint, yuan: number, validFen: bigint, time: string) {
    const made = await below(agentId)
    await deposit(site, made.memberId, yuan, at(time))
    if (validFen > 0n) await play(made.memberId, time, of(validFen, validFen))
    return made
  }
  const disputed = (memberId: bigint) =>
    run(
      owner,
      sql`
      with paid as (
        insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at)
        select 'x', 'ref' || member_id, member_id, deposit_no, amount_fen, ${clock.now()}, ${clock.now()} from deposit_order
          where member_id = ${memberId} returning provider, reference)
      insert into payment_dispute (dispute_no, provider, reference, member_id, deposit_no, amount_fen, opened_at)
      select 'C' || lpad(${memberId}::text, 12, '0'), p.provider, p.reference, ${memberId}, o.deposit_no, o.amount_fen, ${clock.now()}
      from paid p, deposit_order o where o.member_id = ${memberId}`,
    )

  test('deposit and turnover at the number count, one below does not; the month begins and ends in Beijing', async () => {
    const own = await agent()
    await planned(own.memberId, cpa)
    const id = own.memberId
    const time = '2026-10-10 12:00:00'
    const counted = [
      await depositor(id, 100, 500_00n, time),
      await depositor(id, 100.01, 500_01n, time),
      await depositor(id, 100, 500_00n, '2026-10-01 00:00:00'),
      await depositor(id, 100, 500_00n, '2026-10-31 23:59:59'),
    ]
    await depositor(id, 99.99, 500_00n, time)
    const later = await depositor(id, 100, 499_99n, time)
    await depositor(id, 100, 500_00n, '2026-09-30 23:59:59.999')
    const next = await depositor(id, 100, 500_00n, '2026-11-01 00:00:00')
    // A fen of turnover more and the member counts, in the month in which it is reached; once.
    await play(later.memberId, '2026-11-01 00:00:00', of(1n, 0n))
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(id, '2026-10')).toEqual([['首存会员奖励', 4, 355.52]])
    const firsts = await finance.call('POST /api/console/statements/firsts', keyOf(id, '2026-10'))
    expect(firsts.data.data.map(each => each.member_id)).toEqual(
      counted.map(each => Number(each.memberId)),
    )
    await monthEnds('2026-12-02 12:00:00')
    expect(await partsOf(id, '2026-11')).toEqual([['首存会员奖励', 2, 177.76]])
    expect(
      await rows(
        owner,
        sql`select member_id from agent_cpa where agent_id = ${id} and month = '2026-11' order by 1`,
      ),
    ).toEqual([{ memberId: later.memberId }, { memberId: next.memberId }])
    await monthEnds('2027-01-02 12:00:00')
    expect(await partsOf(id, '2026-12')).toEqual([['首存会员奖励', 0, 0]])
    expect(await holds(id, '2026-10')).toBe(true)
  })

  test('where no turnover is asked for, a deposit of the next month’s first moment waits for that month', async () => {
    const own = await agent()
    await planned(own.memberId, { ...cpa, min_deposit: '', min_valid: '' })
    await depositor(own.memberId, 1, 0n, '2026-10-31 23:59:59.999')
    await depositor(own.memberId, 1, 0n, '2026-11-01 00:00:00')
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-10')).toEqual([['首存会员奖励', 1, 88.88]])
  })

  test('a statement stops at the bound of its plan and says so; the others follow by the moment of their deposit', async () => {
    const own = await agent()
    const id = own.memberId
    await planned(id, { ...cpa, cpa_most: 2 })
    const october = (day: number) =>
      depositor(id, 100, 500_00n, `2026-10-${String(day).padStart(2, '0')} 12:00:00`)
    // Who registered first deposits last.
    const [last, second, first, third] = [
      await october(20),
      await october(11),
      await october(10),
      await october(12),
    ]
    const counted = (month: string) =>
      rows(
        owner,
        sql`select member_id from agent_cpa where agent_id = ${id} and month = ${month} order by 1`,
      )
    const bound = '本月首存会员已达每月上限2位'
    const rule = async (month: string) => (await shown(id, month)).rule
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(id, '2026-10')).toEqual([['首存会员奖励', 2, 177.76]])
    expect(await counted('2026-10')).toEqual([
      { memberId: second.memberId },
      { memberId: first.memberId },
    ])
    expect(await rule('2026-10')).toEqual(
      expect.arrayContaining(['每月最多计2位，其余按首存先后顺延至以后月份', bound]),
    )
    // One who is struck gives no place to another: the sum of a month that waits only falls.
    await disputed(first.memberId)
    await makeDueStatements(services)
    expect(await partsOf(id, '2026-10')).toEqual([['首存会员奖励', 1, 88.88]])
    expect(await rule('2026-10')).not.toContain(bound)
    await depositor(id, 100, 500_00n, '2026-11-05 12:00:00')
    await monthEnds('2026-12-02 12:00:00')
    expect(await counted('2026-11')).toEqual([
      { memberId: last.memberId },
      { memberId: third.memberId },
    ])
    await monthEnds('2027-01-02 12:00:00')
    expect(await partsOf(id, '2026-12')).toEqual([['首存会员奖励', 1, 88.88]])
    expect(await rule('2026-12')).not.toContain(bound)
    for (const month of ['2026-10', '2026-11', '2026-12'])
      expect(await holds(id, month), month).toBe(true)
  })

  test('who deposits on a day on which the agent was none does not count, from its first to its last', async () => {
    const own = await agent()
    await planned(own.memberId, cpa)
    await run(
      owner,
      sql`insert into agent_pause (member_id, ended_at, ended_by, reason, from_day, until_day, reinstated_at, reinstated_by)
        values (${own.memberId}, ${at('2026-10-09 12:00:00')}, 'boss', '', '2026-10-10', '2026-10-12', ${at('2026-10-12 12:00:00')},
          'boss')`,
    )
    const counted = []
    for (const day of ['09', '10', '11', '12']) {
      const { memberId } = await depositor(own.memberId, 100, 500_00n, `2026-10-${day} 12:00:00`)
      if (day === '09' || day === '12') counted.push({ memberId })
    }
    await monthEnds('2026-11-02 12:00:00')
    expect(
      await rows(owner, sql`select member_id from agent_cpa where agent_id = ${own.memberId}`),
    ).toEqual(counted)
  })

  test('who shares a device or a card with the agent or an earlier depositor, or is excluded, does not count', async () => {
    const own = await agent()
    await planned(own.memberId, { ...cpa, verified: false })
    const time = '2026-10-10 12:00:00'
    const good = await depositor(own.memberId, 100, 500_00n, time)
    const [self, twin, carded, excluded] = [
      await depositor(own.memberId, 100, 500_00n, time),
      await depositor(own.memberId, 100, 500_00n, '2026-10-11 12:00:00'),
      await depositor(own.memberId, 100, 500_00n, '2026-10-11 12:00:00'),
      await depositor(own.memberId, 100, 500_00n, time),
    ]
    const shareDevice = (a: bigint, b: bigint) =>
      run(
        owner,
        sql`insert into device_trace (member_id, device, address, agent, first_at, last_at)
          select m, md5(${String(a)}), '', '', now(), now() from unnest(array[${a}, ${b}]::bigint[]) m`,
      )
    await shareDevice(own.memberId, self.memberId)
    await shareDevice(good.memberId, twin.memberId)
    for (const memberId of [good.memberId, carded.memberId])
      await run(
        owner,
        sql`
        insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
        values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', sha256(${String(good.memberId)}::bytea), now(), ${`c${memberId}`})`,
      )
    set('2026-10-20 12:00:00')
    await transaction(owner, tx =>
      blockMember(services, tx, {
        memberId: excluded.memberId,
        kind: 'exclusion',
        term: 'months:6',
        reason: '',
        until: at('2027-05-01 00:00:00'),
        setBy: 'member',
        setAt: clock.now(),
      }),
    )
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-10')).toEqual([['首存会员奖励', 1, 88.88]])
    const token = await site.enter(own.memberId)
    const told = await site.call('POST /api/agent/statement', { month: '2026-10' }, { token })
    const words = JSON.stringify(told.data)
    for (const secret of ['设备', '自我', '同一', '争议', '排除', excluded.name, good.name])
      expect(words, secret).not.toContain(secret)
  })

  test('only who has proven who they are, where the plan asks for it', async () => {
    const own = await agent()
    await planned(own.memberId, { ...cpa, verified: true })
    const time = '2026-10-10 12:00:00'
    /** A tier that is proven, and the moment from which it no longer is. */
    const proven = async (tier: number, until: string | null) => {
      const { memberId } = await depositor(own.memberId, 100, 500_00n, time)
      await run(
        owner,
        sql`insert into member_tier (member_id, tier, case_id, reached_at, valid_until) values (${memberId}, ${tier}, 1, now(),
          ${until && at(until)})
          on conflict (member_id) do update set tier = excluded.tier, case_id = 1, valid_until = excluded.valid_until`,
      )
      return { memberId }
    }
    await depositor(own.memberId, 100, 500_00n, time)
    await proven(0, null)
    await proven(1, '2026-11-02 12:00:00')
    const counted = [await proven(1, null), await proven(1, '2026-11-02 12:00:00.001')]
    await monthEnds('2026-11-02 12:00:00')
    expect(
      await rows(owner, sql`select member_id from agent_cpa where agent_id = ${own.memberId}`),
    ).toEqual(counted)
  })

  test('a deposit that is disputed before the approval is struck, and the lower sum looked at again', async () => {
    const own = await agent()
    await planned(own.memberId, { ...cpa, share: 'house' })
    const time = '2026-10-10 12:00:00'
    const [kept, gone, before] = [
      await depositor(own.memberId, 100, 500_00n, time),
      await depositor(own.memberId, 100, 500_00n, time),
      await depositor(own.memberId, 100, 500_00n, time),
    ]
    await play(kept.memberId, '2026-10-11 12:00:00', of(1_000_00n, 0n))
    await disputed(before.memberId)
    await monthEnds('2026-11-02 12:00:00')
    expect(await shown(own.memberId, '2026-10')).toMatchObject({ commission: 477.76, struck: 0 })
    await disputed(gone.memberId)
    const key = keyOf(own.memberId, '2026-10')
    const pass = () => finance.call('POST /api/console/statements/approve', { ...key, remark: '' })
    expect((await pass()).message).toBe(STRUCK)
    expect(await shown(own.memberId, '2026-10')).toMatchObject({ commission: 388.88, struck: 1 })
    expect(await holds(own.memberId, '2026-10')).toBe(true)
    expect((await pass()).message).toBe('已发放')
    // Once it is approved it stays.
    await disputed(kept.memberId)
    await makeDueStatements(services)
    expect(await shown(own.memberId, '2026-10')).toMatchObject({ commission: 388.88, state: 2 })
    expect(
      await theRow(
        owner,
        sql<{ fen: bigint }>`
        select coalesce(sum(amount), 0)::bigint as fen from ledger.transaction where member_id = ${own.memberId}
          and code = 'agent_commission'`,
      ),
    ).toEqual({ fen: 388_88n })
  })

  test('who was struck for a dispute counts in a later month once it is won, and once', async () => {
    const own = await agent()
    await planned(own.memberId, cpa)
    const time = '2026-10-10 12:00:00'
    const [won, lost] = [
      await depositor(own.memberId, 100, 500_00n, time),
      await depositor(own.memberId, 100, 500_00n, time),
    ]
    await monthEnds('2026-11-02 12:00:00')
    for (const { memberId } of [won, lost]) await disputed(memberId)
    await makeDueStatements(services)
    expect(await partsOf(own.memberId, '2026-10')).toEqual([['首存会员奖励', 0, 0]])
    await run(
      owner,
      sql`update payment_dispute set state = ${disputeState.won}, decided_by = 'x', decided_at = ${clock.now()}, confirmed_by = 'x', confirmed_at = ${clock.now()}
        where member_id = ${won.memberId}`,
    )
    await monthEnds('2027-01-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-11')).toEqual([['首存会员奖励', 1, 88.88]])
    expect(await partsOf(own.memberId, '2026-12')).toEqual([['首存会员奖励', 0, 0]])
    const firsts = await finance.call(
      'POST /api/console/statements/firsts',
      keyOf(own.memberId, '2026-10'),
    )
    expect(firsts.data.data, 'both stay struck there').toHaveLength(2)
    for (const month of ['2026-10', '2026-11', '2026-12'])
      expect(await holds(own.memberId, month), month).toBe(true)
  })

  const marked = (memberId: bigint, kind: string, state: 1 | 2) =>
    run(
      owner,
      sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
        values (${memberId}, ${kind}, 'x', 1, '{}', 50, now(), now(), ${state}, ${state === 2 ? 'risky' : ''},
          ${state === 2 ? clock.now() : null})`,
    )
  const takenBackByChain = (memberId: bigint) =>
    run(
      owner,
      sql`insert into chain_transfer (chain_id, tx_hash, log_index, block, block_hash, at, token, from_address, to_address, units,
        member_id,
          needed, state, seen_at, reversed_at)
        values (1, ${`0x${memberId.toString(16).padStart(64, '0')}`}, 0, 1, ${`0x${'a'.repeat(64)}`}, now(), 'USDT', 'x', 'y', 1,
          ${memberId}, 1,
          'reversed', now(), now())`,
    )

  test('who bears a confirmed mark of risk, or whose chain took the deposit back, does not count', async () => {
    const own = await agent()
    await planned(own.memberId, cpa)
    const time = '2026-10-10 12:00:00'
    const made = () => depositor(own.memberId, 100, 500_00n, time)
    const [twin, waits, quiet, reversed, later] = [
      await made(),
      await made(),
      await made(),
      await made(),
      await made(),
    ]
    await marked(twin.memberId, 'shared_device', 2)
    await marked(waits.memberId, 'shared_device', 1)
    // A mark of laundering is told to nobody, not by a lower count either.
    await marked(quiet.memberId, 'rapid_in_out', 2)
    await takenBackByChain(reversed.memberId)
    await monthEnds('2026-11-02 12:00:00')
    expect(await partsOf(own.memberId, '2026-10')).toEqual([['首存会员奖励', 3, 266.64]])
    // One that is confirmed before the approval is struck, like a dispute.
    await marked(later.memberId, 'shared_device', 2)
    const key = { ...keyOf(own.memberId, '2026-10'), remark: '' }
    expect((await finance.call('POST /api/console/statements/approve', key)).message).toBe(STRUCK)
    expect(await partsOf(own.memberId, '2026-10')).toEqual([['首存会员奖励', 2, 177.76]])
    expect((await finance.call('POST /api/console/statements/approve', key)).message).toBe('已发放')
  })

  test('a statement that is left with nothing waits for nobody', async () => {
    const own = await agent()
    await planned(own.memberId, cpa)
    const one = await depositor(own.memberId, 100, 500_00n, '2026-10-10 12:00:00')
    await monthEnds('2026-11-02 12:00:00')
    await disputed(one.memberId)
    await makeDueStatements(services)
    expect(await shown(own.memberId, '2026-10')).toMatchObject({
      commission: 0,
      struck: 1,
      state: 0,
      parts: [{ members: 0, amount: 0 }],
    })
    expect(await holds(own.memberId, '2026-10')).toBe(true)
  })
})

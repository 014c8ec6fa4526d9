// What another rule would have cost on what was recorded: to the fen, of the last thirty days and
// no longer.
import { reviewState } from '@tianping/contract/facts'
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import type { Fact } from '../../src/areas/activity/activity.ts'
import { cashierSchema } from '../../src/areas/cashier/cashier.ts'
import { costOf } from '../../src/console/desk/cost.ts'
import { past } from '../cases/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { anActivity, anApplication } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })
const { memberId } = await site.member()
const { ago, deposit, withdrawal } = past(owner, clock)
/** Beijing's noon of the thirtieth day before, and the last hour of the day before that. */
const [COUNTED, TOO_OLD] = [30 * 24, 30 * 24 + 13]

const cost = async (key: string, before: unknown, after: unknown) =>
  (await costOf(owner, clock.now(), { key, before, after })).lines.map(line => [
    line.label,
    line.before,
    line.after,
  ])

async function toUsdt(protocol: string, fen: bigint) {
  const no = `${protocol}-${fen}`
  await run(
    owner,
    sql`
    with bound as (
      insert into card (member_id, kind, bank, bank_owner, phone,
        number_sealed, number_tail, number_digest, bound_at, action_key)
      values (${memberId}, 2, 'USDT', ${protocol}, '', 'x', '5678', ${Buffer.from(no.padStart(32))}, ${ago(900)}, ${no}) returning card_id)
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method,
      amount_fen, rate, receives_cents, state, created_at, decided_at, action_key)
    select ${memberId}, ${no}, card_id, 2, 'usdt', ${fen}, 1, 1, 2, ${ago(5)}, ${ago(5)}, ${no} from bound`,
  )
}

test('the cashier: turnover, ranges, rates, fees, the highest withdrawal and what goes in bulk', async () => {
  await deposit(memberId, 1_000_00n, COUNTED, '', 'wechat')
  await deposit(memberId, 3_000_00n, 5, '', 'wechat')
  await deposit(memberId, 500_00n, 5)
  await deposit(memberId, 7_300_00n, 5, '', 'usdt')
  await deposit(memberId, 9_999_00n, TOO_OLD)
  await withdrawal(memberId, 200_00n, COUNTED)
  await withdrawal(memberId, 60_000_00n, 5)
  await withdrawal(memberId, 300_00n, TOO_OLD)
  await toUsdt('TRC20', 7_100_00n)
  await toUsdt('ERC20', 1_420_00n)
  // What lies at a bound lies within.
  const was = structuredClone(
    cashierSchema.parse({
      review: { bulk: { mostFen: 200_00 } },
      withdrawal: { maxFen: 60_000_00 },
    }),
  )
  for (const each of was.methods)
    if (each.method === 'wechat') Object.assign(each, { minFen: 1_000_00, maxFen: 3_000_00 })
  const is = structuredClone(was)
  is.review.bulk.mostFen = 7_100_00
  is.deposit.turnoverTimes = 3
  is.usdtrate = 7
  is.withdrawusdtrate = 8
  is.withdrawcashfee = 8
  is.withdrawfeeusdttrc = 2
  is.withdrawal.maxFen = 59_999_99
  for (const each of is.methods) {
    if (each.method === 'wechat') each.minFen = 1_000_01
    if (each.method === 'card') each.enabled = false
  }
  expect(await cost('cashier', was, is)).toEqual([
    ['金额在批量上限内的取款笔数', 1, 3],
    ['金额在批量上限内的取款合计', 200, 8_720],
    ['存款要求的流水', 11_800, 35_400],
    ['有存款超出新范围的方式', 0, 2],
    ['USDT 存款应收', 1_000, 1_042.86],
    ['USDT 取款支付', 1_194, 1_055],
    ['USDT 手续费收入', 6, 10],
    ['超过单笔上限的取款', 0, 1],
  ])
})

test('rebates: what was claimed asks for its turnover', async () => {
  for (const [fen, hours] of [
    [12_34n, COUNTED],
    [5_66n, 1],
    [100_00n, TOO_OLD],
  ] as const)
    await run(
      owner,
      sql`insert into rebate_claim (member_id, claim_no, action_key, amount_fen, claimed_at)
      values (${memberId}, gen_random_uuid(), ${`r${fen}`}, ${fen}, ${ago(hours)})`,
    )
  expect(await cost('rebate', { turnoverTimes: 1 }, { turnoverTimes: 3 })).toEqual([
    ['已领返水', 18, 18],
    ['返水要求的流水', 18, 54],
  ])
})

test('an activity: each application by what was found when it was made', async () => {
  const fact = (kind: Fact['kind'], found: number): Fact => ({
    kind,
    text: '',
    met: true,
    needed: 1,
    found,
    missing: '',
  })
  const activityId = await anActivity(owner)
  const apply = (id: string, facts: Fact[]) =>
    anApplication(owner, {
      activityId,
      memberId,
      id,
      state: reviewState.approved,
      bonusFen: 5_00n,
      facts,
      appliedAt: ago(2),
      decidedAt: ago(1),
    })
  await apply('level', [fact('min_vip', 3)])
  await apply('friends', [fact('friends', 4), fact('min_deposit', 800_00)])
  await apply('birthday', [fact('birthday_month', 1), fact('min_vip', 2)])
  const rule = (conditions: object[], bonus: object) => ({ conditions, bonus })
  const old = rule([], { kind: 'fixed', fen: 5_00 })
  const would = (conditions: object[], bonus: object) =>
    cost(`activity:${activityId}`, old, rule(conditions, bonus))
  const fixed = { kind: 'fixed', fen: 7_00 }
  const [was, none] = [
    ['已通过申请的奖金', 15],
    ['当时未记录新条件，无法推算的申请', 0],
  ] as const
  // Met exactly, met by none, and not measured in one of the three.
  expect(await would([{ kind: 'min_vip', vip: 3 }], fixed)).toEqual([
    [...was, 7],
    ['有奖金的申请', 3, 1],
    [...none, 1],
  ])
  expect(await would([{ kind: 'min_vip', vip: 4 }], fixed)).toEqual([
    [...was, 0],
    ['有奖金的申请', 3, 0],
    [...none, 1],
  ])
  const friends = { kind: 'friends', fen: 100_00, window: 'ever' }
  const each = { kind: 'per_friend', fen: 2_00, friendFen: 1_00 }
  expect(await would([{ ...friends, count: 4 }], each)).toEqual([
    [...was, 8],
    ['有奖金的申请', 3, 1],
    [...none, 2],
  ])
  expect(await would([{ ...friends, count: 5 }], each)).toContainEqual([...was, 0])
  const deposited = { kind: 'min_deposit', window: 'today' }
  const tenth = { kind: 'percent', of: 'min_deposit', hundredths: 1_000, maxFen: 50_00 }
  expect(await would([{ ...deposited, fen: 800_00 }], tenth)).toContainEqual([...was, 50])
  expect(await would([{ ...deposited, fen: 800_01 }], tenth)).toContainEqual([...was, 0])
  expect(await would([{ kind: 'birthday_month' }], fixed)).toContainEqual([...was, 7])
  expect(await would([], fixed)).toEqual([
    [...was, 21],
    ['有奖金的申请', 3, 3],
  ])
})

test('a rule that costs nothing answers no lines, and says so', async () => {
  expect(await costOf(owner, clock.now(), { key: 'app', before: {}, after: {} })).toEqual({
    days: 30,
    lines: [],
    note: '此规则不直接产生费用。',
  })
})

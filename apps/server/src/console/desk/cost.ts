// What a rule would have cost: the last thirty days as they were recorded, once by the rule that
// stands and once by the other. Members would have behaved otherwise under another rule; this says
// what it would have come to if they had not.
import type { ConsoleGiven } from '@tianping/contract/console'
import { yuanOf, roundYuan } from '@tianping/money'
import {
  categories,
  categoryLabels,
  rebateFields,
  type Category,
} from '@tianping/contract/games/facts'
import type { Db } from '@tianping/database'
import { beijingDay, beijingMidnight } from '@tianping/money/day'
import {
  bonusOf,
  type Fact,
  ruleSchema,
  type ActivityRule,
  type Condition,
} from '../../areas/activity/activity.ts'
import { AGENT_SETTING, agentSchema, wholeUnder } from '../../areas/agent/agent.ts'
import {
  CASHIER_SETTING,
  cashierSchema,
  PAYOUT_SETTING,
  payoutSchema,
  type CashierSetting,
} from '../../areas/cashier/cashier.ts'
import { JACKPOT_SETTING, jackpotCost } from '../../areas/jackpots/jackpots.ts'
import { REBATE_SETTING, rebateSchema } from '../../areas/rebate/rebate.ts'
import { WAGERING_SETTING, weightsCost } from '../../areas/wagering/wagering.ts'
import { levelsSchema, VIP_LEVELS } from '../../areas/vip/vip.ts'
import {
  REDPACKET_SETTING,
  redPacketSchema,
  type RedPacketSetting,
} from '../../areas/redpacket/redpacket.ts'
import * as sums from './cost.sql.ts'
import { at } from '../../kernel/present.ts'

export const COST_DAYS = 30
const MAX_APPLICATIONS = 10_000
const MAX_AGENTS = 500

export type Cost = ConsoleGiven<'POST /api/console/rules/cost'>
type Line = Cost['lines'][number]
type Asked = { db: Db; since: Date; fromDay: string; before: unknown; after: unknown }

const yuan = (label: string, before: bigint, after: bigint): Line => ({
  label,
  unit: 'yuan',
  before: yuanOf(before),
  after: yuanOf(after),
})
const count = (label: string, before: number, after: number): Line => ({
  label,
  unit: 'count',
  before,
  after,
})

async function levelsCost({ db, fromDay, before, after }: Asked): Promise<Line[]> {
  const [was, is] = [levelsSchema.parse(before), levelsSchema.parse(after)]
  const played = await sums.turnoverByLevel(db, fromDay)
  const cost = (levels: typeof was, category: Category) =>
    played
      .filter(each => each.category === category)
      .reduce(
        (sum, each) =>
          sum +
          (each.validFen *
            BigInt(Math.round(at(levels, each.vip - 1)[rebateFields[category]] * 100))) /
            10_000n,
        0n,
      )
  const lines = categories.map(category => ({
    category,
    before: cost(was, category),
    after: cost(is, category),
  }))
  return [
    yuan(
      '返水合计',
      lines.reduce((sum, each) => sum + each.before, 0n),
      lines.reduce((sum, each) => sum + each.after, 0n),
    ),
    ...lines
      .filter(each => each.before > 0n || each.after > 0n)
      .map(each => yuan(`${categoryLabels[each.category]}返水`, each.before, each.after)),
  ]
}

async function packetsCost({ db, since, before, after }: Asked): Promise<Line[]> {
  const asked = ({ opens, closes, maxTimes, tiers }: RedPacketSetting) => ({
    opens,
    closes,
    maxTimes,
    tiers: JSON.stringify(tiers),
  })
  const [was, is, [drawn]] = await Promise.all([
    sums.packetsEarned(db, since, asked(redPacketSchema.parse(before))),
    sums.packetsEarned(db, since, asked(redPacketSchema.parse(after))),
    sums.packetsDrawn(db, since),
  ])
  const [earned, wouldEarn] = [at(was, 0), at(is, 0)]
  const drawnFen = drawn?.fen ?? 0n
  return [
    count('可领红包个数', Number(earned.claims), Number(wouldEarn.claims)),
    count('可领会员数', earned.members, wouldEarn.members),
    yuan('全部领取的期望金额', earned.expectedFen, wouldEarn.expectedFen),
    yuan('全部领取的最高金额', earned.mostFen, wouldEarn.mostFen),
    yuan('实际已派发', drawnFen, drawnFen),
  ]
}

async function bulkLines(db: Db, since: Date, was: CashierSetting, is: CashierSetting) {
  const found = await sums.withdrawalsInBulk(db, since, {
    before: BigInt(was.review.bulk.mostFen),
    after: BigInt(is.review.bulk.mostFen),
  })
  return [
    count('金额在批量上限内的取款笔数', found.before, found.after),
    yuan('金额在批量上限内的取款合计', found.beforeFen, found.afterFen),
  ]
}

async function cashierCost({ db, since, before, after }: Asked): Promise<Line[]> {
  const [was, is] = [cashierSchema.parse(before), cashierSchema.parse(after)]
  const [deposits, withdrawals] = await Promise.all([
    sums.depositsByMethod(db, since),
    sums.withdrawalsByProtocol(db, since, {
      before: BigInt(was.withdrawal.maxFen),
      after: BigInt(is.withdrawal.maxFen),
    }),
  ])
  const deposited = deposits.reduce((sum, each) => sum + each.fen, 0n)
  const usdtFen = deposits.find(each => each.method === 'usdt')?.fen ?? 0n
  const feeOf = (s: CashierSetting, protocol: string) =>
    protocol === 'ERC20' ? s.withdrawcashfee : s.withdrawfeeusdttrc
  const sent = withdrawals.filter(each => each.protocol !== '')
  const fees = (s: CashierSetting) =>
    sent.reduce((sum, each) => sum + each.count * feeOf(s, each.protocol), 0)
  const paid = (s: CashierSetting) =>
    sent.reduce((sum, each) => sum + yuanOf(each.fen) / s.withdrawusdtrate, 0) - fees(s)
  const usdt = (label: string, from: number, to: number): Line => ({
    label,
    unit: 'usdt',
    before: roundYuan(from),
    after: roundYuan(to),
  })
  const outside = (s: CashierSetting) =>
    deposits
      .filter(each => each.method !== 'usdt')
      .reduce((sum, each) => {
        const range = s.methods.find(method => method.method === each.method)
        return (
          sum +
          (range?.enabled && each.least >= BigInt(range.minFen) && each.most <= BigInt(range.maxFen)
            ? 0
            : 1)
        )
      }, 0)
  return [
    ...(await bulkLines(db, since, was, is)),
    yuan(
      '存款要求的流水',
      deposited * BigInt(was.deposit.turnoverTimes),
      deposited * BigInt(is.deposit.turnoverTimes),
    ),
    count('有存款超出新范围的方式', outside(was), outside(is)),
    usdt('USDT 存款应收', yuanOf(usdtFen) / was.usdtrate, yuanOf(usdtFen) / is.usdtrate),
    usdt('USDT 取款支付', paid(was), paid(is)),
    usdt('USDT 手续费收入', fees(was), fees(is)),
    count(
      '超过单笔上限的取款',
      withdrawals.reduce((sum, each) => sum + each.aboveBefore, 0),
      withdrawals.reduce((sum, each) => sum + each.aboveAfter, 0),
    ),
  ]
}

async function payoutCost({ db, since, before, after }: Asked): Promise<Line[]> {
  const of = (value: unknown) => {
    const { approveUpToFen, siteDayFen, ...rule } = payoutSchema.parse(value)
    return sums.automaticPayouts(db, since, {
      ...rule,
      upToFen: BigInt(approveUpToFen),
      siteDayFen: BigInt(siteDayFen),
    })
  }
  const [was, is] = await Promise.all([of(before), of(after)])
  return [
    count('可自动通过的取款', was.count, is.count),
    yuan('可自动通过的金额', was.fen, is.fen),
    count('其中曾被人工拒绝', was.refused, is.refused),
    yuan('其中曾被人工拒绝的金额', was.refusedFen, is.refusedFen),
    yuan('金额最多的一天', was.dayFen, is.dayFen),
    count('因每日上限留给人工的取款', was.left, is.left),
  ]
}

async function rebateCost({ db, since, before, after }: Asked): Promise<Line[]> {
  const { fen } = at(await sums.rebatesClaimed(db, since), 0)
  const required = (value: unknown) => fen * BigInt(rebateSchema.parse(value).turnoverTimes)
  return [yuan('已领返水', fen, fen), yuan('返水要求的流水', required(before), required(after))]
}

async function agentCost({ db, after }: Asked): Promise<Line[]> {
  const rule = agentSchema.parse(after)
  const { statements, others } = await sums.newestStatements(db, MAX_AGENTS)
  let [paid, other, earning] = [0n, 0n, 0]
  for (const statement of statements) {
    const { commissionFen } = (await wholeUnder(db, statement, rule)).commission
    paid += statement.commissionFen
    other += commissionFen
    if (commissionFen > 0n) earning++
  }
  return [
    yuan(`${statements[0]?.month ?? '最近一期'} 佣金合计`, paid, other),
    count('有佣金的代理', statements.filter(each => each.commissionFen > 0n).length, earning),
    ...(others > 0 ? [count('账单过多，未计入的代理', others, others)] : []),
  ]
}

/** What a condition asks for now, against what was found when the application was made. */
function wouldMeet(condition: Condition, fact: Fact): boolean {
  switch (condition.kind) {
    case 'birthday_month':
      return fact.met
    case 'min_vip':
      return fact.found >= condition.vip
    case 'friends':
      return fact.found >= condition.count
    default:
      return fact.found >= ('fen' in condition ? condition.fen : fact.needed)
  }
}

/**
 * An application's facts as the bonus reads them; null when the rule asks for what was not measured
 * then.
 */
function wouldPay(rule: ActivityRule, application: sums.PassedApplication): bigint | null {
  const facts = application.facts as Fact[]
  let missed = false
  for (const condition of rule.conditions) {
    const fact = facts.find(each => each.kind === condition.kind)
    if (!fact) return null
    if (!wouldMeet(condition, fact)) missed = true
  }
  if (missed) return 0n
  const measured = Object.fromEntries(
    facts.map(fact => [fact.kind, BigInt(Math.trunc(fact.found))]),
  )
  const friends = Array.from(
    { length: facts.find(fact => fact.kind === 'friends')?.found ?? 0 },
    (_, at) => BigInt(at + 1),
  )
  return bonusOf(rule, {
    vip: application.vip,
    streak: Math.max(1, application.streak),
    facts: { facts, measured, friends },
  })
}

async function activityCost({ db, since, after }: Asked, activityId: number): Promise<Line[]> {
  const rule = ruleSchema.parse(after)
  const passed = await sums.passedApplications(db, activityId, since, MAX_APPLICATIONS)
  const would = passed.map(each => wouldPay(rule, each))
  const paying = (all: (bigint | null)[]) => all.filter(each => each !== null && each > 0n).length
  return [
    yuan(
      '已通过申请的奖金',
      passed.reduce((sum, each) => sum + each.bonusFen, 0n),
      would.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n),
    ),
    count('有奖金的申请', paying(passed.map(each => each.bonusFen)), paying(would)),
    ...(would.includes(null)
      ? [count('当时未记录新条件，无法推算的申请', 0, would.filter(each => each === null).length)]
      : []),
  ]
}

const notes: Record<string, string> = {
  [VIP_LEVELS]: '按会员现有等级与近 30 天有效投注推算；门槛变化引起的升降级不计入。',
  [REDPACKET_SETTING]:
    '按近 30 天到账存款推算，不计档位起止日期；“期望”为每个红包取最低与最高的平均。',
  [CASHIER_SETTING]: '按近 30 天到账存款与已通过取款推算。',
  [REBATE_SETTING]: '按近 30 天已领取的返水推算。',
  [PAYOUT_SETTING]:
    '按近 30 天的银行卡取款推算，每日上限按北京日计算；认证级别、名单、关注与同账号等不计入，实际会更少。',
  [JACKPOT_SETTING]:
    '按近 30 天这些游戏的投注推算；奖池在起始与上限之间均匀开出，种子按平均次数计。',
  [WAGERING_SETTING]:
    '按近 30 天全部有效投注推算，如同每一笔都用于彩金的流水；存款的流水不受影响。',
  [AGENT_SETTING]: '按最近一期账单的明细重新计算；方案中的固定比例与首存奖励不受通用规则影响。',
}

async function poolsCost({ db, fromDay, before, after }: Asked): Promise<Line[]> {
  const [was, is] = await Promise.all([
    jackpotCost(db, fromDay, before),
    jackpotCost(db, fromDay, after),
  ])
  return [
    yuan('计入奖池的投注份额', was.shareFen, is.shareFen),
    yuan('平均投入的种子', was.seedFen, is.seedFen),
    yuan('平均派发的奖池', was.shareFen + was.seedFen, is.shareFen + is.seedFen),
  ]
}

async function wageringCost({ db, fromDay, before, after }: Asked): Promise<Line[]> {
  const [was, is] = await Promise.all([
    weightsCost(db, fromDay, before),
    weightsCost(db, fromDay, after),
  ])
  const sum = (all: typeof was) => all.reduce((total, { fen }) => total + fen, 0n)
  return [
    yuan('计入彩金流水的有效投注', sum(was), sum(is)),
    ...was.map(({ category, fen }, n) =>
      yuan(`其中${categoryLabels[category]}`, fen, at(is, n).fen),
    ),
  ]
}

/**
 * What the current and another value of a rule come to on what was recorded; a rule that costs
 * nothing answers no lines.
 */
export async function costOf(
  db: Db,
  now: Date,
  rule: { key: string; before: unknown; after: unknown },
): Promise<Cost> {
  const since = beijingMidnight(now, COST_DAYS)
  const asked: Asked = {
    db,
    since,
    fromDay: beijingDay(since),
    before: rule.before,
    after: rule.after,
  }
  const by: Record<string, (asked: Asked) => Promise<Line[]>> = {
    [VIP_LEVELS]: levelsCost,
    [REDPACKET_SETTING]: packetsCost,
    [CASHIER_SETTING]: cashierCost,
    [REBATE_SETTING]: rebateCost,
    [AGENT_SETTING]: agentCost,
    [PAYOUT_SETTING]: payoutCost,
    [JACKPOT_SETTING]: poolsCost,
    [WAGERING_SETTING]: wageringCost,
  }
  const activity = /^activity:(\d+)$/.exec(rule.key)
  const lines = activity
    ? await activityCost(asked, Number(activity[1]))
    : ((await by[rule.key]?.(asked)) ?? [])
  const note = activity
    ? '按近 30 天已通过申请的记录推算。'
    : (notes[rule.key] ?? '此规则不直接产生费用。')
  return { days: COST_DAYS, lines, note }
}

// Approving many withdrawals at once. Only what the rules call harmless is approved, each order by
// the same steps and guards as alone; the amounts of a call and of a day are bounded, so that a
// stolen session or a tired hand lets out no more than the rules say.
import type { ConsoleGiven } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { reviewState } from '@tianping/contract/facts'
import { transaction, type Db } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { decide } from '../../../kernel/operator/queue.ts'
import { readMember } from '../../account/account.ts'
import { doubtsAbout } from '../sending/doubts.ts'
import { approveWithdrawal, heldBy, withdrawals } from '../review.ts'
import { cashierSetting, type CashierSetting } from '../setting.ts'
import { takeOnBulk } from './takeOnBulk.ts'
import { ownerOf } from '../store/order.sql.ts'
import { readWithdrawal, type Withdrawal } from '../store/withdrawal.sql.ts'

type Answer = ConsoleGiven<'POST /api/console/withdrawals/bulk'>
type Item = Answer['items'][number]
type Rules = CashierSetting['review']['bulk']
type Looked = { order: Withdrawal; username: string; why: string }

const byOperator: Limit = { attempts: 30, windowMs: 3_600_000 }

/** What an order itself says against it. */
function unfit(order: Withdrawal, { mostFen }: Rules, operator: Operator, now: Date): string {
  if (order.state !== reviewState.waiting) return '已处理'
  const holder = heldBy(order, now)
  if (holder !== '' && holder !== operator.name) return `${holder} 正在处理`
  if (order.memberId === operator.memberId) return '本人会员账号'
  return order.amountFen > BigInt(mostFen) ? `超过单笔 ¥${formatFen(mostFen)}` : ''
}

/**
 * Why an order is looked at alone; empty for one that is harmless. What risk and compliance know is
 * not told here: whoever may read it reads it beside the order.
 */
async function doubtAbout(db: Db, order: Withdrawal, operator: Operator, now: Date) {
  const found = await doubtsAbout(db, order, operator.name, now)
  const { two } = found
  const doubts: [boolean, string][] = [
    [found.watched || found.held || found.flagged, '须逐笔审核'],
    [found.turnover, '流水未完成'],
    [found.shared, '收款账号与其他会员相同'],
    [found.holder, '收款人未核对'],
    [two.takesTwo && two.first?.operator === operator.name, '您已确认，须由另一位复核'],
  ]
  return doubts.find(([holds]) => holds)?.[1] ?? ''
}

async function lookAt(db: Db, no: string, rules: Rules, operator: Operator, now: Date) {
  const owner = await ownerOf(db, 'withdrawal', no)
  const order = owner === undefined ? undefined : await readWithdrawal(db, owner, no)
  if (!order) throw new Refusal(say('order.not_found'))
  const why = unfit(order, rules, operator, now) || (await doubtAbout(db, order, operator, now))
  return { order, username: (await readMember(db, order.memberId)).name, why }
}

type Context = Pick<
  ConsoleContext<'POST /api/console/withdrawals/bulk'>,
  'db' | 'operator' | 'clock'
>

async function lookAtAll({ db, operator, clock }: Context, numbers: string[]) {
  const { bulk } = (await cashierSetting(db)).review
  const looked: Looked[] = []
  // One after the other: a screen of a hundred does not take every connection.
  for (const no of new Set(numbers)) looked.push(await lookAt(db, no, bulk, operator, clock.now()))
  return { bulk, looked }
}

type Judged = Looked & { outcome: Item['outcome'] }

const judged = (looked: Looked): Judged => ({
  ...looked,
  outcome: looked.why === '' ? 'ready' : 'left',
})

const itemOf = ({ order, username, outcome, why }: Judged): Item => ({
  out_trade_no: order.withdrawalNo,
  username,
  amount: yuanOf(order.amountFen),
  outcome,
  why,
})

/** The answer, and what was not left in fen. */
function answerOf(all: Judged[]): { answer: Answer; totalFen: bigint } {
  const done = all.filter(each => each.outcome !== 'left')
  const totalFen = done.reduce((sum, { order }) => sum + order.amountFen, 0n)
  const answer = { items: all.map(itemOf), count: done.length, total: yuanOf(totalFen) }
  return { answer, totalFen }
}

/** Takes the amount on for the operator; refuses what goes beyond the bounds. */
async function takeOn({ db, operator, clock }: Context, rules: Rules, ready: Looked[]) {
  const now = clock.now()
  const totalFen = ready.reduce((sum, { order }) => sum + order.amountFen, 0n)
  const taken = { operator, now, rules, orders: ready.length, totalFen }
  await transaction(db, tx => takeOnBulk(tx, taken))
}

type Bulk = ConsoleContext<'POST /api/console/withdrawals/bulk'>

/** One order, as if it were approved alone. What meanwhile speaks against it leaves it. */
async function approveOne(context: Bulk, looked: Looked): Promise<Judged> {
  const { operator: reviewer, caller, body, settings } = context
  const no = looked.order.withdrawalNo
  const key = `${caller.key}:${no}`
  let awaits = false
  try {
    await decide(context, withdrawals, no, {
      action: 'withdrawal.approve',
      confirms: 'withdrawal.confirm',
      note: body.remark || '批量通过',
      done: '',
      run: async (tx, now) => {
        const approval = { reviewer, remark: body.remark, key, now }
        const outcome = await approveWithdrawal(tx, settings, no, approval)
        awaits = outcome.awaits !== null
        return outcome
      },
    })
    return { ...looked, outcome: awaits ? 'confirmed' : 'approved' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...looked, why: error.said.text, outcome: 'left' }
  }
}

export const bulkHandlers = {
  'POST /api/console/withdrawals/check': async context => {
    const { looked } = await lookAtAll(context, context.body.numbers)
    return { data: answerOf(looked.map(judged)).answer }
  },
  'POST /api/console/withdrawals/bulk': async context => {
    const { db, clock, operator, caller, body } = context
    await attempt(db, `console:bulk:${operator.operatorId}`, byOperator, clock.now())
    const { bulk, looked } = await lookAtAll(context, body.numbers)
    const ready = looked.filter(each => each.why === '')
    if (ready.length === 0) throw new Refusal(say('order.bulk_none'))
    await takeOn(context, bulk, ready)
    const all: Judged[] = []
    for (const each of looked)
      all.push(each.why === '' ? await approveOne(context, each) : judged(each))
    const { answer, totalFen } = answerOf(all)
    const { items } = answer
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      {
        action: 'withdrawal.bulk',
        subject: 'withdrawal:bulk',
        after: {
          count: answer.count,
          total: answer.total,
          numbers: items.filter(each => each.outcome !== 'left').map(each => each.out_trade_no),
          left: items.filter(each => each.outcome === 'left').map(each => each.out_trade_no),
        },
        note: body.remark,
      },
    )
    return {
      message: `已处理 ${answer.count} 笔，共 ¥${formatFen(totalFen)}`,
      data: answer,
    }
  },
} satisfies ConsoleHandlers

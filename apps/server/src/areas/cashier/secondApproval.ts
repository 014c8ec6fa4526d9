// From a limit on (`cashier.review`) an approval by hand takes two persons: the first is written
// down and moves no money, the second, who is another, does what an approval does. What the member,
// the account and the reviewer had approved within a day counts together with it, so that a large
// amount in parts takes two as well. It all happens under the order's lock.
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import type { Db, Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Approved, SecondPerson } from '../../kernel/operator/queue.ts'
import { cashierSetting } from './setting.ts'
import { creditedSince, waitForApprovals, withdrawnSince } from './store/approvedSum.sql.ts'
import type { Withdrawal } from './store/withdrawal.sql.ts'
import { keepFirst, noteSecond, readFirst } from './store/secondApproval.sql.ts'

type Reviewer = { operatorId: bigint; name: string }
/** `key` is the operator's request: repeated, it is answered as it was. */
export type Approval = { reviewer: Reviewer; remark: string; key: string; now: Date }

/** The least amount that takes two persons, in fen. */
export const secondFromFen = async (db: Db): Promise<bigint> =>
  BigInt((await cashierSetting(db)).review.secondFromFen)

const DAY_MS = 86_400_000

/** An order that is to be approved, by its number. */
export type Approvable = { kind: 'deposit' | 'withdrawal'; no: string; amountFen: bigint } & Pick<
  Withdrawal,
  'memberId'
> & { cardId?: bigint }

/** The limit that an approval by the operator reaches, in fen; null while one person is enough. */
async function limitReached(
  db: Db,
  order: Approvable,
  operator: string,
  now: Date,
): Promise<bigint | null> {
  const { secondFromFen: each, reviewerFromFen } = (await cashierSetting(db)).review
  const { memberId, cardId, amountFen, no: but } = order
  const asked = { memberId, operator, but, since: new Date(now.getTime() - DAY_MS) }
  const before =
    cardId === undefined
      ? await creditedSince(db, asked)
      : await withdrawnSince(db, { ...asked, cardId })
  const reached = (fen: bigint, limit: number) => fen + amountFen >= BigInt(limit)
  if (reached(before.member, each) || reached(before.card, each)) return BigInt(each)
  return reached(before.reviewer, reviewerFromFen) ? BigInt(reviewerFromFen) : null
}

export const subjectOf = {
  deposit: (no: string) => `deposit:${no}`,
  withdrawal: (no: string) => `withdrawal:${no}`,
}

/** What this very request came to when it was the first approval already. */
async function answered(
  tx: Tx,
  subject: string,
  { reviewer, key }: Approval,
): Promise<Approved | undefined> {
  const first = await readFirst(tx, subject)
  if (first?.operatorId !== reviewer.operatorId || first.actionKey !== key) return undefined
  return { first: first.operator, awaits: await secondFromFen(tx) }
}

/**
 * Counts an approval: one that is not enough is kept as the first. Refuses with 409 the second
 * approval of one person.
 */
async function count(
  tx: Tx,
  order: Approvable,
  { reviewer, remark, key, now }: Approval,
): Promise<Approved> {
  const { amountFen } = order
  const subject = subjectOf[order.kind](order.no)
  await waitForApprovals(tx)
  const fromFen = await limitReached(tx, order, reviewer.name, now)
  if (fromFen === null) return { first: '', awaits: null }
  const first = await readFirst(tx, subject)
  if (!first || first.amountFen !== amountFen) {
    await keepFirst(tx, subject, {
      amountFen,
      operatorId: reviewer.operatorId,
      operator: reviewer.name,
      at: now,
      remark,
      actionKey: key,
    })
    return { first: reviewer.name, awaits: fromFen }
  }
  if (first.operatorId === reviewer.operatorId) {
    throw new Refusal(say('order.second_person', { from: formatFen(fromFen) }), {
      rule: 'two_persons',
      confirmed_by: first.operator,
    })
  }
  await noteSecond(tx, subject, reviewer.operatorId)
  return { first: first.operator, awaits: null }
}

/** What the approval flow asks about an order that may take two persons. */
export const secondPerson = <Order>(
  tx: Tx,
  subject: string,
  approval: Approval,
  order: {
    approvable: (order: Order) => Approvable | Promise<Approvable>
    wait: SecondPerson<Order>['wait']
  },
): SecondPerson<Order> => ({
  answered: () => answered(tx, subject, approval),
  count: async it => count(tx, await order.approvable(it), approval),
  wait: order.wait,
})

/**
 * What is to be known of an order before the operator approves it: whether it takes two, from where
 * on, and who was first.
 */
export async function standing(db: Db, order: Approvable, operator: string, now: Date) {
  const [reached, usualFen, first] = await Promise.all([
    limitReached(db, order, operator, now),
    secondFromFen(db),
    readFirst(db, subjectOf[order.kind](order.no)),
  ])
  return {
    takesTwo: reached !== null,
    fromFen: reached ?? usualFen,
    first: first?.amountFen === order.amountFen ? first : undefined,
  }
}

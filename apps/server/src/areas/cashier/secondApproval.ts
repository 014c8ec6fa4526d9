// From a limit on (`cashier.review.secondFromFen`) an approval by hand takes two persons: the first
// is written down and moves no money, the second, who is another, does what an approval does. It
// all happens under the order's lock.
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import type { Db, Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Approved, SecondPerson } from '../../kernel/operator/queue.ts'
import { cashierSetting } from './setting.ts'
import { keepFirst, noteSecond, readFirst } from './store/secondApproval.sql.ts'

type Reviewer = { operatorId: bigint; name: string }
/** `key` is the operator's request: repeated, it is answered as it was. */
export type Approval = { reviewer: Reviewer; remark: string; key: string; now: Date }

/** The least amount that takes two persons, in fen. */
export const secondFromFen = async (db: Db): Promise<bigint> =>
  BigInt((await cashierSetting(db)).review.secondFromFen)

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
  subject: string,
  amountFen: bigint,
  { reviewer, remark, key, now }: Approval,
): Promise<Approved> {
  const fromFen = await secondFromFen(tx)
  if (amountFen < fromFen) return { first: '', awaits: null }
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
    amountOf: (order: Order) => bigint | Promise<bigint>
    wait: SecondPerson<Order>['wait']
  },
): SecondPerson<Order> => ({
  answered: () => answered(tx, subject, approval),
  count: async it => count(tx, subject, await order.amountOf(it), approval),
  wait: order.wait,
})

/**
 * What is to be known of an order of this amount before it is approved: whether it takes two, from
 * where on, and who was first.
 */
export async function standing(db: Db, subject: string, amountFen: bigint) {
  const [fromFen, first] = await Promise.all([secondFromFen(db), readFirst(db, subject)])
  return {
    takesTwo: amountFen >= fromFen,
    fromFen,
    first: first?.amountFen === amountFen ? first : undefined,
  }
}

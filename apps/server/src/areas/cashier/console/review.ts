// What the queues of deposits and withdrawals have in common: the same filters, the same three
// deeds.
import { yuanOf } from '@tianping/contract/money'
import type { Tx } from '@tianping/database'
import type { Decided } from '../review.ts'
import type { standing } from '../twoPersons.ts'
import { beijing } from '../../../kernel/clock.ts'
import { PER_PAGE } from '../../../kernel/http/answer.ts'
import type { Caller, Operator, Services } from '../../../kernel/http/services.ts'
import { claim, decide } from './decide.ts'

type Order = {
  memberId: bigint
  state: 1 | 2 | 3
  remark: string
  claimedBy: string
  claimedUntil: Date | null
}
type Working<Body> = Services & { operator: Operator; caller: Caller; body: Body }
type Asked = {
  tx: Tx
  services: Services
  no: string
  operator: Operator
  remark: string
  key: string
  now: Date
}

export type Reviewed<Body extends { remark?: string }, O extends Order> = {
  kind: 'deposit' | 'withdrawal'
  noOf(body: Omit<Body, 'remark'>): string
  /** What the audit log keeps of an order. */
  told(order: O): Record<string, unknown>
  claim(asked: Omit<Asked, 'remark' | 'key' | 'services'>): Promise<O>
  approve(asked: Asked): Promise<Decided<O>>
  reject(asked: Asked): Promise<Decided<O>>
}

/** Claiming, approving and rejecting an order of one kind. */
export function reviewOf<Body extends { remark: string }, O extends Order>(
  queue: Reviewed<Body, O>,
) {
  const decided = (verb: 'approve' | 'reject') => (context: Working<Body>) => {
    const { operator, caller, body } = context
    const no = queue.noOf(body)
    return decide(context, {
      action: `${queue.kind}.${verb}`,
      confirms: `${queue.kind}.confirm`,
      subject: `${queue.kind}:${no}`,
      note: body.remark,
      told: queue.told,
      deed: (tx, now) =>
        queue[verb]({
          tx,
          services: context,
          no,
          operator,
          remark: body.remark,
          key: caller.key,
          now,
        }),
    })
  }
  return {
    claim: (context: Working<Omit<Body, 'remark'>>) => {
      const no = queue.noOf(context.body)
      return claim(context, {
        action: `${queue.kind}.claim`,
        subject: `${queue.kind}:${no}`,
        deed: (tx, now) => queue.claim({ tx, no, operator: context.operator, now }),
      })
    },
    approve: decided('approve'),
    reject: decided('reject'),
  }
}

/** The filter of a list of orders, as the statements take it. */
export const orderFilterOf = (body: {
  page: number
  state?: number | undefined
  method: string
  q: string
  day: string
}) => ({
  state: body.state ?? 0,
  method: body.method,
  q: body.q,
  day: body.day,
  limit: PER_PAGE,
  offset: (body.page - 1) * PER_PAGE,
})

/** Whether an order takes two persons, from what amount on, and who has approved it first. */
export const confirmationOf = ({
  takesTwo,
  fromFen,
  first,
}: Awaited<ReturnType<typeof standing>>) => ({
  takes_two: takesTwo,
  from: yuanOf(fromFen),
  by: first?.operator ?? '',
  at: first ? beijing(first.at) : '',
  remark: first?.remark ?? '',
})

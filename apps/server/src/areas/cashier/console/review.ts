// What the lists of deposits and withdrawals have in common.
import { yuanOf } from '@tianping/money'
import type { ConsolePayload } from '@tianping/contract/console'
import { everyState, reviewState } from '@tianping/contract/facts'
import { beijing } from '@tianping/money/day'
import type { standing } from '../secondApproval.ts'
import { narrowedOf, statesOf } from '../../../kernel/operator/listed.sql.ts'
import { pagingOf } from '../../../kernel/operator/pages.sql.ts'

/** What an operator reads after repeating a decision. */
export const ORDER_REPEATED = '该订单已处理，无需重复操作'

/** The filter of a list of orders, as the statements take it. */
export const orderFilterOf = (body: ConsolePayload<'POST /api/console/deposits/list'>) => ({
  ...narrowedOf(body),
  states: statesOf(body, {
    resting: everyState,
    every: everyState,
    known: Object.values(reviewState),
  }),
  method: body.method,
  q: body.q,
  paging: pagingOf(body, ['amount']),
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

// What the lists of deposits and withdrawals have in common.
import { yuanOf } from '@tianping/money'
import { everyState } from '@tianping/contract/facts'
import { beijing } from '@tianping/money/day'
import type { standing } from '../secondApproval.ts'
import { PER_PAGE } from '../../../kernel/http/answer.ts'

/** What an operator reads after repeating a decision. */
export const ORDER_REPEATED = '该订单已处理，无需重复操作'

/** The filter of a list of orders, as the statements take it. */
export const orderFilterOf = (body: {
  page: number
  state?: number | undefined
  method: string
  q: string
  day: string
}) => ({
  state: body.state ?? everyState,
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

import type { Given } from '@tianping/contract'
import { depositState, type DepositState } from '@tianping/contract/cashier/facts'
import type { DepositStage } from '@tianping/contract/stages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../app/api.ts'
import { refresh, useAction } from '../../app/calls.ts'
import { deadlineOf, secondsLeft } from './countdown.ts'

/** While it waits for the payment or a decision the page asks this often. */
const refreshMs = 5_000

/** Stands in for fields that the documents do not list: an order that waits, without extras. */
const undocumented = {
  info: { state: depositState.waiting, usdt_amount: 0, server_time: '' },
  cardlist: { payurl: '' },
}

export type Progress = NonNullable<Given<'POST /api/payinfo'>['progress']>

const stages: Readonly<Record<DepositState, DepositStage>> = {
  [depositState.waiting]: 'unpaid',
  [depositState.credited]: 'credited',
  [depositState.rejected]: 'rejected',
}

/** What the documented state alone says, where no more is told. */
const progressOf = (state: DepositState): Progress => ({
  stage: stages[state],
  mine: 0,
  paid: 0,
  credited: 0,
  refund: 0,
  wish: '',
  may_wish: 0,
  said: 0,
  reason: '',
  steps: [],
  payments: [],
})

/** Stages that change by themselves. */
const waits: readonly DepositStage[] = [
  'unpaid',
  'confirming',
  'wrong_amount',
  'expired',
  'refunding',
  'paid_again',
]

/** The order; `message` of the answer says what kind of payment it is, so both are kept. */
export const useOrder = (deposit_no: string) =>
  useQuery({
    queryKey: ['POST /api/payinfo', { deposit_no }],
    queryFn: async ({ signal }) => {
      const { data, message } = await call('POST /api/payinfo', { deposit_no }, { signal })
      const info = { ...undocumented.info, ...data.info }
      const cardlist = { ...undocumented.cardlist, ...data.cardlist }
      const progress = data.progress ?? progressOf(info.state)
      return { data: { ...data, info, cardlist, progress }, message, heardMs: Date.now() }
    },
    enabled: deposit_no !== '',
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: query => {
      const stage = query.state.data?.data.progress.stage
      return stage && waits.includes(stage) ? refreshMs : false
    },
  })
export type Order = NonNullable<ReturnType<typeof useOrder>['data']>

/** Seconds left to pay: ticks each second and stops at zero. */
export function useCountdown({ data, heardMs }: Order): number {
  const [now, setNow] = useState(Date.now)
  const left = secondsLeft(deadlineOf(data.info, heardMs), now)
  const over = left === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [over])
  return left
}

const asked = () => refresh('POST /api/payinfo', 'POST /api/gettransrecord')

/** The member says that the order is paid, or takes that back. */
export const useSayPaid = () => useAction('POST /api/deposit/paid', { quiet: true, done: asked })

/** The member says what is to be done with a payment of another amount. */
export const useWish = () => useAction('POST /api/deposit/wish', { done: asked })

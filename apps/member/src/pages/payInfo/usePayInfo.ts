import { depositState } from '@tianping/contract/cashier/facts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../app/api.ts'
import { deadlineOf, secondsLeft } from './countdown.ts'

/** While it waits for the payment the page asks this often. */
const refreshMs = 5_000

/** Stands in for fields that the documents do not list: an order that waits, without extras. */
const undocumented = {
  info: { state: depositState.waiting, usdt_amount: 0, server_time: '' },
  cardlist: { payurl: '' },
}

/** The order; `message` of the answer says what kind of payment it is, so both are kept. */
export const useOrder = (deposit_no: string) =>
  useQuery({
    queryKey: ['POST /api/payinfo', { deposit_no }],
    queryFn: async ({ signal }) => {
      const { data, message } = await call('POST /api/payinfo', { deposit_no }, { signal })
      const info = { ...undocumented.info, ...data.info }
      const cardlist = { ...undocumented.cardlist, ...data.cardlist }
      return { data: { ...data, info, cardlist }, message, heardMs: Date.now() }
    },
    enabled: deposit_no !== '',
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: query =>
      query.state.data?.data.info.state === depositState.waiting ? refreshMs : false,
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

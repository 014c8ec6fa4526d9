import type { Given } from '@tianping/contract'
import { fenOf, yuanOf } from '@tianping/money'
import { useEffect } from 'react'
import { useUser } from '../account.ts'
import { refresh, useAnswer } from '../calls.ts'

export type Where = Given<'POST /api/money/where'>
export type Place = Where['venues'][number]

/** What a page shows without asking anew, in ms. */
const freshMs = 5_000

/** Where the money is, by the books; `everyMs` asks again while the page shows. */
export const useWhere = ({
  everyMs,
  enabled = true,
}: { everyMs?: number; enabled?: boolean } = {}) =>
  useAnswer(
    'POST /api/money/where',
    {},
    { enabled, silent: true, ...(everyMs ? { everyMs } : { freshMs }) },
  )

export type Total = { yuan: number; central: number; away: number }

/**
 * The total of all pages: one sum of one moment. It is asked for only where something is at a
 * venue; until the answer is here the two figures of the member's own object stand for it.
 */
export function useTotal(): Total | undefined {
  const user = useUser()
  const there = (user?.gameblance ?? 0) > 0
  const { data } = useWhere({ enabled: there })
  const balance = user?.balance
  const known = data?.central
  // The wallet has moved since: what is where has too.
  useEffect(() => {
    if (there && known !== undefined && known !== balance) void refresh('POST /api/money/where')
  }, [there, known, balance])
  if (!user) return undefined
  if (there && data) return { yuan: data.total, central: data.central, away: awayOf(data) }
  return {
    yuan: yuanOf(fenOf(user.balance) + fenOf(user.gameblance)),
    central: user.balance,
    away: user.gameblance,
  }
}

/** What is not in the wallet: at venues, and on its way. */
export const awayOf = ({ at_venues, under_way }: Where): number =>
  yuanOf(fenOf(at_venues) + fenOf(under_way))

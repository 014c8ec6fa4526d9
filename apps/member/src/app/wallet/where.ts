import type { Given } from '@tianping/contract'
import { fenOf, yuanOf } from '@tianping/money'
import { useEffect } from 'react'
import { useUser } from '../account.ts'
import { call } from '../api.ts'
import { cache, keyOf } from '../cache.ts'
import { refresh, useAnswer } from '../calls.ts'

export type Where = Given<'POST /api/money/where'>
export type Place = Where['venues'][number]

const key = keyOf('POST /api/money/where')
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

/** Has the venues asked, and shows what they say everywhere. */
export async function askPlaces(): Promise<void> {
  try {
    const { data } = await call('POST /api/money/where', { fresh: 1 })
    cache.setQueryData<Where>(key, data)
  } catch {
    // The last figures stay, with their times.
  }
}

export type Total = { yuan: number; central: number; away: number }

/**
 * The total of all pages: one sum of one moment. It is asked for only where something is at a venue;
 * until the answer is here the two figures of the member's own object stand for it.
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
  if (there && data)
    return { yuan: data.total, central: data.central, away: awayOf(data) }
  return {
    yuan: yuanOf(fenOf(user.balance) + fenOf(user.gameblance)),
    central: user.balance,
    away: user.gameblance,
  }
}

/** What is not in the wallet: at venues, and on its way. */
export const awayOf = ({ at_venues, under_way }: Where): number =>
  yuanOf(fenOf(at_venues) + fenOf(under_way))

/** Venues with money or with money on its way, and how many have none. */
export function placesOf(where: Where | undefined) {
  const all = where?.venues ?? []
  const places = all.filter(place => place.balance > 0 || place.moving || place.open_stake > 0)
  return { places, empty: all.length - places.length }
}

const clockOf = (at: string) => at.slice(11, 16)

/** What a venue's line says below its name; empty for nothing to say. */
export function placeNote(place: Place, now: string): string {
  const { moving, seen, seen_at: at, open_stake: open } = place
  if (moving) return moving.way === 'out' ? '回收中，等场馆确认' : '转入中，等场馆确认'
  const day = at.slice(0, 10) === now.slice(0, 10) ? '' : `${at.slice(5, 10)} `
  if (seen === 'silent') return at ? `场馆没有答复，${day}${clockOf(at)} 的金额` : '场馆没有答复'
  if (open > 0) return `未结注单另计 ¥${open.toFixed(2)}`
  if (place.state === 'maintenance') return '维护中'
  return ''
}

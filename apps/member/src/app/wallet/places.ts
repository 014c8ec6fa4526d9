import { call } from '../api.ts'
import { cache, keyOf } from '../cache.ts'
import type { Place, Where } from './where.ts'

const key = keyOf('POST /api/money/where')

/** Has the venues asked, and shows what they say everywhere. */
export async function askPlaces(): Promise<void> {
  try {
    const { data } = await call('POST /api/money/where', { fresh: 1 })
    cache.setQueryData<Where>(key, data)
  } catch {
    // The last figures stay, with their times.
  }
}

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

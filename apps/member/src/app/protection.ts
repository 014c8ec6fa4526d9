import type { Given } from '@tianping/contract'
import {
  isTime,
  limitTopics,
  spanOf,
  topicOf,
  type LimitKind,
  type LimitSpan,
} from '@tianping/contract/protection/facts'
import { useAnswer } from './calls.ts'
import { yuanText } from '../ui/Money.tsx'
import { useLoggedIn } from './session.ts'

export type Protection = Given<'POST /api/protection/show'>
export type Limit = Protection['limits'][number]

export const protectionCall = 'POST /api/protection/show'

/** What protects the member, as it counts now. */
export const useProtection = (freshMs = 0) =>
  useAnswer(protectionCall, {}, { freshMs, enabled: useLoggedIn() })

/** The spans as the member reads them. */
export const spans: Record<LimitSpan, string> = { day: '每日', week: '每周', month: '每月' }

export const nameOf = (kind: LimitKind) => limitTopics[topicOf(kind)]
export const spanName = (kind: LimitKind) => spans[spanOf(kind)]

/** `3 小时`, `1 小时 12 分`, `48 分`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours === 0) return `${rest} 分`
  return rest === 0 ? `${hours} 小时` : `${hours} 小时 ${rest} 分`
}

/** A limit or what was used of it, in money or time. */
export const sizeText = (kind: LimitKind, size: number) =>
  isTime(kind) ? minutesText(size) : `¥${yuanText(size)}`

/** The same where there is little room: `¥2,000`. */
export const shortSize = (kind: LimitKind, size: number) => sizeText(kind, size).replace('.00', '')

/** The moment as pages show it: `11月23日 14:20`. */
export const momentText = (time: string) =>
  `${Number(time.slice(5, 7))}月${Number(time.slice(8, 10))}日 ${time.slice(11, 16)}`

/** A day with its year: `2027年11月22日`. */
export const dayText = (time: string) =>
  `${time.slice(0, 4)}年${Number(time.slice(5, 7))}月${Number(time.slice(8, 10))}日`

import type { Given, RowOf } from '@tianping/contract'
import { addDays, addMonths, beijingDay, beijingMonth } from '@tianping/money/day'
import { useAnswer } from '../../app/calls.ts'

export type Statement = Given<'POST /api/protection/statement'>
export type Bar = Statement['bars'][number]
export type Stretch = RowOf<'POST /api/protection/sessions'>

/** Days of Beijing, both included. */
export type Span = { from: string; to: string }

const monthsBack = (now: number, months: number): Span => ({
  from: `${addMonths(beijingMonth(now), -months)}-01`,
  to: beijingDay(now),
})

/** The spans that are one tap away; a month that is under way counts as one. */
export const presets = {
  month: {
    label: '近 30 天',
    of: (now: number): Span => ({ from: addDays(beijingDay(now), -29), to: beijingDay(now) }),
  },
  quarter: { label: '近 3 个月', of: (now: number) => monthsBack(now, 2) },
  year: { label: '近 12 个月', of: (now: number) => monthsBack(now, 11) },
} as const
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** A preset, or days of the member's own. */
export type Choice = { preset: Preset } | { own: Span }

/** What an entry of the history may have kept of the days. */
export function isChoice(kept: unknown): kept is Choice {
  const { preset, own } = (kept ?? {}) as { preset?: unknown; own?: Partial<Span> }
  const days = [own?.from, own?.to]
  return presetNames.some(name => name === preset) || days.every(day => typeof day === 'string')
}

export const spanOf = (choice: Choice, now: number): Span =>
  'own' in choice ? choice.own : presets[choice.preset].of(now)

export const useStatement = (span: Span) =>
  useAnswer('POST /api/protection/statement', span, { keepLast: true })

/** A bar's name in a line: `11月`, or `11月20日`. */
export function barName(of: string): string {
  const [, month, day] = of.split('-')
  return day === undefined ? `${Number(month)}月` : `${Number(month)}月${Number(day)}日`
}

/** The same in a table, where years meet. */
export function barLabel(of: string): string {
  const [year, month, day] = of.split('-')
  return day === undefined ? `${year}年${Number(month)}月` : `${Number(month)}月${Number(day)}日`
}

/** Below a bar there is room for a number: the month, or every fifth day. */
export function barTick(of: string, place: number, all: number): string {
  const [, month, day] = of.split('-')
  if (day === undefined) return String(Number(month))
  return (all - 1 - place) % 5 === 0 ? String(Number(day)) : ''
}

/** How long a stretch was. */
export function lengthText(minutes: number): string {
  if (minutes < 1) return '不到 1 分钟'
  if (minutes < 60) return `${minutes} 分钟`
  const rest = minutes % 60
  return rest === 0
    ? `${Math.floor(minutes / 60)} 小时`
    : `${Math.floor(minutes / 60)} 小时 ${rest} 分钟`
}

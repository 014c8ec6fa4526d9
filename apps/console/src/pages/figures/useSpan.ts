import { addDays, beijingDay } from '@tianping/money/day'
import { amend, useAddress } from '../../app/address.ts'
import { useReads } from '../../app/params.ts'
import { readFilters, writeFilters } from '../../parts/list/filters.ts'
import type { Span } from '../../ui/days/calendar.ts'

/**
 * The span of a report and its other choices as in the address; at first this month, or as many
 * days as are said.
 */
export function useSpan<F extends Record<string, string>>(
  defaults: F,
  days?: number,
): [Span & F, (next: Partial<Span & F>) => void] {
  const { path, search } = useAddress()
  const all: Record<string, string> = { from: '', to: '', ...defaults }
  const read = readFilters(all, search)
  useReads(Object.keys(all))
  const today = beijingDay(Date.now())
  const to = read['to'] || today
  const begins = days ? addDays(to, 1 - days) : `${to.slice(0, 7)}-01`
  const shown = { ...read, to, from: read['from'] || begins } as Span & F
  return [
    shown,
    next => amend(path, now => writeFilters(all, { ...next } as Record<string, string>, now)),
  ]
}

import { presetsOf } from '../../ui/days/calendar.ts'

/** The usual span of an address, by the Beijing day that is today. */
export function usualSpan(search: string, today: string) {
  const query = new URLSearchParams(search)
  return presetsOf(today).find(
    each => each.from === query.get('from') && each.to === query.get('to'),
  )
}

/**
 * What of an address is worth keeping: the filters, not the page nor what is open beside. A usual
 * span is kept by its name, so that 上月 is always the month before.
 */
export function lasting(search: string, today: string): string {
  const query = new URLSearchParams(search)
  const usual = usualSpan(search, today)
  const passing = ['page', 'cursor', 'open', ...(usual ? ['from', 'to'] : [])]
  for (const name of passing) query.delete(name)
  if (usual) query.set('span', usual.name)
  return query.toString()
}

/** The address of what `lasting` has kept, with the days of its span. */
export function opening(kept: string, today: string): string {
  const query = new URLSearchParams(kept)
  const usual = presetsOf(today).find(({ name }) => name === query.get('span'))
  query.delete('span')
  if (usual) {
    query.set('from', usual.from)
    query.set('to', usual.to)
  }
  return query.toString()
}

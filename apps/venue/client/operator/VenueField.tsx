import type { Overview } from './wire.ts'

/** The choice of one venue of all desks, or of every one. */
export function VenueField({ view }: { view: Overview }) {
  return (
    <label>
      场馆{' '}
      <select name="venue">
        <option value="">全部</option>
        {[...new Set(view.desks.map(desk => desk.venue))].map(venue => (
          <option key={venue}>{venue}</option>
        ))}
      </select>
    </label>
  )
}

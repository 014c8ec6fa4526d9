import type { ComponentProps, ReactNode } from 'react'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { VenuePick } from './VenuePick.tsx'
import type { Venue } from './venue.ts'

type Filters = { venue: number; q: string }
type NarrowProps = {
  venues: Venue[]
  table: ComponentProps<typeof NarrowDays>['table'] & {
    filters: Filters
    set: (filters: Partial<Filters>) => void
  }
  /** What is looked for. */
  find: string
  /** More filters, before the search. */
  children?: ReactNode
}

/** Narrows a list of what lies between members and venues: by venue, days and a search. */
export function VenueNarrow({ venues, table, find, children }: NarrowProps) {
  return (
    <>
      <VenuePick
        venues={venues}
        value={table.filters.venue}
        onChange={venue => table.set({ venue })}
      />
      <NarrowDays table={table} />
      {children}
      <SearchBox
        value={table.filters.q}
        width={220}
        placeholder={find}
        onSearch={q => table.set({ q })}
      />
    </>
  )
}

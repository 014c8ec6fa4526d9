import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'

type PickProps = {
  venues: { venue_id: number; name: string }[]
  /** 0 stands for all of them. */
  value: number
  onChange: (venue: number) => void
}

/** Narrows a list to one venue. */
export function VenuePick({ venues, value, onChange }: PickProps) {
  return (
    <Select
      aria-label="场馆"
      value={value}
      style={{ width: 140 }}
      options={[
        { value: 0, label: '全部场馆' },
        ...venues.map(venue => ({ value: venue.venue_id, label: venue.name })),
      ]}
      onChange={onChange}
    />
  )
}

type VenueTable = { filters: { venue: number }; set(filters: { venue: number }): void }

/** The venue that a list of bets is narrowed to; whoever may see no venues sees all of them. */
export function NarrowVenue({ table }: { table: VenueTable }) {
  const { may } = useOperator()
  const name = 'POST /api/console/venues/list'
  const venues = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    enabled: may('venue.read'),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  return (
    <VenuePick
      venues={venues.data ?? []}
      value={table.filters.venue}
      onChange={venue => table.set({ venue })}
    />
  )
}

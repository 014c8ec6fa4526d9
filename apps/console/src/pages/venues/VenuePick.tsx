import { Select } from 'antd'

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

import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import type { Venue } from './venue.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './venues.module.css'

const name = 'POST /api/console/venues/statements'
type Day = ConsoleGiven<typeof name>[number]
type Totals = Day['ours']

/** One of our totals; the venue's own, struck out, where it is another. */
const totalColumn = (
  title: string,
  key: keyof Totals,
  write: (total: number) => string = yuan,
): PlainColumn<Day> => ({
  title,
  cell: ({ ours, theirs }) => (
    <>
      {write(ours[key])}
      {theirs && theirs[key] !== ours[key] && (
        <>
          {' '}
          <del className={css.theirs}>{write(theirs[key])}</del>
        </>
      )}
    </>
  ),
})

const columns: PlainColumn<Day>[] = [
  { title: '结果', cell: row => <Agreement day={row} /> },
  totalColumn('注单', 'bets', counted),
  totalColumn('投注', 'stake'),
  totalColumn('有效', 'valid'),
  totalColumn('派彩', 'payout'),
  totalColumn('转入', 'moved_in'),
  totalColumn('转出', 'moved_out'),
]

function Agreement({ day: { agrees, theirs } }: { day: Day }) {
  if (agrees) return <Status tone="good">一致</Status>
  if (theirs) return <Status tone="bad">不一致</Status>
  return <Status tone="plain">场馆未答复</Status>
}

/** The venue's own totals of each day beside ours. */
export function VenueStatements({ venue: { venue_id, name: venueName } }: { venue: Venue }) {
  const days = useQuery({
    queryKey: [name, venue_id],
    queryFn: ({ signal }) => call(name, { venue_id }, signal),
    staleTime: 30_000,
    meta: { inPlace: true },
  })
  if (!days.data) return <Unloaded query={days} />
  const dayColumn: PlainColumn<Day> = {
    title: '日期',
    cell: ({ day }) => <a href={href('/bets', { day, venue: venue_id })}>{day}</a>,
  }
  return (
    <PlainTable
      label={`${venueName}每日账单`}
      columns={[dayColumn, ...columns]}
      rows={days.data}
      rowKey={({ day }) => day}
    />
  )
}

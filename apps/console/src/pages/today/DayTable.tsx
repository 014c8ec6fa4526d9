import { Money, Signed } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { activeOn, betsOn, depositsOn, joinedOn, withdrawalsOn } from './dayLinks.ts'
import { resultOf, validIn } from './sums.ts'
import type { Figures } from './useFigures.ts'
import css from './charts.module.css'

type Day = Figures['days'][number] & { play: Figures['play'] }

const columns: PlainColumn<Day>[] = [
  { title: '日期', cell: row => row.day },
  {
    title: '存款',
    cell: row => (
      <>
        <a href={depositsOn(row.day)}>
          <Money amount={row.deposits} />
        </a>{' '}
        <small>{row.deposits_count} 笔</small>
      </>
    ),
  },
  {
    title: '取款',
    cell: row => (
      <>
        <a href={withdrawalsOn(row.day)}>
          <Money amount={row.withdrawals} />
        </a>{' '}
        <small>{row.withdrawals_count} 笔</small>
      </>
    ),
  },
  { title: '净入金', cell: row => <Signed amount={row.deposits - row.withdrawals} /> },
  { title: '新增', cell: row => <a href={joinedOn(row.day)}>{row.new_members}</a> },
  { title: '活跃', cell: row => <a href={activeOn(row.day)}>{row.active_members}</a> },
  {
    title: '有效投注',
    cell: row => (
      <a href={betsOn(row.day)}>
        <Money amount={validIn(row.play)} />
      </a>
    ),
  },
  { title: '平台输赢', cell: row => <Signed amount={resultOf(row.play)} /> },
]

/** What the house won at one venue. */
const venueColumn = ({ venue_id, name }: Figures['venues'][number]): PlainColumn<Day> => ({
  title: name,
  cell: row => (
    <a href={betsOn(row.day, venue_id)}>
      <Signed amount={resultOf(row.play.filter(each => each.venue_id === venue_id))} />
    </a>
  ),
})

/** The same as figures, newest first: each is the way to its rows. */
export function DayTable({ figures: { days, play, venues } }: { figures: Figures }) {
  const played = venues.filter(venue => play.some(each => each.venue_id === venue.venue_id))
  return (
    <div className={css.scroll}>
      <PlainTable
        label="每日数据"
        columns={[...columns, ...played.map(venueColumn)]}
        rows={days
          .toReversed()
          .map(each => ({ ...each, play: play.filter(({ day }) => day === each.day) }))}
        rowKey={row => row.day}
      />
    </div>
  )
}

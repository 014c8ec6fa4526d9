import type { Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import type { Member } from './memberTab.ts'
import { ShortList } from './ShortList.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './member.module.css'

const venueColumns: Columns<Member['venue_balances'][number]> = [
  {
    title: '场馆',
    key: 'name',
    render: (_, row) => (
      <>
        {row.name} <span className={css.code}>{row.platname}</span>
      </>
    ),
  },
  {
    ...columnOf('balance'),
    align: 'right',
    render: (_, row) => <Money amount={row.balance} strong />,
  },
  {
    title: '转账中',
    key: 'pending',
    align: 'right',
    render: (_, row) => (row.pending ? <Money amount={row.pending} /> : '—'),
  },
]
/** What a member holds at each venue. */
export const VenueBalances = ({ member }: { member: Member }) => (
  <ShortList
    title="场馆余额"
    columns={venueColumns}
    rows={member.venue_balances}
    rowKey={row => row.platname}
    empty="还没有进入过场馆"
  />
)

import type { ConsoleRowOf } from '@tianping/contract/console'
import { returnLabels, returnOrders, type ReturnOrder } from '@tianping/contract/venues/facts'
import { Select } from 'antd'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { returnTones } from '../../parts/states.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { VenuePick } from './VenuePick.tsx'
import type { Venue } from './venue.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './venues.module.css'

type Return = ConsoleRowOf<'POST /api/console/returns/list'>

const right = { align: 'right' } as const
const percent = (value: string) => (value === '' ? '—' : `${value}%`)

const columns: Columns<Return> = [
  {
    ...columnOf('game'),
    render: (_, row) => (
      <>
        <b>{row.game}</b> <span className={css.quiet}>{row.venue}</span>
      </>
    ),
  },
  {
    ...columnOf('return_state'),
    render: (_, row) => (
      <Status tone={returnTones[row.return_state]}>{returnLabels[row.return_state]}</Status>
    ),
  },
  { ...columnOf('stake'), ...right, render: (_, row) => <Money amount={row.stake} /> },
  { ...columnOf('payout'), ...right, render: (_, row) => <Money amount={row.payout} /> },
  { ...columnOf('actual_return'), ...right, render: (_, row) => percent(row.actual_return) },
  { ...columnOf('draws'), ...right, render: (_, row) => counted(row.draws) },
  { ...columnOf('mean_return'), ...right, render: (_, row) => percent(row.mean_return) },
  { ...columnOf('published_return'), ...right, render: (_, row) => percent(row.published_return) },
  {
    title: '真值范围',
    key: 'low',
    ...right,
    render: (_, row) => <span title={rangeHint}>{rangeOf(row)}</span>,
  },
  { ...columnOf('math_version'), render: (_, row) => <code>{row.math_version}</code> },
  { ...columnOf('outside_at'), render: (_, row) => row.outside_at || '—' },
]

const rangeHint = '长期返还率一定的游戏，其真值不在此范围内的可能性低于千分之一，随时查看都成立'

function rangeOf({ low, high }: Return): string {
  if (low === '' && high === '') return '—'
  return `${low === '' ? '…' : low} – ${high === '' ? '…' : high}%`
}

const orderOptions = Object.entries(returnOrders).map(([value, label]) => ({
  value: value as ReturnOrder,
  label,
}))
const outsideOptions = [
  { value: 0, label: '全部判定' },
  { value: 1, label: '超出范围' },
]
const defaults: { venue: number; outside: number; order: ReturnOrder } = {
  venue: 0,
  outside: 0,
  order: 'stake',
}

/** What each game returned beside what its published mathematics say. */
export function Returns({ venues }: { venues: Venue[] }) {
  const { filters, ...table } = useTable('POST /api/console/returns/list', defaults, filters => ({
    venue_id: filters.venue,
    venue: undefined,
  }))
  return (
    <Card
      title="游戏返还率"
      extra={
        <span className={css.tools}>
          <Select
            aria-label="判定"
            value={filters.outside}
            style={{ width: 120 }}
            options={outsideOptions}
            onChange={outside => table.set({ outside })}
          />
          <VenuePick
            venues={venues}
            value={filters.venue}
            onChange={venue => table.set({ venue })}
          />
          <Select
            aria-label="排序"
            value={filters.order}
            style={{ width: 140 }}
            options={orderOptions}
            onChange={order => table.set({ order })}
          />
        </span>
      }
      flush
    >
      <Rows
        table={{ ...table, filters }}
        columns={columns}
        rowKey={row => `${row.venue} ${row.game} ${row.math_version}`}
        label="游戏返还率"
        empty={filters.outside === 1 ? '没有超出范围的游戏' : '还没有已结算的注单'}
      />
    </Card>
  )
}

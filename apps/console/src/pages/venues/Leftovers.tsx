import type { ConsoleRowOf } from '@tianping/contract/console'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { VenueNarrow } from './VenueNarrow.tsx'
import type { Venue } from './venue.ts'
import css from './venues.module.css'

const name = 'POST /api/console/leftovers/list'
type Leftover = ConsoleRowOf<typeof name>

/** Why somebody should look at it. */
const whatOf = ({ checks, held }: Leftover) =>
  [checks > 0 && '游戏未结束', held > 0 && '已限制，资金未交还'].filter(Boolean).join('；')

/** What the venue is asked to do. */
const wantedOf = ({ username, checks, held }: Leftover) =>
  [checks > 0 && `结束 ${username} 的游戏`, held > 0 && `交还 ${username} 的 ${yuan(held)}`]
    .filter(Boolean)
    .join('，并')

const columns: Columns<Leftover> = [
  memberColumn<Leftover>(),
  { ...columnOf('venue'), render: (_, row) => row.venue },
  { title: '遗留', key: 'what', fields: ['checks', 'held'], render: (_, row) => whatOf(row) },
  {
    ...columnOf('held'),
    align: 'right',
    render: (_, row) => (row.held > 0 ? <Money amount={row.held} strong /> : '—'),
  },
  { ...columnOf('since'), render: (_, row) => <Age since={row.since} /> },
  {
    ...columnOf('checks'),
    align: 'right',
    render: (_, row) => (row.checks > 0 ? row.checks : '—'),
  },
  { ...columnOf('next_check_at'), render: (_, row) => row.next_check_at || '—' },
  { title: '', key: 'ask', fields: [], render: (_, row) => <Ask leftover={row} /> },
]

const defaults: { venue: number; q: string } = { venue: 0, q: '' }

/** What venues still have of members who may not play, and a word to the venue about it. */
export function Leftovers({ venues }: { venues: Venue[] }) {
  const table = useTable(name, defaults, ({ venue }) => ({ venue_id: venue, venue: undefined }))
  const { filters } = table
  return (
    <Card
      title="遗留"
      extra={
        <span className={css.tools}>
          <VenueNarrow venues={venues} table={table} find="会员名、会员 ID" />
        </span>
      }
      flush
    >
      <Rows
        table={table}
        columns={columns}
        rowKey={row => `${row.member_id}:${row.venue_id}`}
        label="遗留"
        empty={
          filters.q || filters.venue
            ? '没有符合条件的遗留'
            : '各场馆都已结束游戏，并交还了已限制会员的资金'
        }
      />
    </Card>
  )
}

/** Says to the venue once more what it has not done. */
function Ask({ leftover }: { leftover: Leftover }) {
  const { may } = useOperator()
  if (!may('transfer.resolve')) return null
  const { member_id, venue_id, venue } = leftover
  return (
    <ActionDialog
      size="small"
      draft={`leftover/${member_id}/${venue_id}`}
      decision={{
        title: '再次追问',
        sentence: `将立即要求 ${venue} ${wantedOf(leftover)}`,
        label: '原因（必填）',
        required: '审计',
        confirm: '立即追问',
      }}
      action={remark =>
        callOnce('POST /api/console/leftovers/ask', { member_id, venue_id, remark })
      }
      done={({ gone }) =>
        gone ? '场馆已结束游戏并交还资金' : '场馆仍未结束或交还，请联系场馆处理'
      }
      stale={[name, 'POST /api/console/counts', 'POST /api/console/venues/list']}
    >
      再次追问
    </ActionDialog>
  )
}

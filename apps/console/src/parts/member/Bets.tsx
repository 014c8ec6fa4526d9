import { briefName, briefSum } from '../review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { betStatus } from '@tianping/contract/records/facts'
import { Tag } from 'antd'
import { href } from '../../app/address.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { betStates, statusIn } from '../states.ts'
import type { useBets } from './useBets.ts'
import { columnOf } from '../list/columnOf.ts'
import { useNarrow } from '../list/useNarrow.ts'
import { selectionLines } from './selection.ts'

type Bet = ConsoleRowOf<'POST /api/console/bets/list'>

/** Of the same day, its time alone; whole in its hint, also where the other column is hidden. */
function Settled({ bet: { placed_at, settled_at } }: { bet: Bet }) {
  const [day = '', time] = settled_at.split(' ')
  const isSameDay = day !== '' && placed_at.startsWith(day)
  return <span title={settled_at}>{(isSameDay ? time : settled_at) || '—'}</span>
}

const columns: Columns<Bet> = [
  { ...columnOf('placed_at'), render: (_, row) => row.placed_at },
  {
    title: '会员',
    key: 'username',
    render: (_, row) => (
      <a href={href(`/members/${row.member_id}`, { tab: 'bets' })}>{row.username}</a>
    ),
  },
  { ...columnOf('venue'), render: (_, row) => row.venue },
  { ...columnOf('game'), render: (_, row) => row.game },
  {
    ...columnOf('bet_id'),
    render: (_, row) => (
      <Copy text={row.bet_id}>
        <LongNumber text={row.bet_id} />
      </Copy>
    ),
  },
  { ...columnOf('stake'), align: 'right', render: (_, row) => <Money amount={row.stake} /> },
  { title: '有效', key: 'valid', align: 'right', render: (_, row) => <Money amount={row.valid} /> },
  {
    ...columnOf('payout'),
    align: 'right',
    render: (_, row) => <Money amount={row.payout} />,
  },
  {
    title: '会员输赢',
    key: 'net',
    align: 'right',
    render: (_, row) => (row.status === betStatus.settled ? <Signed amount={row.net} /> : '—'),
  },
  {
    ...columnOf('status'),
    render: (_, row) => {
      const { tone, text } = statusIn(betStates, row.status)
      return <Status tone={tone}>{text}</Status>
    },
  },
  { ...columnOf('settled_at'), render: (_, row) => <Settled bet={row} /> },
]

/** What came of a bet: what the member won or lost, or why there is nothing yet. */
const Outcome = ({ bet: { status, net } }: { bet: Bet }) =>
  status === betStatus.settled ? <Signed amount={net} /> : statusIn(betStates, status).text

/** The same in two lines, for a phone. */
const brief: Columns<Bet> = [
  briefName<Bet>(
    row => <a href={href(`/members/${row.member_id}`, { tab: 'bets' })}>{row.username}</a>,
    row => row.placed_at.slice(5, 16),
  ),
  briefSum<Bet>(
    row => row.stake,
    row => <Outcome bet={row} />,
  ),
]

const sums = [
  { key: 'stake', title: '投注' },
  { key: 'payout', title: '派彩' },
  { key: 'net', title: '会员输赢' },
] as const

type Table = ReturnType<typeof useBets>

/** The one game that a figure led to; no list of games would fit beside the others. */
const OneGame = ({ table: { filters, set } }: { table: Table }) =>
  filters.game === '' ? null : (
    <Tag closable style={{ margin: '12px 16px 0' }} onClose={() => set({ game: '' })}>
      只看游戏 {filters.game}
    </Tag>
  )

/** Bets with their round and selection behind each row. */
export function Bets({ table }: { table: Table }) {
  const narrow = useNarrow()
  return (
    <Card flush>
      <OneGame table={table} />
      <Rows
        table={table}
        columns={columns}
        brief={narrow ? brief : undefined}
        rowKey={row => `${row.venue_id}/${row.bet_id}`}
        label="注单"
        empty="没有符合条件的注单"
        sums={sums}
        expandable={{
          expandedRowRender: row => (
            <Facts single>
              <Fact label="局号">
                <Copy text={row.round_id} />
              </Fact>
              {selectionLines(row.selection).map(({ label, text }) => (
                <Fact key={label} label={label}>
                  {text}
                </Fact>
              ))}
            </Facts>
          ),
          expandRowByClick: true,
        }}
      />
    </Card>
  )
}

import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'

const listCall = 'POST /api/console/jackpots/list'
const winsCall = 'POST /api/console/jackpots/wins'
type Pool = ConsoleGiven<typeof listCall>[number]
type Win = ConsoleRowOf<typeof winsCall>
/** Venues are asked every ten seconds. */
const FRESH_MS = 10_000

const money = (
  title: string,
  key: 'pool' | 'booked' | 'seeded' | 'contributed' | 'paid',
): Columns<Pool>[number] => ({
  title,
  key,
  align: 'right',
  render: (_, row) => <Money amount={row[key]} strong={key === 'pool'} />,
})

const columns: Columns<Pool> = [
  { title: '奖池', key: 'name', render: (_, row) => `${row.name || row.ref}（${row.venue}）` },
  { title: '游戏', key: 'games', render: (_, row) => <Long text={row.games} width="16ch" /> },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => (
      <>
        <Status tone={row.open ? 'good' : 'plain'}>{row.open ? '进行中' : '已关闭'}</Status>
        {row.said && <Long text={row.said} width="20ch" />}
      </>
    ),
  },
  money('现在', 'pool'),
  {
    title: '起始 / 上限',
    key: 'bounds',
    align: 'right',
    render: (_, row) => (
      <>
        <Money amount={row.seed} /> / <Money amount={row.bound} />
      </>
    ),
  },
  {
    title: '计入 / 平均返还',
    key: 'share',
    align: 'right',
    render: (_, row) => `${row.share_percent}% / ${row.adds_percent}%`,
  },
  money('平台投入', 'seeded'),
  money('投注计入', 'contributed'),
  money('已派发', 'paid'),
  money('账上', 'booked'),
  { title: '场馆告知', key: 'told', render: (_, row) => row.told_at },
]

const winColumns: Columns<Win> = [
  { ...columnOf('at'), render: (_, row) => row.at },
  memberColumn<Win>(),
  {
    title: '奖池',
    key: 'name',
    render: (_, row) => `${row.name}（${row.venue}）第 ${row.cycle} 期`,
  },
  { ...columnOf('bet_id'), render: (_, row) => <Long text={row.bet_id} width="20ch" /> },
  { ...columnOf('won'), align: 'right', render: (_, row) => <Money amount={row.won} strong /> },
]

/** Pools of slots at their venues, and who won them. The setting 奖池 says what they are. */
export default function JackpotsPage() {
  const pools = useQuery({
    queryKey: [listCall],
    queryFn: ({ signal }) => call(listCall, {}, signal),
    refetchInterval: FRESH_MS,
  })
  const wins = useTable(winsCall, {})
  return (
    <Room
      title="奖池"
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowDays table={wins} label="派发" />
        </>
      }
    >
      <Card flush>
        {pools.error ? (
          <Failure error={pools.error} retry={() => void pools.refetch()} />
        ) : (
          <Table
            size="small"
            columns={columns}
            dataSource={pools.data ?? []}
            rowKey={row => row.jackpot_no}
            loading={pools.isPending}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '没有奖池，可在“规则 › 奖池”中设置' }}
          />
        )}
      </Card>
      <Card flush>
        <Rows
          table={wins}
          columns={winColumns}
          rowKey={row => row.bet_id}
          label="奖池派发"
          empty="还没有人赢得奖池"
        />
      </Card>
    </Room>
  )
}

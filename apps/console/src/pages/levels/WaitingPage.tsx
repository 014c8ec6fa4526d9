import type { ConsoleRowOf } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { RecordChecks } from '../../parts/levels/RecordChecks.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { LevelTabs } from './LevelTabs.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import css from '../../parts/review/review.module.css'

const name = 'POST /api/console/vip-releases/waiting'
type Row = ConsoleRowOf<typeof name>

const columns: Columns<Row> = [
  memberColumn<Row>(),
  { title: '等级', key: 'to_vip', render: (_, row) => `VIP${row.vip} → VIP${row.to_vip}` },
  { ...columnOf('since'), render: (_, row) => row.since },
  {
    title: '累计存款',
    key: 'deposit',
    align: 'right',
    render: (_, row) => <Money amount={row.deposit} />,
  },
  {
    title: '累计流水',
    key: 'turnover',
    align: 'right',
    render: (_, row) => <Money amount={row.turnover} />,
  },
]

function Ways({ row }: { row: Row }) {
  const { may } = useOperator()
  if (row.recorded)
    return (
      <a href={href('/levels/releases', { state: reviewState.waiting, q: row.member_id })}>
        核查待批准
      </a>
    )
  if (!may('vip.check')) return <small>待核查</small>
  return <RecordChecks member={{ id: row.member_id, username: row.username }} vip={row.to_vip} />
}

/** Members who have the figures of a level with perks and wait for its release. */
export default function WaitingPage() {
  const table = useTable(name, { q: '' })
  const ways: Columns<Row>[number] = {
    title: '处理',
    key: 'ways',
    fixed: 'right',
    render: (_, row) => <Ways row={row} />,
  }
  return (
    <Room
      title={<LevelTabs current="waiting" />}
      tools={
        <>
          <span className={css.push} />
          <NarrowDays table={table} label="等待" />
          <Find table={table} placeholder="会员名或会员 ID" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={[...columns, ways]}
          rowKey={row => row.member_id}
          label="等待放行的会员"
          sums={[
            { key: 'deposit', title: '累计存款' },
            { key: 'turnover', title: '累计流水' },
          ]}
          empty="没有等待放行的会员"
        />
      </Card>
    </Room>
  )
}

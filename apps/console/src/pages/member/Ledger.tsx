import type { ConsoleRowOf } from '@tianping/contract/console'
import { useTable } from '../../parts/list/useTable.ts'
import { Select } from 'antd'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { Booked } from '../../parts/member/Entries.tsx'
import { actorLabel, codeLabel, layerLabel, phaseLabel, sourceLabel } from '../../parts/labels.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { Begins } from '../../ui/values/Long.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './member.module.css'

type Row = ConsoleRowOf<'POST /api/console/members/ledger'>

const columns: Columns<Row> = [
  { title: '时间', key: 'created_at', render: (_, row) => row.created_at },
  { ...columnOf('code'), render: (_, row) => <b>{codeLabel(row.code)}</b> },
  { ...columnOf('phase'), render: (_, row) => phaseLabel(row.phase) },
  {
    ...columnOf('account'),
    render: (_, row) => (
      <>
        {row.account} <span className={css.code}>{layerLabel(row.layer)}</span>
      </>
    ),
  },
  { title: '变动', key: 'amount', align: 'right', render: (_, row) => <Movement row={row} /> },
  { title: '变动后', key: 'after', align: 'right', render: (_, row) => <After row={row} /> },
  {
    title: '来源',
    key: 'source',
    render: (_, row) => (
      <>
        {sourceLabel(row.source_type)}{' '}
        <Copy text={row.source_id}>
          <Begins text={row.source_id} width="13ch" />
        </Copy>
      </>
    ),
  },
  { ...columnOf('actor'), render: (_, row) => actorLabel(row.actor) },
  {
    title: '流水号',
    key: 'transaction',
    fields: ['transaction_id'],
    render: (_, row) => (
      <Copy text={row.transaction_id}>
        <Begins text={row.transaction_id} width="9ch" />
      </Copy>
    ),
  },
]

const filters = { code: '', q: '' }
const codes = [
  'deposit',
  'withdrawal',
  'venue_in',
  'venue_out',
  'game_result',
  'red_packet',
  'rebate',
  'activity_bonus',
  'agent_commission',
  'adjustment',
  'fee',
  'rail',
  'rail_fee',
  'dispute',
  'debt',
  'jackpot',
]

/** What is held has not moved yet: it is written without the colour of money gained or lost. */
function Movement({ row }: { row: Row }) {
  if (row.layer === 'posted') return <Signed amount={row.amount} />
  return (
    <span className={css.held}>
      {row.amount < 0 ? '冻结' : '解冻'} <Money amount={Math.abs(row.amount)} />
    </span>
  )
}

function After({ row }: { row: Row }) {
  if (row.balance_after === null) return <>—</>
  if (row.layer === 'posted') return <Money amount={row.balance_after} strong />
  return (
    <span className={css.held}>
      共冻结 <Money amount={Math.abs(row.balance_after)} />
    </span>
  )
}

/** Every movement of a member's money, newest first, with what was left after it. */
export function Ledger({ member: { id } }: MemberTabProps) {
  const table = useTable('POST /api/console/members/ledger', filters, () => ({ id }))
  const days = table.filters.day + table.filters.from + table.filters.to
  return (
    <Card
      title="账变流水"
      extra={
        <span className={css.narrow}>
          <Select
            aria-label="类型"
            value={table.filters.code}
            style={{ width: 130 }}
            options={[
              { value: '', label: '全部类型' },
              ...codes.map(value => ({ value, label: codeLabel(value) })),
            ]}
            onChange={code => table.set({ code })}
          />
          <NarrowDays table={table} />
          <SearchBox
            value={table.filters.q}
            width={200}
            placeholder="来源单号"
            onSearch={q => table.set({ q })}
          />
        </span>
      }
      flush
    >
      {table.filters.code && !days && !table.filters.q && (
        <p className={css.held} style={{ padding: '8px 16px' }}>
          在最近 5,000 笔中查找该类型；更早的请选择日期
        </p>
      )}
      <Rows
        table={table}
        columns={columns}
        rowKey={row => `${row.transaction_id}/${row.account}/${row.layer}/${row.amount}`}
        label="账变流水"
        empty="没有符合条件的账变"
        expandable={{
          expandedRowRender: row => <Booked memberId={id} sourceId={row.source_id} />,
          expandRowByClick: true,
        }}
      />
    </Card>
  )
}

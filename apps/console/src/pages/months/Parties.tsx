import { statementKinds, type StatementKind } from '@tianping/contract/books/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Segmented } from 'antd'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { monthCalls } from './month.ts'
import css from './months.module.css'

type Row = ConsoleRowOf<typeof monthCalls.parties>
type Amount = 'opening' | 'inflow' | 'outflow' | 'result' | 'closing'

/** What the columns mean for each kind of statement; a kind without a balance has none. */
const titles: Record<StatementKind, Partial<Record<'count' | Amount, string>>> = {
  venue: {
    count: '注单数',
    opening: '期初余额',
    inflow: '转入',
    outflow: '转出',
    result: '会员输赢',
    closing: '期末余额',
  },
  provider: { count: '笔数', inflow: '存款到账', outflow: '取款付款', result: '净流入' },
  agent: {
    count: '会员数',
    opening: '上月结转',
    inflow: '计佣基数',
    outflow: '佣金',
    closing: '结转下月',
  },
}
const amounts: Amount[] = ['opening', 'inflow', 'outflow', 'result', 'closing']

const columnsOf = (kind: StatementKind): Columns<Row> => [
  { title: statementKinds[kind], key: 'party_name', render: (_, row) => row.party_name },
  {
    title: titles[kind].count ?? '',
    key: 'party_count',
    align: 'right',
    render: (_, row) => row.party_count.toLocaleString('zh-CN'),
  },
  ...amounts
    .filter(each => titles[kind][each])
    .map(each => ({
      title: titles[kind][each] ?? '',
      key: each,
      align: 'right' as const,
      render: (_: unknown, row: Row) =>
        each === 'result' ? <Signed amount={row[each]} /> : <Money amount={row[each]} />,
    })),
]

const notes: Record<StatementKind, string> = {
  venue: '期初 + 转入 − 转出 + 会员输赢 = 期末，按账本科目 110。',
  provider: '按到账和付款时间。与通道结算单核对，差异在“对账”处理。',
  agent: '当月的佣金账单，支付后计入科目 330。',
}

/** What the month came to with each venue, provider or agent. */
export function Parties({ month }: { month: string }) {
  const table = useTable(monthCalls.parties, { kind: 'venue', month: '' }, () => ({ month }))
  const kind = (
    Object.hasOwn(statementKinds, table.filters.kind) ? table.filters.kind : 'venue'
  ) as StatementKind
  return (
    <Card
      title="对账单"
      extra={
        <Segmented
          size="small"
          value={kind}
          options={Object.entries(statementKinds).map(([value, label]) => ({ value, label }))}
          onChange={next => table.set({ kind: next })}
        />
      }
      flush
    >
      <Rows
        table={table}
        columns={columnsOf(kind)}
        rowKey={row => row.party_key}
        label="对账单"
        empty="这个月没有"
      />
      <p className={css.note} style={{ padding: '0 16px 12px' }}>
        {notes[kind]}
      </p>
    </Card>
  )
}

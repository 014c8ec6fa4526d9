import type { ConsoleRowOf } from '@tianping/contract/console'
import { columnLabels } from '@tianping/contract/columns'
import { listNameOf } from '@tianping/contract/listNames'
import { useTable } from '../../parts/list/useTable.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { counted } from '../../ui/values/counted.ts'

type Row = ConsoleRowOf<'POST /api/console/exports/list'>
const noFilters = {}

/**
 * A file that was downloaded whole has its rows counted, one that reached its bound too; one that
 * broke off has an end only.
 */
function statusOf(row: Row): { tone: Tone; text: string } {
  if (row.cut) return { tone: 'waiting', text: '已截断' }
  if (row.rows >= 0) return { tone: 'good', text: '完成' }
  if (row.ended_at) return { tone: 'bad', text: '中断' }
  return { tone: 'waiting', text: '未下载或进行中' }
}

const wordOf = (name: string) => columnLabels[name as keyof typeof columnLabels] ?? name

const columns: Columns<Row> = [
  { ...columnOf('begun_at'), render: (_, row) => row.begun_at },
  { ...columnOf('operator'), render: (_, row) => row.operator },
  { ...columnOf('list'), render: (_, row) => listNameOf(row.list) },
  {
    ...columnOf('filters'),
    render: (_, row) => <Long text={row.filters} width="30ch" />,
  },
  {
    ...columnOf('columns'),
    render: (_, row) => (
      <span title={row.columns.map(wordOf).join('、')}>{row.columns.length} 列</span>
    ),
  },
  {
    title: '条数',
    key: 'rows',
    align: 'right',
    render: (_, row) => (row.rows >= 0 ? counted(row.rows) : '—'),
  },
  {
    title: '状态',
    key: 'ended_at',
    render: (_, row) => {
      const { tone, text } = statusOf(row)
      return (
        <span title={row.cut ? '达到上限，其余未导出；文件末行已注明' : undefined}>
          <Status tone={tone}>{text}</Status>
        </span>
      )
    },
  },
]

/** Every list that left as a file. */
export function Exports() {
  const table = useTable('POST /api/console/exports/list', noFilters)
  return (
    <Card title="导出记录" extra={<NarrowDays table={table} label="开始" />} flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.id}
        label="导出记录"
        empty="还没有导出"
      />
    </Card>
  )
}

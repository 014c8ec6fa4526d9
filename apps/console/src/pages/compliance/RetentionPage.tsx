import { useQuery } from '@tanstack/react-query'
import { retentionActions, retentionClasses } from '@tianping/contract/compliance/facts'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Pending } from '../../ui/Pending.tsx'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { optionsOf } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

const SHOW = 'POST /api/console/retention/show'
type Class = ConsoleGiven<typeof SHOW>[number]
type Run = ConsoleRowOf<'POST /api/console/retention/list'>

const classes: PlainColumn<Class>[] = [
  { title: '资料', cell: row => row.label },
  { title: '依据', cell: row => row.basis },
  { title: '起算', cell: row => row.counted_from },
  { title: '保存', cell: row => (row.days === 0 ? '不删除' : `${row.days} 天`) },
  { title: '到期后', cell: row => retentionActions[row.action] },
  { title: '负责', cell: row => row.owner },
  {
    title: '最近一次',
    cell: row => (row.last_day ? `${row.last_day}，${row.last_removed} 行` : '—'),
  },
]
const runs: Columns<Run> = [
  { ...columnOf('day'), render: (_, row) => row.day },
  { ...columnOf('class'), render: (_, row) => retentionClasses[row.class].label },
  { ...columnOf('cutoff'), render: (_, row) => row.cutoff },
  { ...columnOf('removed_rows'), align: 'right', render: (_, row) => row.removed_rows },
  { ...columnOf('rule_version'), align: 'right', render: (_, row) => row.rule_version },
  { ...columnOf('ended_at'), render: (_, row) => row.ended_at || '进行中' },
]
const labels = Object.fromEntries(
  Object.entries(retentionClasses).map(([name, { label }]) => [name, label]),
)

/** How long each class of rows stays, and what was done when its time was over. */
export default function RetentionPage() {
  const table = useTable('POST /api/console/retention/list', { class: '' })
  const schedule = useQuery({
    queryKey: [SHOW],
    queryFn: ({ signal }) => call(SHOW, {}, signal),
  })
  return (
    <Room
      title={<ComplianceTabs current="retention" />}
      tools={
        <>
          <Select
            aria-label="资料类别"
            value={table.filters.class}
            style={{ width: 190 }}
            options={optionsOf(labels, '全部资料')}
            onChange={next => table.set({ class: next })}
          />
          <NarrowDays table={table} />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card title="保存期限" extra="天数在“规则”中更改，须两人；有未结案件或事件的会员资料一律保留">
        {schedule.data ? (
          <PlainTable
            label="保存期限"
            columns={classes}
            rows={schedule.data}
            rowKey={row => row.class}
          />
        ) : (
          <Pending query={schedule} />
        )}
      </Card>
      <Card title="执行记录" flush>
        <Rows
          table={table}
          columns={runs}
          rowKey={row => `${row.day}/${row.class}`}
          label="执行记录"
          empty="还没有执行过"
        />
      </Card>
    </Room>
  )
}

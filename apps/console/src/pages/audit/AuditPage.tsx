import type { ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { changesOf } from '../../parts/audit/changes.ts'
import { Changes } from '../../parts/audit/Changes.tsx'
import { Subject } from '../../parts/audit/Subject.tsx'
import { actionLabel, actionOptions, subjectOf } from '../../parts/labels.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Remark } from '../../ui/values/Long.tsx'
import css from './audit.module.css'

type Row = ConsoleRowOf<'POST /api/console/audit/list'>

const columns: Columns<Row> = [
  { ...columnOf('at'), render: (_, row) => row.at },
  {
    ...columnOf('operator'),
    render: (_, row) => (
      <>
        {row.role === 'system' ? '系统' : row.operator}{' '}
        <span className={css.code}>{row.role_label}</span>
      </>
    ),
  },
  { ...columnOf('action'), render: (_, row) => <b>{actionLabel(row.action)}</b> },
  { ...columnOf('subject'), render: (_, row) => <Subject subject={row.subject} /> },
  { ...columnOf('note'), render: (_, row) => <Remark text={row.note} /> },
  { ...columnOf('address'), render: (_, row) => row.address || '—' },
]

/** Who did what, when, and what it changed. Rows are only ever added. */
export default function AuditPage() {
  const table = useTable(list, noFilters)
  return (
    <Room title="审计日志">
      <div className={css.filters}>
        <AuditFilters table={table} />
        <span className={css.push} />
        <Refresh busy={table.refreshing} onClick={table.refresh} />
      </div>
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="审计日志"
          empty="没有符合条件的记录"
          expandable={{ expandedRowRender: row => <Details row={row} />, expandRowByClick: true }}
        />
      </Card>
    </Room>
  )
}

const list = 'POST /api/console/audit/list'
const noFilters = { operator: '', action: '', subject: '', text: '' }
type Table = ReturnType<typeof useTable<typeof list, typeof noFilters>>

function AuditFilters({ table }: { table: Table }) {
  const { filters, set } = table
  const { operator, action, subject, text } = filters
  return (
    <>
      <SearchBox
        value={operator}
        width={150}
        placeholder="操作员"
        onSearch={next => set({ operator: next })}
      />
      <Select
        aria-label="动作"
        value={action}
        style={{ width: 170 }}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: '', label: '全部动作' }, ...actionOptions]}
        onChange={next => set({ action: next })}
      />
      <NarrowDays table={table} />
      <SearchBox
        value={subject}
        width={200}
        hotkey={false}
        placeholder="对象：单号、会员 ID，* 结尾为前缀"
        onSearch={next => set({ subject: subjectOf(next) })}
      />
      <SearchBox
        value={text}
        width={180}
        hotkey={false}
        placeholder="变更内容、说明、地址"
        onSearch={next => set({ text: next })}
      />
    </>
  )
}

function Details({ row }: { row: Row }) {
  const changes = changesOf(row.before, row.after)
  return (
    <div className={css.details}>
      <Facts>
        <Fact label="编号">{row.id}</Fact>
        <Fact label="动作">
          <Copy text={row.action} />
        </Fact>
        <Fact label="对象">
          <Copy text={row.subject} />
        </Fact>
        <Fact label="说明">{row.note}</Fact>
      </Facts>
      <Changes changes={changes} />
    </div>
  )
}

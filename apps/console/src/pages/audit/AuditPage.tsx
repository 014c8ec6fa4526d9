import type { ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { roleLabel } from '../../app/operator.ts'
import { useTable } from '../../app/useTable.ts'
import { changesOf } from '../../parts/changes.ts'
import { actionLabel, actionOptions, fieldLabel, subjectOf, valueLabel } from '../../parts/labels.ts'
import { orderHref, type Columns } from '../../parts/orderColumns.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Long } from '../../ui/Long.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import css from './audit.module.css'

type Row = ConsoleRowOf<'POST /api/console/audit/list'>

const columns: Columns<Row> = [
  { title: '时间', key: 'at', render: (_, row) => row.at },
  { title: '操作员', key: 'operator', render: (_, row) => <>{row.role === 'system' ? '系统' : row.operator} <span className={css.code}>{roleLabel(row.role)}</span></> },
  { title: '动作', key: 'action', render: (_, row) => <b>{actionLabel(row.action)}</b> },
  { title: '对象', key: 'subject', render: (_, row) => <Subject subject={row.subject} /> },
  { title: '说明', key: 'note', ellipsis: true, render: (_, row) => row.note || '—' },
  { title: '地址', key: 'address', render: (_, row) => row.address || '—' },
]

/** What was touched; an order or a member opens from here. */
function Subject({ subject }: { subject: string }) {
  const [kind, id = ''] = subject.split(/:(.*)/s)
  const text = <Long text={subject || '—'} width="26ch" />
  if (kind === 'deposit' || kind === 'withdrawal') return <a href={orderHref(`/${kind}s`, id, 0)}>{text}</a>
  return kind === 'member' ? <a href={href(`/members/${id}`)}>{text}</a> : text
}

/** Who did what, when, and what it changed. Rows are only ever added. */
export default function AuditPage() {
  const table = useTable('POST /api/console/audit/list', { operator: '', action: '', subject: '' })
  const { operator, action, subject } = table.filters
  return (
    <Room
      title="审计日志"
      tools={
        <>
          <span className={css.push} />
          <SearchBox value={operator} width={150} placeholder="操作员" onSearch={text => table.set({ operator: text })} />
          <Select
            aria-label="动作"
            value={action}
            style={{ width: 170 }}
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: '', label: '全部动作' }, ...actionOptions]}
            onChange={next => table.set({ action: next })}
          />
          <SearchBox value={subject} width={220} hotkey={false} placeholder="对象：单号、会员 ID" onSearch={text => table.set({ subject: subjectOf(text) })} />
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
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

function Details({ row }: { row: Row }) {
  const changes = changesOf(row.before, row.after)
  return (
    <div className={css.details}>
      <Facts>
        <Fact label="编号">{row.id}</Fact>
        <Fact label="动作"><Copy text={row.action} /></Fact>
        <Fact label="对象"><Copy text={row.subject} /></Fact>
        <Fact label="说明">{row.note}</Fact>
      </Facts>
      {changes.length > 0 && (
        <table className={css.changes} aria-label="变更">
          <thead><tr><th>字段</th><th>之前</th><th>之后</th></tr></thead>
          <tbody>
            {changes.map(change => (
              <tr key={change.field} data-changed={change.changed || undefined}>
                <td>{fieldLabel(change.field)}</td>
                <td>{change.before && <span>{valueLabel(change.field, change.before)}</span>}</td>
                <td>{change.after && <span>{valueLabel(change.field, change.after)}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

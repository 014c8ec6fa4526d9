import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { limitLabels } from '@tianping/contract/protection/facts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Pending } from '../../ui/Pending.tsx'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { optionsOf } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/limits/list'>
const HISTORY = 'POST /api/console/limits/history'
type Change = ConsoleGiven<typeof HISTORY>[number]

const sources = { member: '会员', operator: '平台' }
const acts: Readonly<Record<string, string>> = {
  limit: '设定',
  limit_raise: '申请调高',
  limit_confirmed: '确认调高',
  limit_raise_dropped: '放弃调高',
}

const columnsOf = (open: (row: Row) => void): Columns<Row> => [
  memberColumn<Row>(),
  { ...columnOf('kind'), render: (_, row) => limitLabels[row.kind] },
  { ...columnOf('source'), render: (_, row) => sources[row.source] },
  {
    ...columnOf('limit_amount'),
    align: 'right',
    render: (_, row) => row.limit_amount || '—',
  },
  { ...columnOf('next_amount'), align: 'right', render: (_, row) => row.next_amount || '—' },
  { ...columnOf('next_from'), render: (_, row) => row.next_from || '—' },
  { ...columnOf('set_at'), render: (_, row) => row.set_at },
  { ...columnOf('set_by'), render: (_, row) => row.set_by || '会员' },
  {
    title: '',
    key: 'history',
    render: (_, row) => (
      <Button size="small" onClick={() => open(row)}>
        历史
      </Button>
    ),
  },
]
const changes: PlainColumn<Change>[] = [
  { title: '时间', cell: row => row.at },
  { title: '限额', cell: row => (limitLabels as Record<string, string>)[row.kind] ?? row.kind },
  { title: '动作', cell: row => acts[row.act] ?? row.act },
  { title: '之前', cell: row => row.before || '无' },
  { title: '之后', cell: row => row.amount || '无' },
  { title: '操作者', cell: row => row.by || '会员' },
]

function History({ row, onClose }: { row: Row; onClose: () => void }) {
  const { member_id } = row
  const query = useQuery({
    queryKey: [HISTORY, { member_id }],
    queryFn: ({ signal }) => call(HISTORY, { member_id }, signal),
  })
  return (
    <Dialog title={`${row.username} 的限额历史`} width={720} onClose={onClose}>
      {query.data ? (
        <PlainTable
          label="限额历史"
          columns={changes}
          rows={query.data}
          rowKey={(_, index) => index}
        />
      ) : (
        <Pending query={query} />
      )}
    </Dialog>
  )
}

/** The register of limits in force, each with its history. */
export default function LimitsPage() {
  const table = useTable('POST /api/console/limits/list', {
    kind: '',
    source: '',
    q: '',
  })
  const [shown, setShown] = useState<Row | null>(null)
  const { kind, source, q } = table.filters
  return (
    <Room
      title={<ComplianceTabs current="limits" />}
      tools={
        <>
          <Select
            aria-label="限额"
            value={kind}
            style={{ width: 150 }}
            options={optionsOf(limitLabels, '全部限额')}
            onChange={next => table.set({ kind: next })}
          />
          <Select
            aria-label="来源"
            value={source}
            style={{ width: 120 }}
            options={optionsOf(sources, '全部来源')}
            onChange={next => table.set({ source: next })}
          />
          <NarrowDays table={table} label="设定" />
          <SearchBox
            placeholder="会员名、会员 ID"
            value={q}
            onSearch={next => table.set({ q: next })}
          />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(setShown)}
          rowKey={row => `${row.member_id}/${row.kind}/${row.source}`}
          label="限额"
          empty="没有符合条件的限额"
        />
      </Card>
      {shown && <History row={shown} onClose={() => setShown(null)} />}
    </Room>
  )
}

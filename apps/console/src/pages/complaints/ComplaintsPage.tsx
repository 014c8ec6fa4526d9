import type { ConsoleRowOf } from '@tianping/contract/console'
import {
  complaintKinds,
  complaintOutcomes,
  complaintState,
} from '@tianping/contract/complaints/facts'
import { everyState } from '@tianping/contract/facts'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { complaintStates, everyOf } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { ComplaintDrawer } from './ComplaintDrawer.tsx'
import { ComplaintTabs } from './ComplaintTabs.tsx'
import { Figures } from './Figures.tsx'

type Row = ConsoleRowOf<'POST /api/console/complaints/list'>

const turns: Readonly<Record<string, string>> = { staff: '待我们答复', member: '待会员回复' }

const columnsOf = (open: (no: string) => void): Columns<Row> => [
  {
    ...columnOf('complaint_no'),
    render: (_, row) => (
      <Button type="link" size="small" onClick={() => open(row.complaint_no)}>
        {row.complaint_no}
      </Button>
    ),
  },
  memberColumn<Row>(),
  { ...columnOf('kind'), render: (_, row) => complaintKinds[row.kind] },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('answer_by'), render: (_, row) => row.answer_by.slice(0, 10) },
  {
    ...columnOf('waits_for'),
    render: (_, row) => (
      <>
        {turns[row.waits_for] ?? '—'} {row.overdue && <Tag color="red">超时未答复</Tag>}
      </>
    ),
  },
  ...stateColumn<Row>(complaintStates),
  {
    ...columnOf('outcome'),
    render: (_, row) => (row.outcome === '' ? '—' : complaintOutcomes[row.outcome]),
  },
  { ...columnOf('decided_by'), render: (_, row) => row.decided_by || '—' },
]

const path = '/complaints'
const defaults: { state: number; kind: string; q: string; day: string } = {
  state: complaintState.open,
  kind: '',
  q: '',
  day: '',
}
const kinds = [
  { value: '', label: '全部类型' },
  ...Object.entries(complaintKinds).map(([value, label]) => ({ value, label })),
]

/** Complaints of members, the open ones first, each with its clock. */
export default function ComplaintsPage() {
  const table = useTable('POST /api/console/complaints/list', defaults)
  const [shown, setShown] = useState('')
  const [figures, setFigures] = useState(false)
  const { state, kind, q } = table.filters
  const tabs = [...complaintStates, everyOf(everyState)].map(each => ({
    key: String(each.state),
    text: each.text,
    href: href(path, each.state === defaults.state ? {} : { state: each.state }),
  }))
  return (
    <Room
      title={<ComplaintTabs current="complaints" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(state)} />
          <Select
            aria-label="类型"
            value={kind}
            options={kinds}
            onChange={next => table.set({ kind: next })}
          />
          <OrderNarrow table={table} states={complaintStates} label="提交" amounts={false} />
          <SearchBox
            placeholder="投诉编号、会员名、会员 ID"
            value={q}
            onSearch={next => table.set({ q: next })}
          />
          <span style={{ flex: 1 }} />
          <Button onClick={() => setFigures(true)}>统计</Button>
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(setShown)}
          rowKey={row => row.complaint_no}
          label="投诉"
          empty={state === complaintState.open ? '没有处理中的投诉' : '没有投诉'}
        />
      </Card>
      <ComplaintDrawer no={shown} onClose={() => setShown('')} />
      {figures && <Figures onClose={() => setFigures(false)} />}
    </Room>
  )
}

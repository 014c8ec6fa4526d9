import { everyState, reviewState } from '@tianping/contract/facts'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Age } from '../../ui/values/Age.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { everyOf, requestStates } from '../../parts/states.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { requestKinds } from '@tianping/contract/staff/facts'
import { outcomeOf, subjectOf, type Request } from './requestLabels.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { Long } from '../../ui/values/Long.tsx'
import css from './staff.module.css'

const columnsOf = (state: number): Columns<Request> => [
  { title: '申请', key: 'kind', render: (_, row) => <b>{requestKinds[row.kind]}</b> },
  { ...columnOf('subject'), render: (_, row) => subjectOf(row) },
  { ...columnOf('note'), render: (_, row) => <Long text={row.note} width="40ch" /> },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
  {
    ...columnOf('proposed_at'),
    render: (_, row) =>
      row.state === reviewState.waiting ? <Age since={row.proposed_at} /> : row.proposed_at,
  },
  ...(state === reviewState.waiting ? [] : [outcomeColumn]),
]
const outcomeColumn: Columns<Request>[number] = {
  title: '处理',
  key: 'decided_by',
  render: (_, row) =>
    row.decided_by ? `${row.decided_by} ${outcomeOf(row)} ${row.decided_at}` : '—',
}

const defaults: { state: number } = { state: reviewState.waiting }

/** What raises somebody's power: asked for by one, approved by another. */
export function Requests() {
  const table = useTable('POST /api/console/staff/requests', defaults)
  const [open, setOpen] = useState<Request | null>(null)
  const { state } = table.filters
  return (
    <>
      <div className={css.tools}>
        <LinkTabs
          label="状态"
          current={String(state)}
          tabs={[...requestStates, everyOf(everyState)].map(each => ({
            key: String(each.state),
            text: each.text,
            href: href('/staff', {
              tab: 'requests',
              ...(each.state === defaults.state ? {} : { state: each.state }),
            }),
          }))}
        />
        <span className={css.push} />
        <OrderNarrow table={table} states={requestStates} label="申请" amounts={false} />
        <Refresh busy={table.refreshing} onClick={table.refresh} />
      </div>
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(state)}
          rowKey={row => row.id}
          label="员工变更申请"
          empty="没有待批准的申请"
          current={open?.id}
          onRow={setOpen}
        />
      </Card>
      {open && <RequestDialog request={open} onClose={() => setOpen(null)} />}
    </>
  )
}

import {
  incidentFilters,
  incidentKinds,
  incidentStates,
  type IncidentFilter,
} from '@tianping/contract/compliance/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { OpenIncident } from './OpenIncident.tsx'
import css from './compliance.module.css'
import { incidentTones, optionsOf } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/incidents/list'>

const columns: Columns<Row> = [
  {
    ...columnOf('title'),
    render: (_, row) => (
      <a href={href(`/compliance/incidents/${row.incident_id}`)}>
        {row.incident_id} {row.title}
      </a>
    ),
  },
  { ...columnOf('kind'), render: (_, row) => incidentKinds[row.kind] },
  { ...columnOf('found_at'), render: (_, row) => row.found_at },
  {
    ...columnOf('due_at'),
    render: (_, row) => (
      <span className={row.overdue ? css.late : undefined}>
        {row.due_at || '—'}
        {row.overdue && '（已逾期）'}
      </span>
    ),
  },
  { ...columnOf('affected'), align: 'right', render: (_, row) => row.affected },
  {
    ...columnOf('high_risk'),
    render: (_, row) => (row.high_risk ? <Status tone="bad">高风险</Status> : '—'),
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={incidentTones[row.state]}>{incidentStates[row.state]}</Status>
    ),
  },
  { ...columnOf('opened_by'), render: (_, row) => row.opened_by },
]
const defaults: { state: IncidentFilter; kind: string } = { state: 'open', kind: '' }

/** What may have to be reported, with its deadlines. */
export default function IncidentsPage() {
  const table = useTable('POST /api/console/incidents/list', defaults)
  const { may } = useOperator()
  const { state, kind } = table.filters
  const tabs = (Object.keys(incidentFilters) as IncidentFilter[]).map(each => ({
    key: each,
    text: incidentFilters[each],
    href: href('/compliance', each === defaults.state ? {} : { state: each }),
  }))
  return (
    <Room
      title={<ComplianceTabs current="incidents" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={state} />
          <Select
            aria-label="类别"
            value={kind}
            style={{ width: 190 }}
            options={optionsOf(incidentKinds, '全部类别')}
            onChange={next => table.set({ kind: next })}
          />
          <NarrowDays table={table} label="发现" />
          <span style={{ flex: 1 }} />
          {may('compliance.work') && <OpenIncident />}
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.incident_id}
          label="事件"
          empty={state === 'late' ? '没有临期或逾期的事件' : '没有事件'}
        />
      </Card>
    </Room>
  )
}

import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { useCounts } from '../../app/counts.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { checkLabel } from '../../parts/labels.ts'
import { caseStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Room } from '../../ui/Room.tsx'
import { CasePanel } from './CasePanel.tsx'
import { Rails } from './Rails.tsx'
import { Runs } from './Runs.tsx'
import { severities, SeverityOf } from './Severity.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/cases/list'>

function Tabs({ current }: { current: 'cases' | 'runs' | 'rails' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="对账"
      current={current}
      tabs={[
        { key: 'cases', text: '差异', href: '#/reconciliation', count: data?.cases_open },
        { key: 'runs', text: '对账记录', href: href('/reconciliation', { tab: 'runs' }) },
        { key: 'rails', text: '通道账务', href: href('/reconciliation', { tab: 'rails' }) },
      ]}
    />
  )
}

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '编号',
    key: 'case_id',
    render: (_, row) => (
      <a href={orderHref('/reconciliation', String(row.case_id), state)}>{row.case_id}</a>
    ),
  },
  { title: '级别', key: 'severity', render: (_, row) => <SeverityOf severity={row.severity} /> },
  { title: '检查', key: 'check', render: (_, row) => checkLabel(row.check) },
  { ...columnOf('subject'), render: (_, row) => <Long text={row.subject} width="32ch" /> },
  {
    ...columnOf('member'),
    fields: ['username', 'member_id'],
    render: (_, row) =>
      row.member_id > 0 ? <a href={href(`/members/${row.member_id}`)}>{row.username}</a> : '—',
  },
  {
    ...columnOf('expected'),
    align: 'right',
    render: (_, row) => <Long text={row.expected || '—'} width="16ch" />,
  },
  {
    ...columnOf('found'),
    align: 'right',
    render: (_, row) => <Long text={row.found || '—'} width="16ch" />,
  },
  { title: '次数', key: 'runs', align: 'right', render: (_, row) => row.runs },
  ...(state === everyState ? stateColumn<Row>(caseStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => checkLabel(row.check),
    row => row.subject,
  ),
  { key: 'severity', render: (_, row) => <SeverityOf severity={row.severity} /> },
  ...briefState<Row>(caseStates),
]

const defaults = { ...queueDefaults, severity: '' }

/** Where books and outside disagree, as work; and the runs that found it. */
export default function ReconciliationPage() {
  const tab = useParam('tab', ['runs', 'rails'])
  if (tab)
    return <Room title={<Tabs current={tab} />}>{tab === 'runs' ? <Runs /> : <Rails />}</Room>
  return <Cases />
}

function Cases() {
  const table = useTable('POST /api/console/cases/list', defaults)
  const { data } = useCounts()
  return (
    <ReviewBench
      title="对账"
      heading={<Tabs current="cases" />}
      path="/reconciliation"
      table={table}
      pending={data?.cases_open}
      states={caseStates}
      pick={{
        name: 'severity',
        label: '级别',
        options: [
          { value: '', label: '全部级别' },
          ...Object.entries(severities).map(([value, { text }]) => ({ value, label: text })),
        ],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => String(row.case_id)}
      more={<OrderNarrow table={table} states={caseStates} label="发现" amounts={false} />}
      search="编号、对象、会员名、会员 ID"
      panel={(no, step) => <CasePanel key={no} no={no} step={step} />}
    />
  )
}

import type { ConsoleRowOf } from '@tianping/contract/console'
import { caseDecisions, caseFilters, type CaseFilter } from '@tianping/contract/cases/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Weight } from '../risk/Weight.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { stateOf } from './caseState.ts'

type Row = ConsoleRowOf<'POST /api/console/aml/list'>

const columns: Columns<Row> = [
  {
    ...columnOf('case_id'),
    render: (_, row) => <a href={href(`/cases/${row.case_id}`)}>AC-{row.case_id}</a>,
  },
  { ...columnOf('title'), render: (_, row) => row.title },
  { ...columnOf('weight'), render: (_, row) => <Weight of={row.weight} /> },
  memberColumn<Row>(),
  { ...columnOf('members'), align: 'right', render: (_, row) => row.members },
  { ...columnOf('alerts'), align: 'right', render: (_, row) => row.alerts },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = stateOf(row)
      return <Status tone={tone}>{text}</Status>
    },
  },
  { ...columnOf('assigned_to'), render: (_, row) => row.assigned_to || '未分配' },
  {
    ...columnOf('due_at'),
    render: (_, row) =>
      row.overdue ? <Status tone="bad">{`${row.due_at} 已超期`}</Status> : row.due_at,
  },
]
const closed: Columns<Row> = [
  {
    ...columnOf('decision'),
    render: (_, row) => (row.decision === '' ? '—' : caseDecisions[row.decision]),
  },
  { ...columnOf('closed_at'), render: (_, row) => row.closed_at || '—' },
]

const defaults: { state: CaseFilter; q: string; assigned_to: string } = {
  state: 'open',
  q: '',
  assigned_to: '',
}

/** Suspected laundering, group by group. */
export default function CasesPage() {
  const table = useTable('POST /api/console/aml/list', defaults)
  const { data } = useCounts()
  const { may, name } = useOperator()
  const { state: current, assigned_to: mine } = table.filters
  const tabs = (Object.keys(caseFilters) as CaseFilter[]).map(state => ({
    key: state,
    text: caseFilters[state],
    href: href('/cases', state === defaults.state ? {} : { state }),
    count: state === 'open' ? data?.aml_open : undefined,
  }))
  return (
    <Room
      title="案件"
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={current} />
          <span style={{ flex: 1 }} />
          <Button
            aria-pressed={mine !== ''}
            type={mine === '' ? 'default' : 'primary'}
            ghost={mine !== ''}
            onClick={() => table.set({ assigned_to: mine === '' ? name : '' })}
          >
            只看我的
          </Button>
          {may('case.work') && <Gather />}
          {may('rule.read') && <Button href={href('/rules', { rule: 'cases' })}>规则</Button>}
          <NarrowDays table={table} label="立案" />
          <Find table={table} placeholder="会员名、会员 ID" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={current === 'open' ? columns : [...columns, ...closed]}
          rowKey={row => row.case_id}
          label="案件"
          empty={current === 'open' ? '没有处理中的案件' : '没有案件'}
        />
      </Card>
    </Room>
  )
}

const Gather = () => (
  <ActionDialog
    draft="cases/run"
    decision={{
      title: '归集预警',
      sentence: '将把尚未归案的资金预警与名单匹配并入案件；有关联的会员归为一案。',
      confirm: '立即归集',
    }}
    action={() => call('POST /api/console/aml/run', {})}
    done={({ joined }) => (joined > 0 ? `归案 ${joined} 条预警` : '没有新的预警')}
    stale={['POST /api/console/aml/list', 'POST /api/console/counts']}
  >
    归集预警
  </ActionDialog>
)

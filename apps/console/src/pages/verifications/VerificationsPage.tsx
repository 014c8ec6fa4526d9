import { briefName } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { tierLabel, verificationReasons } from '@tianping/contract/verification/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { verificationStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'

type Row = ConsoleRowOf<'POST /api/console/verifications/list'>

const waitsNote = (row: Row) => (row.waits_for === 'provider' ? '核验机构处理中' : '')

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('case_id'),
    render: (_, row) => (
      <a href={orderHref('/verifications', String(row.case_id), state)}>{row.case_id}</a>
    ),
  },
  memberColumn<Row>(),
  { ...columnOf('tier'), render: (_, row) => tierLabel(row.tier) },
  { ...columnOf('documents'), align: 'right', render: (_, row) => row.documents },
  { ...columnOf('waits_for'), render: (_, row) => waitsNote(row) || '人工审核' },
  {
    ...columnOf('reason'),
    render: (_, row) => (row.reason === '' ? '—' : verificationReasons[row.reason]),
  },
  ...(state === everyState ? stateColumn<Row>(verificationStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => [tierLabel(row.tier), waitsNote(row)].filter(Boolean).join(' · '),
  ),
  ...briefState<Row>(verificationStates),
]

/** Members who say who they are, and what became of it. */
export default function VerificationsPage() {
  const table = useTable('POST /api/console/verifications/list', queueDefaults)
  const { data } = useCounts()
  const { may } = useOperator()
  return (
    <ReviewBench
      title="身份认证"
      path="/verifications"
      table={table}
      pending={data?.verifications_pending}
      states={verificationStates}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => String(row.case_id)}
      search="会员名、会员 ID"
      more={
        <>
          <OrderNarrow table={table} states={verificationStates} label="提交" amounts={false} />
          <Button href={href('/verifications/assessments')}>风险评估</Button>
          {may('rule.read') && (
            <Button href={href('/rules', { rule: 'verification' })}>规则</Button>
          )}
        </>
      }
      panel={(no, step) => <VerificationPanel key={no} no={no} step={step} />}
    />
  )
}

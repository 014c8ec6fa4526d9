import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { useState } from 'react'
import { useParam } from '../../app/params.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { adjustmentStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { Long, LongNumber } from '../../ui/values/Long.tsx'
import { Signed } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { AdjustmentPanel } from './AdjustmentPanel.tsx'
import { ProposeDialog } from './ProposeDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/adjustments/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '编号',
    key: 'no',
    fields: ['adjustment_id'],
    render: (_, row) => (
      <a href={orderHref('/adjustments', row.adjustment_id, state)}>
        <LongNumber text={row.adjustment_id} />
      </a>
    ),
  },
  memberColumn<Row>(),
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => (
      <b>
        <Signed amount={row.amount} />
      </b>
    ),
  },
  { ...columnOf('reason'), render: (_, row) => <Long text={row.reason} width="26ch" /> },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
  ...(state === everyState ? stateColumn<Row>(adjustmentStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.reason,
  ),
  { key: 'what', align: 'right', render: (_, row) => <Signed amount={row.amount} /> },
  ...briefState<Row>(adjustmentStates),
]

/** Corrections of members' wallets: one proposes, another approves. */
export default function AdjustmentsPage() {
  const table = useTable('POST /api/console/adjustments/list', queueDefaults)
  const { data } = useCounts()
  const { may } = useOperator()
  const member = useParam('member')
  const caseId = useParam('case')
  const [proposing, propose] = useState((member || caseId) !== '')
  return (
    <>
      <ReviewBench
        title="人工调整"
        path="/adjustments"
        table={table}
        pending={data?.adjustments_pending}
        states={adjustmentStates}
        columns={columnsOf(table.filters.state)}
        brief={brief}
        idOf={row => row.adjustment_id}
        search="编号、会员名、会员 ID"
        sums={[{ key: 'amount', title: '金额' }]}
        more={
          <>
            <OrderNarrow table={table} states={adjustmentStates} label="提出" />
            {may('adjustment.propose') && (
              <Button type="primary" onClick={() => propose(true)}>
                提出调整
              </Button>
            )}
          </>
        }
        panel={(no, step) => <AdjustmentPanel key={no} no={no} step={step} />}
      />
      {proposing && (
        <ProposeDialog member={member} caseId={Number(caseId)} onClose={() => propose(false)} />
      )}
    </>
  )
}

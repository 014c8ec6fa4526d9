import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { flagKindLabel, flagKindOptions } from '../../parts/labels.ts'
import { flagStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { FlagPanel } from './FlagPanel.tsx'
import { Weight } from './Weight.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/risk/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '类型',
    key: 'kind',
    render: (_, row) => (
      <a href={orderHref('/risk', String(row.flag_id), state)}>{flagKindLabel(row.kind)}</a>
    ),
  },
  memberColumn<Row>(),
  { ...columnOf('weight'), render: (_, row) => <Weight of={row.weight} /> },
  { title: '发现', key: 'explained', render: (_, row) => row.explained },
  ...(state === everyState ? stateColumn<Row>(flagStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => `${row.username} · ${flagKindLabel(row.kind)}`,
    row => row.explained,
  ),
  ...briefState<Row>(flagStates),
]

const defaults = { ...queueDefaults, kind: '' }

/** What looks wrong, by rules that are data. People decide what it means. */
export default function RiskPage() {
  const table = useTable('POST /api/console/risk/list', defaults)
  const { data } = useCounts()
  const { may } = useOperator()
  return (
    <ReviewBench
      title="风控"
      path="/risk"
      table={table}
      pending={data?.flags_pending}
      states={flagStates}
      pick={{
        name: 'kind',
        label: '类型',
        options: [{ value: '', label: '全部类型' }, ...flagKindOptions],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => String(row.flag_id)}
      search="会员名、会员 ID"
      more={
        <>
          <OrderNarrow table={table} states={flagStates} label="提示" amounts={false} />
          {may('risk.review') && (
            <ActionDialog
              draft="risk/run"
              decision={{
                title: '重新计算',
                sentence:
                  '将按现行规则重新检查全部会员近期的登录、收款账号、优惠、投注与取款。已处理的提示不受影响。',
                confirm: '立即计算',
              }}
              action={() => call('POST /api/console/risk/run', {})}
              done={({ raised }) => (raised > 0 ? `新增 ${raised} 条风险提示` : '没有新的风险提示')}
              stale={[
                'POST /api/console/risk/list',
                'POST /api/console/counts',
                'POST /api/console/today',
              ]}
            >
              重新计算
            </ActionDialog>
          )}
          {may('rule.read') && <Button href={href('/rules', { rule: 'risk' })}>规则</Button>}
        </>
      }
      panel={(no, step) => <FlagPanel key={no} no={no} step={step} />}
    />
  )
}

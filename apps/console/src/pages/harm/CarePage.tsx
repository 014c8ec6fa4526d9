import { briefName } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { harmKinds, harmLevels } from '@tianping/contract/harm/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { harmKindOptions } from '../../parts/labels.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { harmStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { CarePanel } from './CarePanel.tsx'
import { CareTabs } from './CareTabs.tsx'
import { Long } from '../../ui/values/Long.tsx'

type Row = ConsoleRowOf<'POST /api/console/harm/list'>

const dueOf = (row: Row) =>
  row.overdue ? <Status tone="bad">{`逾期 ${row.due_at}`}</Status> : row.due_at

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('kind'),
    render: (_, row) => (
      <a href={orderHref('/care', String(row.case_id), state)}>{harmKinds[row.kind]}</a>
    ),
  },
  memberColumn<Row>(),
  { title: '级别', key: 'level', render: (_, row) => harmLevels[row.level] },
  { ...columnOf('score'), align: 'right', render: (_, row) => row.score },
  {
    title: '依据',
    key: 'explained',
    render: (_, row) => <Long text={row.explained} width="60ch" />,
  },
  { ...columnOf('due_at'), render: (_, row) => dueOf(row) },
  ...(state === everyState ? stateColumn<Row>(harmStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => `${row.username} · ${harmKinds[row.kind]}`,
    row => row.explained,
  ),
  ...briefState<Row>(harmStates),
]

const defaults = { ...queueDefaults, kind: '' }

/** Players who may come to harm, by their deadline; people decide what helps. */
export default function CarePage() {
  const table = useTable('POST /api/console/harm/list', defaults)
  const { data } = useCounts()
  const { may } = useOperator()
  return (
    <ReviewBench
      title="玩家关怀"
      heading={<CareTabs current="cases" />}
      path="/care"
      table={table}
      pending={data?.harm_pending}
      states={harmStates}
      pick={{
        name: 'kind',
        label: '类型',
        options: [{ value: '', label: '全部类型' }, ...harmKindOptions],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => String(row.case_id)}
      search="会员名、会员 ID"
      more={
        <>
          <OrderNarrow table={table} states={harmStates} label="立案" amounts={false} />
          {may('rule.read') && <Button href={href('/rules', { rule: 'harm' })}>规则</Button>}
        </>
      }
      panel={(no, step) => <CarePanel key={no} no={no} step={step} />}
    />
  )
}

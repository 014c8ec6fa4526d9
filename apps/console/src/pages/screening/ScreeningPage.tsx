import { briefName } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { screeningLists } from '@tianping/contract/screening/facts'
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
import { hitStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Weight } from '../risk/Weight.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { HitPanel } from './HitPanel.tsx'
import { ScreeningTabs } from './ScreeningTabs.tsx'

type Row = ConsoleRowOf<'POST /api/console/screening/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('listed_name'),
    render: (_, row) => (
      <a href={orderHref('/screening', String(row.hit_id), state)}>{row.listed_name}</a>
    ),
  },
  { title: '名单', key: 'list', render: (_, row) => screeningLists[row.list] },
  memberColumn<Row>(),
  { ...columnOf('score'), render: (_, row) => <Weight of={row.score} /> },
  ...(state === everyState ? stateColumn<Row>(hitStates) : []),
  ...decisionColumns<Row>(state),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => `${row.username} · ${row.listed_name}`,
    row => `${screeningLists[row.list]}，得分 ${row.score}`,
  ),
  ...briefState<Row>(hitStates),
]

const defaults = { ...queueDefaults, list: '' }
const options = Object.entries(screeningLists).map(([value, label]) => ({ value, label }))

/** Members who may be on a list, until a person has compared them. */
export default function ScreeningPage() {
  const table = useTable('POST /api/console/screening/list', defaults)
  const { data } = useCounts()
  const { may } = useOperator()
  return (
    <ReviewBench
      title="名单匹配"
      heading={<ScreeningTabs current="hits" />}
      path="/screening"
      table={table}
      pending={data?.hits_open}
      states={hitStates}
      pick={{
        name: 'list',
        label: '名单',
        options: [{ value: '', label: '全部名单' }, ...options],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => String(row.hit_id)}
      search="会员名、会员 ID"
      more={
        <>
          <OrderNarrow table={table} states={hitStates} label="匹配" amounts={false} />
          {may('rule.read') && <Button href={href('/rules', { rule: 'screening' })}>规则</Button>}
        </>
      }
      panel={(no, step) => <HitPanel key={no} no={no} step={step} />}
    />
  )
}

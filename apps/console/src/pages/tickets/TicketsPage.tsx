import { briefName } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { ticketTopics } from '@tianping/contract/tickets/facts'
import { Button, Segmented, Tag } from 'antd'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { ticketStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { TicketPanel } from './TicketPanel.tsx'

type Row = ConsoleRowOf<'POST /api/console/tickets/list'>

const Turn = ({ row }: { row: Row }) => {
  if (row.waits_for === 'staff')
    return (
      <>
        <Age since={row.waits_since} /> {row.overdue && <Tag color="red">超时</Tag>}
      </>
    )
  return row.waits_for === 'member' ? '待会员回复' : '—'
}

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('ticket_no'),
    render: (_, row) => <a href={orderHref('/tickets', row.ticket_no, state)}>{row.ticket_no}</a>,
  },
  memberColumn<Row>(),
  { ...columnOf('topic'), render: (_, row) => ticketTopics[row.topic] },
  { title: '最近消息', key: 'last', render: (_, row) => <Long text={row.last} width="26em" /> },
  { ...columnOf('waits_since'), render: (_, row) => <Turn row={row} /> },
  { ...columnOf('claimed_by'), render: (_, row) => row.claimed_by || '—' },
  ...(state === everyState ? stateColumn<Row>(ticketStates) : []),
]
const brief: Columns<Row> = [
  briefName<Row>(
    row => (
      <>
        {row.username} {row.overdue && <Tag color="red">超时</Tag>}
      </>
    ),
    row => `${ticketTopics[row.topic]} · ${row.last}`,
  ),
  ...briefState<Row>(ticketStates),
]

const defaults = { ...queueDefaults, topic: '', mine: 0 as 0 | 1 }
const topicPick = {
  name: 'topic' as const,
  label: '问题类型',
  options: [
    { value: '', label: '全部类型' },
    ...Object.entries(ticketTopics).map(([value, label]) => ({ value, label })),
  ],
}

/** Conversations with members; those that wait for staff come first, the oldest above. */
export default function TicketsPage() {
  const table = useTable('POST /api/console/tickets/list', defaults)
  const { data } = useCounts()
  const { may } = useOperator()
  return (
    <ReviewBench
      title="客服会话"
      path="/tickets"
      table={table}
      pending={data?.tickets_waiting}
      states={ticketStates}
      pick={topicPick}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => row.ticket_no}
      search="会话编号、会员名、会员 ID"
      empty="没有处理中的会话"
      more={
        <>
          <OrderNarrow table={table} states={ticketStates} label="提交" amounts={false} />
          <Segmented<0 | 1>
            aria-label="谁的会话"
            options={[
              { value: 0, label: '全部' },
              { value: 1, label: '我领取的' },
            ]}
            value={table.filters.mine}
            onChange={mine => table.set({ mine })}
          />
          {may('rule.read') && (
            <Button href={href('/rules', { rule: 'tickets' })}>规则与模板</Button>
          )}
        </>
      }
      panel={(no, step) => <TicketPanel key={no} no={no} step={step} />}
    />
  )
}

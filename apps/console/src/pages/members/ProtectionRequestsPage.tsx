import { everyState, reviewState } from '@tianping/contract/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { protectionRequests, reachedBy } from '@tianping/contract/protection/facts'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { everyOf, protectionRequestStates } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { ProtectionRequestWays } from './ProtectionRequestWays.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import css from '../../parts/review/review.module.css'

type Request = ConsoleRowOf<'POST /api/console/protection-requests/list'>

const opinion = ({ proposed, proposed_by, proposal }: Request) => {
  if (proposed === null) return '—'
  const what = proposed === reviewState.approved ? '同意' : '不同意'
  return `${proposed_by} ${what}${proposal && `：${proposal}`}`
}

const waiting: Columns<Request> = [
  {
    title: '处理期限',
    key: 'decide_by',
    render: (_, row) => (row.overdue ? <b>{row.decide_by} 已超期</b> : row.decide_by || '—'),
  },
  {
    title: '处理',
    key: 'ways',
    fixed: 'right',
    render: (_, row) => <ProtectionRequestWays request={row} />,
  },
]
const decided: Columns<Request> = [
  { ...columnOf('decided_by'), render: (_, row) => row.decided_by || '会员本人' },
  { ...columnOf('decided_at'), render: (_, row) => row.decided_at || '—' },
  { ...columnOf('remark'), render: (_, row) => row.remark || '—' },
]

const columnsOf = (state: number): Columns<Request> => [
  memberColumn<Request>(),
  { title: '申请', key: 'kind', render: (_, row) => protectionRequests[row.kind] },
  { title: '途径', key: 'channel', render: (_, row) => reachedBy[row.channel] },
  { ...columnOf('asked_by'), render: (_, row) => row.asked_by || '会员本人' },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('reason'), render: (_, row) => row.reason },
  { title: '首位意见', key: 'proposal', render: (_, row) => opinion(row) },
  ...(state === everyState ? stateColumn<Request>(protectionRequestStates) : []),
  ...(state === reviewState.waiting ? waiting : decided),
]

const path = '/members/protection'
const defaults: { state: number; kind: string } = { state: reviewState.waiting, kind: '' }

/** What loosens a block: one operator says what is right, another carries it out. */
export default function ProtectionRequestsPage() {
  const table = useTable('POST /api/console/protection-requests/list', defaults)
  const { data } = useCounts()
  const { state: current } = table.filters
  const tabs = [...protectionRequestStates, everyOf(everyState)].map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, state === defaults.state ? {} : { state }),
    count: state === reviewState.waiting ? data?.protection_requests_waiting : undefined,
  }))
  return (
    <Room
      title={<MemberTabs current="protection" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(current)} />
          <span className={css.push} />
          <OrderNarrow
            table={table}
            states={protectionRequestStates}
            label="申请"
            amounts={false}
          />
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(current)}
          rowKey={row => row.request_id}
          label="恢复与解除"
          empty={current === reviewState.waiting ? '没有待处理的申请' : '没有申请'}
        />
      </Card>
    </Room>
  )
}

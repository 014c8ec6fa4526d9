import { everyState, reviewState } from '@tianping/contract/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { payRequestKinds } from '@tianping/contract/member/facts'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { queueDefaults as defaults } from '../../parts/review/reviewFilters.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { everyOf, payRequestStates } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { PayRequestWays } from './PayRequestWays.tsx'
import css from '../../parts/review/review.module.css'

type PayRequest = ConsoleRowOf<'POST /api/console/members/pay-requests/list'>

const waiting: Columns<PayRequest> = [
  {
    title: '已等待',
    key: 'age',
    fields: ['created_at'],
    render: (_, row) => <Age since={row.created_at} />,
  },
  {
    title: '处理',
    key: 'ways',
    fixed: 'right',
    render: (_, row) => <PayRequestWays request={row} />,
  },
]
const decided: Columns<PayRequest> = [
  { ...columnOf('decided_by'), render: (_, row) => row.decided_by || '—' },
  { ...columnOf('decided_at'), render: (_, row) => row.decided_at || '—' },
  { ...columnOf('remark'), render: (_, row) => row.remark || '—' },
]

const columnsOf = (state: number): Columns<PayRequest> => [
  memberColumn<PayRequest>(),
  { title: '申请', key: 'kind', render: (_, row) => payRequestKinds[row.kind] },
  { ...columnOf('asked_by'), render: (_, row) => row.asked_by },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('reason'), render: (_, row) => row.reason },
  ...(state === everyState ? stateColumn<PayRequest>(payRequestStates) : []),
  ...(state === reviewState.waiting ? waiting : decided),
]

const path = '/members/pay-requests'

/** Payment passwords and second factors: one operator asked for it, another does it. */
export default function PayRequestsPage() {
  const table = useTable('POST /api/console/members/pay-requests/list', defaults)
  const { data } = useCounts()
  const { state: current } = table.filters
  const tabs = [...payRequestStates, everyOf(everyState)].map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, state === defaults.state ? {} : { state }),
    count: state === reviewState.waiting ? data?.pay_requests_pending : undefined,
  }))
  return (
    <Room
      title={<MemberTabs current="payRequests" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(current)} />
          <span className={css.push} />
          <OrderNarrow table={table} states={payRequestStates} label="申请" amounts={false} />
          <Find table={table} placeholder="会员名、会员 ID" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(current)}
          rowKey={row => row.request_id}
          label="重置申请"
          empty={current === reviewState.waiting ? '没有待批准的申请' : '没有申请'}
        />
      </Card>
    </Room>
  )
}

import type { ConsoleRowOf } from '@tianping/contract/console'
import { deliveryKinds, deliveryState, deliveryWays } from '@tianping/contract/delivery/facts'
import { everyState } from '@tianping/contract/facts'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { deliveryStates, optionsOf, statusIn } from '../../parts/states.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Channels } from './Channels.tsx'

const name = 'POST /api/console/deliveries/list'
type Delivery = ConsoleRowOf<typeof name>

const columns: Columns<Delivery> = [
  { title: '时间', key: 'created_at', render: (_, row) => row.created_at },
  { ...columnOf('channel'), render: (_, row) => deliveryWays[row.channel] },
  { title: '内容', key: 'kind', render: (_, row) => deliveryKinds[row.kind] },
  {
    ...columnOf('username'),
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  { ...columnOf('contact'), render: (_, row) => row.contact },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = statusIn(deliveryStates, row.state)
      return <Status tone={tone}>{text}</Status>
    },
  },
  { ...columnOf('attempts'), render: (_, row) => row.attempts },
  { ...columnOf('error'), render: (_, row) => row.error || '—' },
  {
    title: '',
    key: 'ways',
    render: (_, row) => row.state === deliveryState.failed && <Retry delivery={row} />,
  },
]

const channelOptions = [
  { value: '', label: '全部通道' },
  ...Object.entries(deliveryWays).map(([value, label]) => ({ value, label })),
]

/** What was sent to members outside of the site, and what became of it. */
export default function DeliveriesPage() {
  const empty = { state: everyState, channel: '', q: '' }
  const table = useTable(name, empty)
  const { filters } = table
  return (
    <Room
      title="发送记录"
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={optionsOf(deliveryStates)} every={everyState} />
          <Select
            aria-label="通道"
            value={filters.channel}
            style={{ width: 130 }}
            options={channelOptions}
            onChange={channel => table.set({ channel })}
          />
          <NarrowDays table={table} label="发送" />
          <SearchBox
            value={filters.q}
            width={200}
            placeholder="会员名或 ID"
            onSearch={q => table.set({ q })}
          />
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Channels />
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="发送记录"
          empty="没有发送过"
        />
      </Card>
    </Room>
  )
}

function Retry({ delivery: { id, username, contact, kind } }: { delivery: Delivery }) {
  const { permissions } = useOperator()
  if (!permissions.includes('delivery.send')) return null
  return (
    <ActionDialog
      size="small"
      draft={`deliveries/${id}/retry`}
      decision={{
        title: '重新发送',
        sentence: `将向 ${username} 的 ${contact} 再次发送“${deliveryKinds[kind]}”。`,
        confirm: '重新发送',
      }}
      action={() => callOnce('POST /api/console/deliveries/retry', { id })}
      done="已重新发送"
      stale={[name, 'POST /api/console/deliveries/channels']}
    >
      重新发送
    </ActionDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { Find } from '../../parts/list/Find.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { verdictLabel, verdictOptions } from '../../parts/labels.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { Payload } from '../../ui/values/Payload.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Callback = ConsoleRowOf<'POST /api/console/callbacks/list'>

const columns: Columns<Callback> = [
  { ...columnOf('received_at'), render: (_, row) => row.received_at },
  { ...columnOf('provider'), render: (_, row) => row.provider },
  {
    ...columnOf('verdict'),
    render: (_, row) => (
      <Status tone={verdictLabel(row.verdict).tone}>{verdictLabel(row.verdict).text}</Status>
    ),
  },
  {
    ...columnOf('deposit_no'),
    render: (_, row) =>
      row.deposit_no ? (
        <a href={href('/deposits', { state: everyState, open: row.deposit_no })}>
          <LongNumber text={row.deposit_no} />
        </a>
      ) : (
        '—'
      ),
  },
  { title: '来源地址', key: 'address', render: (_, row) => row.address || '—' },
]

/** What providers reported, as it came and what was made of it. */
export default function CallbacksPage() {
  const table = useTable('POST /api/console/callbacks/list', { verdict: '', q: '' })
  return (
    <Room
      title="通道回调"
      tools={
        <>
          <span style={{ flex: 1 }} />
          <Select
            aria-label="结果"
            value={table.filters.verdict}
            style={{ width: 180 }}
            options={[{ value: '', label: '全部结果' }, ...verdictOptions]}
            onChange={verdict => table.set({ verdict })}
          />
          <NarrowDays table={table} label="收到" />
          <Find table={table} width={230} placeholder="存款单号、来源地址" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="通道回调"
          empty="没有收到过回调"
          expandable={{ expandedRowRender: row => <Raw id={row.id} />, expandRowByClick: true }}
        />
      </Card>
    </Room>
  )
}

function Raw({ id }: { id: number }) {
  const name = 'POST /api/console/callbacks/show'
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
    staleTime: Infinity,
    meta: { inPlace: true },
  })
  if (!shown.data) return <Unloaded query={shown} />
  const { signed, payload, member_id } = shown.data
  return (
    <>
      <Facts>
        <Fact label="签名">{signed ? '带有签名（已隐藏）' : '没有签名'}</Fact>
        <Fact label="会员">
          {member_id > 0 ? <a href={href(`/members/${member_id}`)}>{member_id}</a> : ''}
        </Fact>
      </Facts>
      <Payload text={payload} />
    </>
  )
}

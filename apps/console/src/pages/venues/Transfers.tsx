import { useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useTable } from '../../app/useTable.ts'
import { layerLabel, phaseLabel } from '../../parts/labels.ts'
import type { Columns } from '../../parts/orderColumns.tsx'
import { Age } from '../../ui/Age.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import type { Venue } from './Venues.tsx'
import css from './venues.module.css'
import lists from '../../parts/lists.module.css'

type Transfer = ConsoleRowOf<'POST /api/console/transfers/list'>

const states: Record<number, { text: string; tone: Tone }> = { 2: { text: '待确认', tone: 'waiting' }, 1: { text: '成功', tone: 'good' }, 0: { text: '失败', tone: 'bad' } }

const columns: Columns<Transfer> = [
  { title: '时间', key: 'created_at', render: (_, row) => row.created_at },
  { title: '会员', key: 'member', render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a> },
  { title: '方向', key: 'direction', render: (_, row) => (row.direction === 'IN' ? `中心钱包 → ${row.venue}` : `${row.venue} → 中心钱包`) },
  { title: '金额', key: 'amount', align: 'right', render: (_, row) => <Money amount={row.moved ?? row.amount} strong /> },
  { title: '状态', key: 'state', render: (_, row) => <Status tone={states[row.state]?.tone ?? 'plain'}>{states[row.state]?.text ?? String(row.state)}</Status> },
  { title: '已等待', key: 'age', render: (_, row) => (row.state === 2 ? <Age since={row.created_at} /> : '—') },
  { title: '查询次数', key: 'checks', align: 'right', render: (_, row) => row.checks },
  { title: '下次查询', key: 'next', render: (_, row) => row.next_check_at || '—' },
]

/** What a venue has not answered yet; the system goes on asking, and nothing is given back on silence. */
export function Transfers({ venues }: { venues: Venue[] }) {
  const { filters, ...table } = useTable('POST /api/console/transfers/list', { state: 2, venue: 0, q: '' }, filters => ({ venue_id: filters.venue }))
  return (
    <Card
      title="转账"
      extra={
        <span className={css.tools}>
          <Select aria-label="状态" value={filters.state} style={{ width: 110 }} options={[{ value: 2, label: '待确认' }, { value: 1, label: '成功' }, { value: 0, label: '失败' }, { value: 9, label: '全部' }]} onChange={state => table.set({ state })} />
          <Select aria-label="场馆" value={filters.venue} style={{ width: 140 }} options={[{ value: 0, label: '全部场馆' }, ...venues.map(venue => ({ value: venue.venue_id, label: venue.name }))]} onChange={venue => table.set({ venue })} />
          <SearchBox value={filters.q} width={220} placeholder="单号、会员名、会员 ID" onSearch={q => table.set({ q })} />
        </span>
      }
      flush
    >
      <Rows
        table={{ ...table, filters }}
        columns={columns}
        rowKey={row => row.tx_id}
        label="转账"
        empty={filters.state === 2 && !filters.q && !filters.venue ? '没有待确认的转账' : '没有符合条件的转账'}
        expandable={{ expandedRowRender: row => <Trail transfer={row} />, expandRowByClick: true }}
      />
    </Card>
  )
}

/** Everything that happened to one transfer, down to the ledger's entries. */
function Trail({ transfer: t }: { transfer: Transfer }) {
  const name = 'POST /api/console/transfers/show'
  const shown = useQuery({ queryKey: [name, t.tx_id], queryFn: ({ signal }) => call(name, { tx_id: t.tx_id, member_id: t.member_id }, signal), meta: { inPlace: true } })
  if (!shown.data) return shown.error ? <Failure error={shown.error} retry={() => void shown.refetch()} /> : <Waiting />
  const { trail, reason, resolved_at } = shown.data
  return (
    <div className={css.trail}>
      <Facts>
        <Fact label="单号"><Copy text={t.tx_id} /></Fact>
        <Fact label="申请金额"><Money amount={t.amount} /></Fact>
        <Fact label="实际转动">{t.moved === null ? '' : <Money amount={t.moved} />}</Fact>
        <Fact label="结束时间">{resolved_at}</Fact>
        <Fact label="失败原因">{reason}</Fact>
      </Facts>
      <table className={lists.conditions} aria-label="账务明细">
        <thead><tr><th>时间</th><th>步骤</th><th>账户</th><th>层</th><th>金额</th></tr></thead>
        <tbody>
          {trail.map((line, index) => (
            <tr key={index}><td>{line.at}</td><td>{phaseLabel(line.phase)}</td><td>{line.account}</td><td>{layerLabel(line.layer)}</td><td><Signed amount={line.amount} /></td></tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

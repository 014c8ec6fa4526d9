import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { Deed } from '../../parts/dialogs/Deed.tsx'
import { layerLabel, phaseLabel } from '../../parts/labels.ts'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed, yuan } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import type { Venue } from './Venues.tsx'
import css from './venues.module.css'
import lists from '../../parts/list/lists.module.css'

type Transfer = ConsoleRowOf<'POST /api/console/transfers/list'>

const states: Record<number, { text: string; tone: Tone }> = {
  2: { text: '待确认', tone: 'waiting' },
  1: { text: '成功', tone: 'good' },
  0: { text: '失败', tone: 'bad' },
}

const columns: Columns<Transfer> = [
  { title: '时间', key: 'created_at', render: (_, row) => row.created_at },
  {
    title: '会员',
    key: 'member',
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  {
    title: '方向',
    key: 'direction',
    render: (_, row) =>
      row.direction === 'IN' ? `中心钱包 → ${row.venue}` : `${row.venue} → 中心钱包`,
  },
  {
    title: '金额',
    key: 'amount',
    align: 'right',
    render: (_, row) => <Money amount={row.moved ?? row.amount} strong />,
  },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => (
      <Status tone={states[row.state]?.tone ?? 'plain'}>
        {states[row.state]?.text ?? String(row.state)}
      </Status>
    ),
  },
  {
    title: '已等待',
    key: 'age',
    render: (_, row) => (row.state === 2 ? <Age since={row.created_at} /> : '—'),
  },
  { title: '查询次数', key: 'checks', align: 'right', render: (_, row) => row.checks },
  { title: '下次查询', key: 'next', render: (_, row) => row.next_check_at || '—' },
]

/**
 * What a venue has not answered yet; the system goes on asking, and nothing is given back on
 * silence.
 */
export function Transfers({ venues }: { venues: Venue[] }) {
  const { filters, ...table } = useTable(
    'POST /api/console/transfers/list',
    { state: 2, venue: 0, day: '', q: '' },
    filters => ({ venue_id: filters.venue }),
  )
  return (
    <Card
      title="转账"
      extra={
        <span className={css.tools}>
          <Select
            aria-label="状态"
            value={filters.state}
            style={{ width: 110 }}
            options={[
              { value: 2, label: '待确认' },
              { value: 1, label: '成功' },
              { value: 0, label: '失败' },
              { value: 9, label: '全部' },
            ]}
            onChange={state => table.set({ state })}
          />
          <Select
            aria-label="场馆"
            value={filters.venue}
            style={{ width: 140 }}
            options={[
              { value: 0, label: '全部场馆' },
              ...venues.map(venue => ({ value: venue.venue_id, label: venue.name })),
            ]}
            onChange={venue => table.set({ venue })}
          />
          <DayPick value={filters.day} onChange={day => table.set({ day })} />
          <SearchBox
            value={filters.q}
            width={220}
            placeholder="单号、会员名、会员 ID"
            onSearch={q => table.set({ q })}
          />
        </span>
      }
      flush
    >
      <Rows
        table={{ ...table, filters }}
        columns={columns}
        rowKey={row => row.tx_id}
        label="转账"
        empty={
          filters.state === 2 && !filters.q && !filters.venue
            ? '没有待确认的转账'
            : '没有符合条件的转账'
        }
        expandable={{ expandedRowRender: row => <Trail transfer={row} />, expandRowByClick: true }}
      />
    </Card>
  )
}

/** Everything that happened to one transfer, down to the ledger's entries. */
function Trail({ transfer: t }: { transfer: Transfer }) {
  const name = 'POST /api/console/transfers/show'
  const shown = useQuery({
    queryKey: [name, t.tx_id],
    queryFn: ({ signal }) => call(name, { tx_id: t.tx_id, member_id: t.member_id }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data)
    return shown.error ? (
      <Failure error={shown.error} retry={() => void shown.refetch()} />
    ) : (
      <Waiting />
    )
  const { trail, answers, reason, resolved_at, state } = shown.data
  return (
    <div className={css.trail}>
      <Facts>
        <Fact label="单号">
          <Copy text={t.tx_id} />
        </Fact>
        <Fact label="申请金额">
          <Money amount={t.amount} />
        </Fact>
        <Fact label="实际转动">{t.moved === null ? '' : <Money amount={t.moved} />}</Fact>
        <Fact label="结束时间">{resolved_at}</Fact>
        <Fact label="失败原因">{reason}</Fact>
      </Facts>
      {state === 2 && <Ask transfer={t} />}
      {answers.length > 0 && (
        <table className={lists.conditions} aria-label="场馆答复">
          <thead>
            <tr>
              <th>时间</th>
              <th>询问</th>
              <th>由谁</th>
              <th>场馆答复</th>
            </tr>
          </thead>
          <tbody>
            {answers.map((each, index) => (
              <tr key={index}>
                <td>{each.at}</td>
                <td>{questions[each.asked] ?? each.asked}</td>
                <td>{each.by || '系统'}</td>
                <td>{each.said}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <table className={lists.conditions} aria-label="账务明细">
        <thead>
          <tr>
            <th>时间</th>
            <th>步骤</th>
            <th>账户</th>
            <th>层</th>
            <th>金额</th>
          </tr>
        </thead>
        <tbody>
          {trail.map((line, index) => (
            <tr key={index}>
              <td>{line.at}</td>
              <td>{phaseLabel(line.phase)}</td>
              <td>{line.account}</td>
              <td>{layerLabel(line.layer)}</td>
              <td>
                <Signed amount={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const questions: Record<string, string> = {
  transfer: '转账',
  state: '查询',
  finalize: '终结',
  put_player: '建立会员',
}

/** A person may ask the venue at once, or have it end the transfer for good. */
function Ask({ transfer: t }: { transfer: Transfer }) {
  const { may } = useOperator()
  if (!may('transfer.resolve')) return null
  const stale: ConsoleCallName[] = [
    'POST /api/console/transfers/show',
    'POST /api/console/transfers/list',
    'POST /api/console/venues/list',
    'POST /api/console/today',
  ]
  const ask = (how: 'state' | 'finalize') => (remark: string) =>
    call('POST /api/console/transfers/ask', { tx_id: t.tx_id, member_id: t.member_id, how, remark })
  const done = ({ state, said }: { state: number; said: string }) =>
    `${state === 1 ? '场馆已确认成功' : state === 0 ? '场馆已确认未成功，资金已退回' : '场馆仍未给出明确结果'}（${said}）`
  const from = t.direction === 'IN' ? '中心钱包' : t.venue
  return (
    <span className={css.asks}>
      <Deed
        draft={`transfer/${t.tx_id}/state`}
        decision={{
          title: '再次查询',
          sentence: `将立即向 ${t.venue} 查询这笔 ${yuan(t.amount)} 转账的结果`,
          confirm: '立即查询',
        }}
        deed={ask('state')}
        done={done}
        stale={stale}
      >
        再次查询
      </Deed>
      <Deed
        danger
        draft={`transfer/${t.tx_id}/finalize`}
        decision={{
          title: '终结转账',
          sentence: `将要求 ${t.venue} 终结这笔转账：若已执行则入账 ${yuan(t.amount)}；若从未收到，则永久作废，冻结的 ${yuan(t.amount)} 退回 ${t.username} 的${from}`,
          label: '原因（必填）',
          required: '审计',
          confirm: '确认终结',
        }}
        deed={ask('finalize')}
        done={done}
        stale={stale}
      >
        终结
      </Deed>
    </span>
  )
}

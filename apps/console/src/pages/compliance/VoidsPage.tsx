import { voidStates, type VoidState } from '@tianping/contract/compliance/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { staleIncidents as stale, voidTones } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/voids/list'>

function Ways({ row }: { row: Row }) {
  const { venue_id, round_id } = row
  const round = { venue_id, round_id }
  const draft = `void/${venue_id}/${round_id}`
  const open = (close: boolean) => (
    <ActionDialog
      size="small"
      type={close ? 'primary' : 'default'}
      draft={`${draft}/${close}`}
      decision={{
        title: close ? '关闭游戏并开立事件' : '开立事件',
        sentence: `${row.game} ${round_id}：${row.bets} 注，本金已由场馆退回。${close ? '会员将立即看不到该游戏。' : ''}`,
        confirm: '开立',
        required: '报告',
      }}
      action={remark => callOnce('POST /api/console/voids/open', { ...round, close, remark })}
      done="已开立事件"
      stale={stale}
    >
      {close ? '关闭并开立' : '开立事件'}
    </ActionDialog>
  )
  return (
    <span style={{ display: 'inline-flex', gap: 8 }}>
      {row.shown && open(true)}
      {open(false)}
      <ActionDialog
        size="small"
        draft={`${draft}/dismiss`}
        decision={{
          title: '无需处理',
          sentence: '该局作废不构成须报告的事件。',
          confirm: '确认',
          required: '审计',
        }}
        action={remark => callOnce('POST /api/console/voids/dismiss', { ...round, remark })}
        done="已标记为无需处理"
        stale={stale}
      >
        无需处理
      </ActionDialog>
    </span>
  )
}

const columnsOf = (works: boolean): Columns<Row> => [
  { ...columnOf('seen_at'), render: (_, row) => row.seen_at },
  { ...columnOf('venue'), render: (_, row) => row.venue },
  { ...columnOf('game'), render: (_, row) => row.game },
  { ...columnOf('round_id'), render: (_, row) => <LongNumber text={row.round_id} /> },
  { ...columnOf('bets'), align: 'right', render: (_, row) => row.bets },
  { ...columnOf('members'), align: 'right', render: (_, row) => row.members },
  { ...columnOf('stake'), align: 'right', render: (_, row) => <Money amount={row.stake} /> },
  {
    ...columnOf('state'),
    render: (_, row) => <Status tone={voidTones[row.state]}>{voidStates[row.state]}</Status>,
  },
  {
    title: '处理',
    key: 'ways',
    render: (_, row) => {
      if (row.incident_id > 0)
        return <a href={href(`/compliance/incidents/${row.incident_id}`)}>事件 {row.incident_id}</a>
      return works && row.state === 'open' ? <Ways row={row} /> : row.decided_by || '—'
    },
  },
]
const defaults: { state: VoidState | '' } = { state: 'open' }
const filters: [VoidState | '', string][] = [
  ...(Object.entries(voidStates) as [VoidState, string][]),
  ['', '全部'],
]

/** Rounds that venues made void: each becomes an incident, or nothing has to be done. */
export default function VoidsPage() {
  const table = useTable('POST /api/console/voids/list', defaults)
  const { may } = useOperator()
  const { state } = table.filters
  const tabs = filters.map(([key, text]) => ({
    key,
    text,
    href: href('/compliance/voids', key === defaults.state ? {} : { state: key }),
  }))
  return (
    <Room
      title={<ComplianceTabs current="voids" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={state} />
          <NarrowDays table={table} label="发现" />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(may('compliance.work'))}
          rowKey={row => `${row.venue_id}/${row.round_id}`}
          label="作废局"
          empty="没有作废局"
        />
      </Card>
    </Room>
  )
}

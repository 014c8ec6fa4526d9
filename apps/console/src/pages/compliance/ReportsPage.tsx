import { useQueryClient } from '@tanstack/react-query'
import { reportStates } from '@tianping/contract/compliance/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { addDays, addMonths, beijingDay, beijingMonth } from '@tianping/money/day'
import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { go, href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useMessage } from '../../ui/above.ts'
import { Status } from '../../ui/values/Status.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import css from './compliance.module.css'
import { reportTones } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/reports/list'>
const LIST = 'POST /api/console/reports/list'
/** How soon the list is asked again while a report is being made. */
const WATCH_MS = 1_500

const columns: Columns<Row> = [
  {
    ...columnOf('report_id'),
    render: (_, row) => (
      <a href={href(`/compliance/reports/${row.report_id}`)}>
        {row.from === row.to ? `${row.from} 日报` : `${row.from} 至 ${row.to}`}
      </a>
    ),
  },
  {
    ...columnOf('state'),
    render: (_, row) => <Status tone={reportTones[row.state]}>{reportStates[row.state]}</Status>,
  },
  {
    ...columnOf('progress'),
    render: (_, row) =>
      row.state === 'running' || row.state === 'waiting' ? (
        <Progress percent={row.progress} size="small" style={{ width: 140 }} />
      ) : (
        '—'
      ),
  },
  { ...columnOf('asked_by'), render: (_, row) => row.asked_by || '每日自动' },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('made_at'), render: (_, row) => row.made_at || '—' },
]

/** The last whole month and quarter, and yesterday. */
function presets(now: number): { text: string; from: string; to: string }[] {
  const yesterday = addDays(beijingDay(now), -1)
  const month = beijingMonth(now)
  const last = addMonths(month, -1)
  const quarter = addMonths(month, -((Number(month.slice(5)) - 1) % 3))
  const endBefore = (of: string) => addDays(`${of}-01`, -1)
  return [
    { text: '昨天', from: yesterday, to: yesterday },
    { text: '上月', from: `${last}-01`, to: endBefore(month) },
    { text: '上季度', from: `${addMonths(quarter, -3)}-01`, to: endBefore(quarter) },
  ]
}

/** A span of days to make a report of. */
function Ask() {
  const [days, setDays] = useState({ from: '', to: '' })
  const cache = useQueryClient()
  const message = useMessage()
  const asking = useAction({
    mutationFn: () => callOnce('POST /api/console/reports/ask', days),
    meta: { inPlace: true },
    onSuccess: ({ report_id }) => {
      void message.success('正在生成')
      go(`/compliance/reports/${report_id}`)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [LIST] }),
  })
  return (
    <Card title="生成报告">
      <div className={css.ask}>
        <DayPick label="从" value={days.from} onChange={from => setDays({ ...days, from })} />
        <DayPick label="到" value={days.to} onChange={to => setDays({ ...days, to })} />
        {presets(Date.now()).map(({ text, from, to }) => (
          <Button key={text} onClick={() => setDays({ from, to })}>
            {text}
          </Button>
        ))}
        <Button
          type="primary"
          loading={asking.isPending}
          disabled={days.from === '' || days.to === ''}
          onClick={() => asking.mutate()}
        >
          生成
        </Button>
      </div>
      {asking.error && <ActionError error={asking.error} />}
    </Card>
  )
}

/** Reports for a regulator: every day has one, and any other span is made when it is asked for. */
export default function ReportsPage() {
  const table = useTable(LIST, {})
  const { may } = useOperator()
  const making = table.rows.some(({ state }) => state === 'waiting' || state === 'running')
  const { refresh } = table
  useEffect(() => {
    if (!making) return
    const timer = setInterval(refresh, WATCH_MS)
    return () => clearInterval(timer)
  }, [making, refresh])
  return (
    <Room
      title={<ComplianceTabs current="reports" />}
      tools={
        <>
          <NarrowDays table={table} label="申请" />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      {may('compliance.work') && <Ask />}
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.report_id}
          label="监管报告"
          empty="还没有报告"
        />
      </Card>
    </Room>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { planStates, type PlanState } from '@tianping/contract/message/facts'
import { useEffect } from 'react'
import { call, callOnce } from '../../../app/api.ts'
import { useOperator } from '../../../app/session/operator.ts'
import { ActionDialog } from '../../../parts/dialogs/ActionDialog.tsx'
import { Card } from '../../../ui/Room.tsx'
import { Long } from '../../../ui/values/Long.tsx'
import { Status, type Tone } from '../../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../../shared/PlainTable.tsx'
import { goesTo } from './form.ts'

export const plansCall = 'POST /api/console/letters/plans'
const sentCall = 'POST /api/console/messages/list'
type Plan = ConsoleGiven<typeof plansCall>[number]

const tones: Record<PlanState, Tone> = {
  planned: 'waiting',
  sent: 'good',
  stopped: 'plain',
  missed: 'bad',
  refused: 'bad',
}

const columns: PlainColumn<Plan>[] = [
  { title: '计划发送', cell: row => row.send_at.slice(0, 16) },
  { title: '标题', cell: row => <Long text={row.title} width="30ch" /> },
  goesTo,
  { title: '提出与批准', cell: row => `${row.written_by}（${row.approved_by} 批准）` },
  {
    title: '状态',
    cell: row => (
      <>
        <Status tone={tones[row.state]}>
          {row.ended_by ? `${row.ended_by} ${planStates[row.state]}` : planStates[row.state]}
        </Status>
        {row.why && <small> {row.why}</small>}
      </>
    ),
  },
]

/** Letters that wait for their moment, and the latest that were not sent, with why. */
export function Plans() {
  const { may } = useOperator()
  const plans = useQuery({
    queryKey: [plansCall],
    queryFn: ({ signal }) => call(plansCall, {}, signal),
    refetchInterval: 30_000,
  })
  const cache = useQueryClient()
  const left = plans.data?.filter(each => each.state === 'planned').length
  // A letter that was sent meanwhile stands in the list below.
  useEffect(() => {
    if (left !== undefined) void cache.invalidateQueries({ queryKey: [sentCall] })
  }, [cache, left])
  if (!plans.data || plans.data.length === 0) return null
  const ways: PlainColumn<Plan> = {
    title: '',
    cell: row => row.state === 'planned' && <Stop plan={row} />,
  }
  return (
    <Card title="定时发送">
      <PlainTable
        label="定时发送"
        columns={may('message.send') ? [...columns, ways] : columns}
        rows={plans.data}
        rowKey={row => row.plan_id}
      />
    </Card>
  )
}

const Stop = ({ plan }: { plan: Plan }) => (
  <ActionDialog
    size="small"
    danger
    draft={`message/plan/${plan.plan_id}/stop`}
    decision={{
      title: '取消定时发送',
      sentence: `“${plan.title}”将不会在 ${plan.send_at.slice(0, 16)} 发送`,
      label: '取消原因（必填）',
      confirm: '确认取消发送',
      reasons: ['活动取消', '内容有误', '时间有变'],
    }}
    action={remark => callOnce('POST /api/console/letters/stop', { plan_id: plan.plan_id, remark })}
    done="已取消，不会发送"
    stale={[plansCall]}
  >
    取消发送
  </ActionDialog>
)

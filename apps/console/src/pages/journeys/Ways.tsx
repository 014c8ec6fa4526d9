import { journeyState, triggerText } from '@tianping/contract/journeys/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { stale, type Journey } from './calls.ts'
import { Propose } from './Propose.tsx'

type Props = { journey: Journey }

/** What may be done about a journey now. */
export function Ways({ journey: j }: Props) {
  const { may } = useOperator()
  const { waiting, approved, paused } = journeyState
  const isOpen = j.state === approved || j.state === paused
  return (
    <>
      {may('rule.approve') && <Decide journey={j} />}
      {may('message.send') && isOpen && <Propose of={j} />}
      {may('campaign.stop') && j.state === approved && <Pause journey={j} />}
      {may('campaign.stop') && (isOpen || j.state === waiting) && <End journey={j} />}
    </>
  )
}

/** What takes another person. */
function Decide({ journey }: Props) {
  if (journey.state === journeyState.waiting) return <Approve journey={journey} />
  return journey.state === journeyState.paused ? <Resume journey={journey} /> : null
}

const audienceOf = ({ segment }: Journey) => (segment ? `人群「${segment}」` : '全部会员')

function Approve({ journey: j }: Props) {
  const operator = useOperator()
  const cost =
    j.bonus > 0 ? `每人奖金 ${yuan(j.bonus)}，每月最多 ${yuan(j.month_budget)}` : '没有奖金'
  return (
    <ActionDialog
      own={j.proposed_by === operator.name}
      draft={`journeys/${j.id}/approve`}
      decision={{
        title: '批准自动触达',
        sentence: `批准“${j.name}”：${audienceOf(j)}中${triggerText(j.trigger, j.days)}的会员，每日最多 ${j.per_day} 人，${cost}${j.replaces > 0 ? '；替换正在运行的版本' : ''}`,
        confirm: '批准并运行',
      }}
      action={() => callOnce('POST /api/console/journeys/approve', { id: j.id })}
      done="已批准"
      stale={[...stale]}
    >
      批准
    </ActionDialog>
  )
}

const Pause = ({ journey: { id, name } }: Props) => (
  <ActionDialog
    danger
    draft={`journeys/${id}/pause`}
    decision={{
      title: '暂停自动触达',
      sentence: `立即暂停“${name}”，不再发送；由另一位同事恢复，暂停期间发生的不补发`,
      required: '说明原因',
      confirm: '立即暂停',
    }}
    action={remark => callOnce('POST /api/console/journeys/pause', { id, remark })}
    done="已暂停，不再发送"
    stale={[...stale]}
  >
    暂停
  </ActionDialog>
)

function Resume({ journey: { id, name, paused_by, remark } }: Props) {
  const operator = useOperator()
  return (
    <ActionDialog
      own={paused_by === operator.name}
      draft={`journeys/${id}/resume`}
      decision={{
        title: '恢复自动触达',
        sentence: `继续发送“${name}”（${paused_by || '系统'} 暂停：${remark}）`,
        confirm: '恢复发送',
      }}
      action={() => callOnce('POST /api/console/journeys/resume', { id })}
      done="已恢复"
      stale={[...stale]}
    >
      恢复
    </ActionDialog>
  )
}

function End({ journey: { id, name, state, proposed_by } }: Props) {
  const dialog = {
    draft: `journeys/${id}/end`,
    action: (remark: string) => callOnce('POST /api/console/journeys/end', { id, remark }),
    stale: [...stale],
  }
  if (state === journeyState.waiting)
    return <TurnDown what="自动触达" which={`“${name}”`} proposedBy={proposed_by} {...dialog} />
  return (
    <ActionDialog
      danger
      decision={{
        title: '结束自动触达',
        sentence: `立即结束“${name}”，不能恢复；已发放的不收回`,
        required: '说明原因',
        confirm: '立即结束',
      }}
      done="已结束"
      {...dialog}
    >
      结束
    </ActionDialog>
  )
}

import { campaignState } from '@tianping/contract/campaigns/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { stale, type Campaign } from './calls.ts'

type Props = { campaign: Campaign }

/** What may be done about a campaign now. */
export function Ways({ campaign: c }: Props) {
  const { may } = useOperator()
  const { waiting, approved, paused } = campaignState
  return (
    <>
      {may('rule.approve') && c.state === waiting && <Approve campaign={c} />}
      {may('rule.approve') && c.state === paused && <Resume campaign={c} />}
      {may('campaign.stop') && c.state === approved && <Pause campaign={c} />}
      {may('campaign.stop') && ([waiting, approved, paused] as number[]).includes(c.state) && (
        <End campaign={c} />
      )}
    </>
  )
}

const audienceOf = ({ segment }: Campaign) => (segment ? `人群「${segment}」` : '全部会员')

function Approve({ campaign: c }: Props) {
  const operator = useOperator()
  return (
    <ActionDialog
      own={c.proposed_by === operator.name}
      draft={`campaigns/${c.id}/approve`}
      decision={{
        title: '批准投放',
        sentence: `批准“${c.name}”，发给${audienceOf(c)}，奖金最多 ${yuan(c.budget)}；批准后不能更改`,
        confirm: `批准 ${yuan(c.budget)}`,
      }}
      action={() => callOnce('POST /api/console/campaigns/approve', { id: c.id })}
      done="已批准"
      stale={[...stale]}
    >
      批准
    </ActionDialog>
  )
}

const Pause = ({ campaign: { id, name } }: Props) => (
  <ActionDialog
    danger
    draft={`campaigns/${id}/pause`}
    decision={{
      title: '暂停投放',
      sentence: `立即暂停“${name}”，不再发放；由另一位同事恢复`,
      required: '说明原因',
      confirm: '立即暂停',
    }}
    action={remark => callOnce('POST /api/console/campaigns/pause', { id, remark })}
    done="已暂停，不再发放"
    stale={[...stale]}
  >
    暂停
  </ActionDialog>
)

function Resume({ campaign: { id, name, paused_by, remark } }: Props) {
  const operator = useOperator()
  return (
    <ActionDialog
      own={paused_by === operator.name}
      draft={`campaigns/${id}/resume`}
      decision={{
        title: '恢复投放',
        sentence: `继续发放“${name}”（${paused_by || '系统'} 暂停：${remark}）`,
        confirm: '恢复发放',
      }}
      action={() => callOnce('POST /api/console/campaigns/resume', { id })}
      done="已恢复"
      stale={[...stale]}
    >
      恢复
    </ActionDialog>
  )
}

function End({ campaign: { id, name, state, proposed_by } }: Props) {
  const dialog = {
    draft: `campaigns/${id}/end`,
    action: (remark: string) => callOnce('POST /api/console/campaigns/end', { id, remark }),
    stale: [...stale],
  }
  if (state === campaignState.waiting)
    return (
      <TurnDown
        what="投放"
        which={`“${name}”，预算退回本月`}
        proposedBy={proposed_by}
        {...dialog}
      />
    )
  return (
    <ActionDialog
      danger
      decision={{
        title: '结束投放',
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

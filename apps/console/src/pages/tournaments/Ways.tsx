import { tournamentState } from '@tianping/contract/tournaments/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { stale, type Tournament } from './calls.ts'

type Props = { tournament: Tournament }

/** What may be done about a tournament now. */
export function Ways({ tournament: t }: Props) {
  const { may } = useOperator()
  const decides = may('activity.review')
  if (t.state === tournamentState.waiting)
    return decides ? <Decide tournament={t} /> : <Own tournament={t} />
  if (!t.endable) return null
  if (t.end_asked_by === '') return may('offer.propose') && <AskEnd tournament={t} />
  return decides && <DecideEnd tournament={t} />
}

const Decide = (props: Props) => (
  <>
    <Approve {...props} />
    <End way="reject" {...props} />
  </>
)

/** Whoever proposed it takes it back, without the power to decide. */
function Own(props: Props) {
  const { may, name } = useOperator()
  const isOwn = props.tournament.proposed_by === name && may('offer.propose')
  return isOwn && <End way="withdraw" {...props} />
}

const Approve = ({ tournament: { id, name, cost, proposed_by } }: Props) => (
  <ActionDialog
    own={proposed_by === useOperator().name}
    draft={`tournaments/${id}/approve`}
    decision={{
      title: '批准锦标赛',
      sentence: `批准“${name}”，奖金合计 ${yuan(cost)}；批准后条款不能更改`,
      confirm: `批准 ${yuan(cost)}`,
    }}
    action={() => callOnce('POST /api/console/tournaments/approve', { id })}
    done="已批准"
    stale={[...stale]}
  >
    批准
  </ActionDialog>
)

function End({
  tournament: { id, name, proposed_by },
  way,
}: Props & { way: 'reject' | 'withdraw' }) {
  return (
    <TurnDown
      what="锦标赛"
      which={`“${name}”，预算退回本月`}
      proposedBy={proposed_by}
      draft={`tournaments/${id}/reject`}
      action={remark => callOnce(`POST /api/console/tournaments/${way}`, { id, remark })}
      stale={stale}
    />
  )
}

const AskEnd = ({ tournament: { id, name } }: Props) => (
  <ActionDialog
    danger
    draft={`tournaments/${id}/end`}
    decision={{
      title: '提前结束',
      sentence: `申请提前结束“${name}”，须由另一位同事复核；名次与奖金照常结算`,
      required: '说明原因',
      confirm: '提交',
    }}
    action={remark => callOnce('POST /api/console/tournaments/end-ask', { id, remark })}
    done="已提交，等待另一位同事复核"
    stale={[...stale]}
  >
    提前结束
  </ActionDialog>
)

function DecideEnd({ tournament: { id, name, end_asked_by, end_reason } }: Props) {
  const operator = useOperator()
  return (
    <>
      <ActionDialog
        danger
        own={end_asked_by === operator.name}
        draft={`tournaments/${id}/end-approve`}
        decision={{
          title: '复核提前结束',
          sentence: `立即结束“${name}”（${end_asked_by}：${end_reason}），之后的投注不再计入`,
          confirm: '立即结束',
        }}
        action={() => callOnce('POST /api/console/tournaments/end-approve', { id })}
        done="已提前结束"
        stale={[...stale]}
      >
        复核提前结束
      </ActionDialog>
      <ActionDialog
        draft={`tournaments/${id}/end-reject`}
        decision={{
          title: '撤销提前结束',
          sentence: `“${name}”按原定时间进行`,
          confirm: '撤销申请',
        }}
        action={() => callOnce('POST /api/console/tournaments/end-reject', { id })}
        done="已撤销"
        stale={[...stale]}
      >
        撤销申请
      </ActionDialog>
    </>
  )
}

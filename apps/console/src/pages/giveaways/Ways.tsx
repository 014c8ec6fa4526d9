import { giveawayState } from '@tianping/contract/giveaways/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { TurnDown } from '../../parts/dialogs/TurnDown.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { stale, type Giveaway } from './calls.ts'

type Props = { giveaway: Giveaway }

/** What may be done about a giveaway now. */
export function Ways({ giveaway: c }: Props) {
  const { may } = useOperator()
  const decides = may('activity.review')
  if (c.state === giveawayState.waiting)
    return decides ? <Decide giveaway={c} /> : <Own giveaway={c} />
  if (!decides) return null
  return (
    <>
      {c.kind === 'code' && c.state !== giveawayState.rejected && (
        <Button href={href(`/giveaways/${c.id}/codes`)}>查看兑换码</Button>
      )}
      {c.stoppable && <Stop giveaway={c} />}
    </>
  )
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
  const isOwn = props.giveaway.proposed_by === name && may('offer.propose')
  return isOwn && <End way="withdraw" {...props} />
}

const Approve = ({ giveaway: { id, name, budget, proposed_by } }: Props) => (
  <ActionDialog
    own={proposed_by === useOperator().name}
    draft={`giveaways/${id}/approve`}
    decision={{
      title: '批准专项优惠',
      sentence: `批准“${name}”，最多派发 ${yuan(budget)}；批准后条款不能更改，只能停止`,
      confirm: `批准 ${yuan(budget)}`,
    }}
    action={() => callOnce('POST /api/console/giveaways/approve', { id })}
    done="已批准"
    stale={[...stale]}
  >
    批准
  </ActionDialog>
)

function End({ giveaway: { id, name, proposed_by }, way }: Props & { way: 'reject' | 'withdraw' }) {
  return (
    <TurnDown
      what="专项优惠"
      which={`“${name}”，预算退回本月`}
      proposedBy={proposed_by}
      draft={`giveaways/${id}/reject`}
      action={remark => callOnce(`POST /api/console/giveaways/${way}`, { id, remark })}
      stale={stale}
    />
  )
}

/** What a stop takes away. */
const stopped = (kind: Giveaway['kind']) =>
  kind === 'mission' ? '已达成而未领取的也不能再领取' : '不再派发'

const Stop = ({ giveaway: { id, name, kind } }: Props) => (
  <ActionDialog
    danger
    draft={`giveaways/${id}/stop`}
    decision={{
      title: '停止专项优惠',
      sentence: `立即停止“${name}”，${stopped(kind)}；停止后不能恢复，已派发的不受影响`,
      required: '说明原因',
      confirm: '停止',
    }}
    action={remark => callOnce('POST /api/console/giveaways/stop', { id, remark })}
    done="已停止"
    stale={[...stale]}
  >
    停止
  </ActionDialog>
)

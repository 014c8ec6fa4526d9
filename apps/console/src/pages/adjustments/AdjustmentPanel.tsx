import type { ConsoleGiven } from '@tianping/contract/console'
import { adjustmentDecisions } from '@tianping/contract/books/facts'
import { reviewState } from '@tianping/contract/facts'
import { roundYuan } from '@tianping/money'
import { Alert } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Entries } from '../../parts/member/Entries.tsx'
import { adjustmentStates, decidedState } from '../../parts/states.ts'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, Signed, yuan } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { movementOf } from './movementOf.ts'

type Adjustment = ConsoleGiven<'POST /api/console/adjustments/show'>

const queue: Queue<Adjustment> = {
  name: 'adjustments',
  show: (adjustment_id, signal) =>
    call('POST /api/console/adjustments/show', { adjustment_id }, signal),
  claim: (adjustment_id, release) =>
    call('POST /api/console/adjustments/claim', { adjustment_id, release }),
  decide: (verb, adjustment_id, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/adjustments/approve'
        : 'POST /api/console/adjustments/reject',
      { adjustment_id, remark },
    ),
  done: (verb, item) =>
    verb === 'approve'
      ? `已${movementOf(item.amount, `${item.username} `)}`
      : `已拒绝对 ${item.username} 的调整`,
}

const reading: Reading<Adjustment> = {
  lead: item => ({ strong: yuan(item.amount), note: item.amount > 0 ? '增加余额' : '扣减余额' }),
  status: item => decidedState(adjustmentStates, item),
  approve: '批准入账',
  reject: adjustmentDecisions.rejected,
  decisions: adjustmentDecisions,
}

function decisionOf(verb: Verb, item: Adjustment): Decision {
  if (verb === 'reject')
    return {
      title: '拒绝调整',
      sentence: `将拒绝 ${item.proposed_by} 提出的调整 ${yuan(item.amount)}，不入账`,
      label: '拒绝原因（必填）',
      confirm: '确认拒绝',
      reasons: ['依据不足', '金额有误', '应走其他流程'],
    }
  const { cash } = item.member
  const lacks = item.amount < 0 && item.member.cash_available < -item.amount
  return {
    title: '批准调整',
    sentence: `将${movementOf(item.amount, `${item.username} 的中心钱包`)}，立即入账，不可撤销`,
    facts: (
      <Facts single>
        <Fact label="中心钱包">
          <Money amount={cash} /> → <Money amount={roundYuan(cash + item.amount)} strong />
        </Fact>
        <Fact label="对方科目">900 人工调整</Fact>
        {item.turnover_times > 0 && (
          <Fact label="流水要求">
            <Money amount={roundYuan(item.amount * item.turnover_times)} />
          </Fact>
        )}
        <Fact label="原因">{item.reason}</Fact>
      </Facts>
    ),
    warning: lacks
      ? `会员可用余额只有 ${yuan(item.member.cash_available)}，不足以扣减`
      : item.warnings[0],
    confirm: `确认入账 ${yuan(item.amount)}`,
  }
}

export function AdjustmentPanel({ no, step }: { no: string; step: Step }) {
  const { name, may } = useOperator()
  // Proposers take back what nobody has decided yet.
  const mayWithdraw = (item: Adjustment) =>
    item.state === reviewState.waiting && item.proposed_by === name && may('adjustment.propose')
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="调整详情"
      permission="adjustment.approve"
      step={step}
      decision={decisionOf}
      reading={reading}
      barred={item => (item.proposed_by === name ? '须由另一位同事审批' : '')}
    >
      {item => (
        <>
          {item.warnings.map(warning => (
            <Alert
              key={warning}
              type="warning"
              showIcon
              style={{ marginTop: 14 }}
              title={warning}
            />
          ))}
          <Part title="调整" extra={mayWithdraw(item) && <Withdraw item={item} />}>
            <Proposal item={item} />
          </Part>
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
          <Entries
            memberId={item.member_id}
            sourceId={item.adjustment_id}
            open={item.state === reviewState.approved}
          />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

function Withdraw({ item }: { item: Adjustment }) {
  const { adjustment_id } = item
  return (
    <ActionDialog
      size="small"
      danger
      draft={`adjustment/withdraw/${adjustment_id}`}
      decision={{
        title: '撤回调整',
        sentence: `将撤回您提出的调整 ${yuan(item.amount)}，不入账`,
        confirm: '确认撤回',
      }}
      action={() => callOnce('POST /api/console/adjustments/withdraw', { adjustment_id })}
      done="已撤回"
      stale={[
        'POST /api/console/adjustments/list',
        'POST /api/console/adjustments/show',
        'POST /api/console/today',
      ]}
    >
      撤回
    </ActionDialog>
  )
}

function Proposal({ item }: { item: Adjustment }) {
  return (
    <Facts>
      <Fact label="金额">
        <Signed amount={item.amount} />
      </Fact>
      <Fact label="流水倍数">{item.turnover_times || '不要求'}</Fact>
      <Fact label="提出人">{item.proposed_by}</Fact>
      <Fact label="原因">{item.reason}</Fact>
      {item.case_id > 0 && (
        <Fact label="对账差异">
          <a href={href('/reconciliation', { open: item.case_id })}>{item.case_id}</a>
        </Fact>
      )}
    </Facts>
  )
}

const momentsOf = (item: Adjustment): Moment[] => [
  { at: item.created_at, text: `${item.proposed_by} 提出：${item.reason}` },
  decisionMoment(item, {
    waiting: '等待另一位同事审批',
    working: '正在审批',
    approved: '批准并入账',
    rejected: '拒绝或撤回',
  }),
]

import { payoutChecks } from '@tianping/contract/cashier/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { Alert } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Beside } from '../../parts/review/Beside.tsx'
import { Holds } from '../../parts/review/Holds.tsx'
import { holdReason } from '../../parts/review/holdReason.ts'
import { Entries } from '../../parts/member/Entries.tsx'
import { orderReading, Part, ReviewPanel, type Step } from '../../parts/review/ReviewPanel.tsx'
import { asked, awaitsAnother, comesFirst, firstMoment } from '../../parts/review/secondApproval.ts'
import { Unmask } from '../../parts/dialogs/Unmask.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Payee } from '../../parts/review/Payee.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { SecondApprovalNote } from '../shared/SecondApprovalNote.tsx'
import { OtherOrders } from '../../parts/review/OtherOrders.tsx'
import { Funds } from './Funds.tsx'
import { netOf, Receiver, UsdtFacts } from './Receiver.tsx'
import css from '../../parts/review/review.module.css'

type Withdrawal = ConsoleGiven<'POST /api/console/withdrawals/show'>

const queue: Queue<Withdrawal> = {
  name: 'withdrawals',
  show: (out_trade_no, signal) =>
    call('POST /api/console/withdrawals/show', { out_trade_no }, signal),
  claim: (out_trade_no, release) =>
    call('POST /api/console/withdrawals/claim', { out_trade_no, release }),
  decide: (verb, out_trade_no, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/withdrawals/approve'
        : 'POST /api/console/withdrawals/reject',
      { out_trade_no, remark },
    ),
  done: doneOf,
}

/** What is said when a decision went well. */
function doneOf(verb: Verb, item: Withdrawal): string {
  if (verb === 'reject') return `已向 ${item.username} 退回 ${yuan(item.amount)}`
  if (comesFirst(item)) return `已确认 ${item.username} 的取款 ${yuan(item.amount)}，待另一位复核`
  return `已通过 ${item.username} 的取款 ${yuan(item.amount)}`
}

const reasons = ['流水不足', '收款信息有误', '资料待核实', '疑似套利']

function decisionOf(verb: Verb, item: Withdrawal, me: string): Decision {
  if (verb === 'reject') {
    return {
      title: '拒绝取款',
      sentence: `将向 ${item.username} 退回冻结的 ${yuan(item.amount)}，不付款`,
      confirm: '确认拒绝并退回',
      reasons,
    }
  }
  return asked(item, me, {
    title: '通过取款',
    sentence:
      item.usdt_amount > 0
        ? `通过后从 ${item.username} 的冻结金额中扣除 ${yuan(item.amount)}，应付 ${netOf(item)}；此步不付款，交「付款」汇出`
        : `通过后 ${item.username} 冻结的 ${yuan(item.amount)} 转为应付；此步不付款，交「付款」汇出`,
    facts: (
      <Facts single>
        <Fact label="收款">
          <Payee card={item.card} />
        </Fact>
        <UsdtFacts item={item} />
      </Facts>
    ),
    warning: lastWarningOf(item),
    confirm: `确认通过 ${netOf(item)}`,
  })
}

/** What speaks against it besides what holds it. */
function warningOf(item: Withdrawal): string | undefined {
  if (item.card.holder === 'differs') return '持卡人与会员实名不一致'
  if (item.shared_with.length > 0)
    return `收款账号还绑定在另外 ${item.shared_with.length} 个会员名下`
  if (item.member.missing_turnover > 0)
    return `该会员还有 ${yuan(item.member.missing_turnover)} 流水未完成`
  return undefined
}

/** The same for the last look, where what was released is said again. */
const lastWarningOf = (item: Withdrawal): string | undefined =>
  [...item.holds.map(hold => `${hold.text}（由 ${hold.released_by} 解除）`), warningOf(item)]
    .filter(Boolean)
    .join('；') || undefined

export function WithdrawalPanel({ no, step }: { no: string; step: Step }) {
  const { name } = useOperator()
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="取款详情"
      permission="withdrawal.review"
      step={step}
      decision={(verb, item) => decisionOf(verb, item, name)}
      reading={orderReading}
      stopped={item => holdReason(item.holds, name) || awaitsAnother(item, name)}
    >
      {item => (
        <>
          <SecondApprovalNote order={item} />
          {item.state === reviewState.waiting && warningOf(item) && (
            <Alert type="warning" showIcon style={{ marginTop: 14 }} title={warningOf(item)} />
          )}
          {item.state !== reviewState.rejected && <WithdrawalHolds item={item} />}
          <MemberPart id={item.member_id} figures={item.member} />
          <Funds no={item.out_trade_no} amount={item.amount} />
          <Beside member={item.member} />
          <OtherOrders memberId={item.member_id} but={item.out_trade_no} />
          {item.shared_with.length > 0 && (
            <Part title="同号会员">
              <Sharing others={item.shared_with} />
            </Part>
          )}
          <Part
            title="收款"
            extra={
              <Unmask
                subject={`withdrawal:${item.out_trade_no}`}
                what="收款人与收款账号"
                stale="POST /api/console/withdrawals/show"
              />
            }
          >
            <Receiver item={item} />
          </Part>
          <Entries memberId={item.member_id} sourceId={item.out_trade_no} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

/** Also of an approved one: its payment is stopped by them as well. */
const WithdrawalHolds = ({ item: { holds, out_trade_no } }: { item: Withdrawal }) => (
  <Holds
    holds={holds}
    item={`withdrawals/${out_trade_no}`}
    release={remark => callOnce('POST /api/console/withdrawals/release', { out_trade_no, remark })}
    stale={['POST /api/console/withdrawals/show', 'POST /api/console/withdrawals/list']}
  />
)

function Sharing({ others }: { others: Withdrawal['shared_with'] }) {
  return (
    <ul className={css.sharing}>
      {others.map(other => (
        <li key={other.id}>
          <a href={href(`/members/${other.id}`)}>{other.username}</a>
        </li>
      ))}
    </ul>
  )
}

const momentsOf = (item: Withdrawal): Moment[] => [
  { at: item.created_at, text: `${item.username} 申请取款，冻结 ${yuan(item.amount)}` },
  ...firstMoment(item),
  ...(item.automatic.length > 0
    ? [{ at: '', text: `未自动通过：${item.automatic.map(each => payoutChecks[each]).join('、')}` }]
    : []),
  decisionMoment(item, {
    waiting: '等待审核',
    approved: '通过，转为应付',
    rejected: '拒绝并退回',
  }),
]

import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { Alert } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { methodLabel } from '../../parts/labels.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Entries } from '../../parts/member/Entries.tsx'
import { orderReading, Part, ReviewPanel, type Step } from '../../parts/review/ReviewPanel.tsx'
import { asked, awaitsAnother, comesFirst, firstMoment } from '../../parts/review/secondApproval.ts'
import { Unmask } from '../../parts/dialogs/Unmask.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { AccountNumber } from '../../ui/values/AccountNumber.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { masked } from '../../ui/values/masked.ts'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { SecondApprovalNote } from '../shared/SecondApprovalNote.tsx'
import css from '../../parts/review/review.module.css'

type Withdrawal = ConsoleGiven<'POST /api/console/withdrawals/show'>

const queue: Queue<Withdrawal> = {
  name: 'withdrawals',
  show: (out_trade_no, signal) =>
    call('POST /api/console/withdrawals/show', { out_trade_no }, signal),
  claim: out_trade_no => call('POST /api/console/withdrawals/claim', { out_trade_no }),
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

/** What the member receives: the USDT left after the fee, or the yuan asked for. */
const netOf = (item: Withdrawal) =>
  item.usdt_amount > 0 ? `${(item.usdt_amount - item.fee_usdt).toFixed(2)} USDT` : yuan(item.amount)

const receivesOf = (item: Withdrawal) =>
  [item.card.bank, item.card.bank_owner, masked(item.card.bank_no)].filter(Boolean).join(' ')

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
        ? `将从 ${item.username} 的冻结金额中扣除 ${yuan(item.amount)}，付出 ${netOf(item)}`
        : `将从 ${item.username} 的冻结金额中付出 ${yuan(item.amount)}`,
    facts: (
      <Facts single>
        <Fact label="收款">{receivesOf(item)}</Fact>
        <UsdtFacts item={item} />
      </Facts>
    ),
    warning: warningOf(item),
    confirm: `确认付款 ${netOf(item)}`,
  })
}

const UsdtFacts = ({ item }: { item: Withdrawal }) =>
  item.usdt_amount > 0 && (
    <>
      <Fact label="折合">{item.usdt_amount.toFixed(2)} USDT</Fact>
      <Fact label="手续费">{item.fee_usdt.toFixed(2)} USDT</Fact>
    </>
  )

function warningOf(item: Withdrawal): string | undefined {
  if (item.member.state === 'locked') return '该会员已被锁定'
  const confirmed = item.member.flags.filter(flag => flag.state === flagState.confirmed).length
  if (confirmed > 0) return `该会员有 ${confirmed} 条已确认的风险提示`
  if (item.shared_with.length > 0)
    return `收款账号还绑定在另外 ${item.shared_with.length} 个会员名下`
  if (item.member.missing_turnover > 0)
    return `该会员还有 ${yuan(item.member.missing_turnover)} 流水未完成`
  return undefined
}

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
      awaitsAnother={item => awaitsAnother(item, name)}
    >
      {item => (
        <>
          <SecondApprovalNote order={item} />
          {item.state === reviewState.waiting && warningOf(item) && (
            <Alert type="warning" showIcon style={{ marginTop: 14 }} title={warningOf(item)} />
          )}
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
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

function Receiver({ item }: { item: Withdrawal }) {
  const usdt = item.usdt_amount > 0
  return (
    <Facts>
      <Fact label="方式">{methodLabel(item.method)}</Fact>
      <Fact label={usdt ? '协议' : '户名'}>{item.card.bank_owner}</Fact>
      {!usdt && <Fact label="银行">{item.card.bank}</Fact>}
      <Fact label={usdt ? '地址' : '账号'}>
        <AccountNumber text={item.card.bank_no} />
      </Fact>
      <Fact label="取款金额">
        <Money amount={item.amount} />
      </Fact>
      <UsdtFacts item={item} />
      <Fact label="实际到账">
        <b>{netOf(item)}</b>
      </Fact>
    </Facts>
  )
}

const momentsOf = (item: Withdrawal): Moment[] => [
  { at: item.created_at, text: `${item.username} 申请取款，冻结 ${yuan(item.amount)}` },
  ...firstMoment(item),
  decisionMoment(item, {
    waiting: '等待审核',
    approved: '通过并付款',
    rejected: '拒绝并退回',
  }),
]

import type { ConsoleGiven } from '@tianping/contract/console'
import { payoutLabels, payoutState } from '@tianping/contract/cashier/facts'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { payoutStates, statusIn } from '../../parts/states.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Entries } from '../../parts/member/Entries.tsx'
import { Unmask } from '../../parts/dialogs/Unmask.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { AccountNumber } from '../../ui/values/AccountNumber.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Payee } from '../../parts/review/Payee.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { Sending } from './Sending.tsx'
import { MemberPart } from '../shared/MemberPart.tsx'

type Payout = ConsoleGiven<'POST /api/console/payouts/show'>

const said: Record<Verb, (item: Payout) => string> = {
  approve: item => `已标记付给 ${item.username} ${netOf(item)}`,
  reject: item => `第 ${item.attempt} 次付款已标记为失败，等待再次付款`,
  extra: item => `已向 ${item.username} 退回 ${yuan(item.amount)}`,
}

const queue: Queue<Payout> = {
  name: 'payouts',
  show: (out_trade_no, signal) => call('POST /api/console/payouts/show', { out_trade_no }, signal),
  claim: (out_trade_no, release) =>
    call('POST /api/console/payouts/claim', { out_trade_no, release }),
  decide: (verb, out_trade_no, remark, { attempt }) => {
    if (verb === 'approve')
      return callOnce('POST /api/console/payouts/pay', { out_trade_no, attempt, reference: remark })
    return callOnce(
      verb === 'reject' ? 'POST /api/console/payouts/fail' : 'POST /api/console/payouts/return',
      { out_trade_no, attempt, remark },
    )
  },
  done: (verb, item) => said[verb](item),
}

const reading: Reading<Payout> = {
  lead: item => ({ strong: yuan(item.amount), note: item.method }),
  status: item => statusIn(payoutStates, item.state),
  approve: '标记已付款',
  reject: '付款失败',
  extra: '退回会员',
  decisions: { approved: '标记为已付款', rejected: '标记为失败' },
}

const usdt = (item: Payout) => item.method.startsWith('USDT')
/** What has to be sent. */
const netOf = (item: Payout) => (usdt(item) ? item.receives : yuan(item.amount))

function decisionOf(verb: Verb, item: Payout): Decision {
  const payee = (
    <Facts single>
      <Fact label="收款">
        <Payee card={item.card} />
      </Fact>
    </Facts>
  )
  if (verb === 'approve') {
    return {
      title: '标记已付款',
      sentence: `确认已向 ${item.username} 付出 ${netOf(item)}`,
      facts: payee,
      label: '付款流水号（银行或通道的单号，必填）',
      required: '付款流水号',
      warning: `${item.not_payer ? `金额较大，${item.not_payer} 审核通过，须由另一位标记付款；` : ''}仅用于登记：系统不会自动汇款。请在款项确实汇出后再确认。`,
      confirm: `确认已付 ${netOf(item)}`,
    }
  }
  if (verb === 'reject') {
    return {
      title: '付款失败',
      sentence: `第 ${item.attempt} 次付款未到达会员，款项仍待付给 ${item.username}`,
      facts: payee,
      label: '失败原因（必填，会员不可见）',
      warning: '资金不变：金额仍记在应付取款中，系统会立即生成下一次付款。',
      confirm: '确认失败，等待再次付款',
      reasons: ['银行退汇', '通道维护', '收款行限额', '网络超时，已核实未汇出'],
    }
  }
  const { cash } = item.member
  return {
    title: '退回会员',
    sentence: `将向 ${item.username} 退回 ${yuan(item.amount)}，不再付款，取款改为已拒绝`,
    facts: (
      <Facts single>
        <Fact label="中心钱包">
          <Money amount={cash} /> → <Money amount={cash + item.amount} strong />
        </Fact>
      </Facts>
    ),
    warning: '请先核实款项确实没有汇出，否则会员会收到两次。',
    label: '退回原因（会员可见，必填）',
    confirm: `确认退回 ${yuan(item.amount)}`,
    reasons: ['收款账户已注销', '收款信息有误', '收款行拒收'],
  }
}

export function PayoutPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="付款详情"
      permission="payout.pay"
      step={step}
      decision={decisionOf}
      reading={reading}
    >
      {item => (
        <>
          <Part
            title="收款"
            extra={
              <>
                <Unmask
                  subject={`payout:${no}`}
                  what="收款人与收款账号"
                  stale="POST /api/console/payouts/show"
                />
                <a href={href('/withdrawals', { state: everyState, open: no })}>查看取款</a>
              </>
            }
          >
            <Facts>
              <Fact label="应付">
                <b>{netOf(item)}</b>
              </Fact>
              <Fact label={usdt(item) ? '协议' : '户名'}>{item.card.bank_owner}</Fact>
              {!usdt(item) && <Fact label="银行">{item.card.bank}</Fact>}
              <Fact label={usdt(item) ? '地址' : '账号'}>
                <AccountNumber text={item.card.bank_no} />
              </Fact>
              <Fact label="取款金额">
                <Money amount={item.amount} />
              </Fact>
              <Fact label="审核人">{item.approved_by}</Fact>
              {item.reference && (
                <Fact label="流水号">
                  <Copy text={item.reference} />
                </Fact>
              )}
            </Facts>
          </Part>
          <Sending item={item} />
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
          <Entries memberId={item.member_id} sourceId={no} />
          <Part title="付款记录">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

function momentsOf(item: Payout): Moment[] {
  return item.attempts.flatMap(
    ({ attempt, state, created_at, settled_at, settled_by, reference, reason }): Moment[] => [
      { at: created_at, text: `第 ${attempt} 次付款，等待付出 ${netOf(item)}` },
      state === payoutState.open
        ? { at: '', text: item.claimed_by ? `${item.claimed_by} 正在处理` : '等待付款' }
        : {
            at: settled_at,
            tone: state === payoutState.paid ? 'good' : 'bad',
            text:
              state === payoutState.paid
                ? `${settled_by} ${payoutLabels.paid}，流水号 ${reference}`
                : `${settled_by} 标记失败：${reason}`,
          },
    ],
  )
}

import type { ConsoleGiven } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { refundReasons } from '@tianping/contract/stages'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { methodLabel } from '../../parts/labels.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { refundStates, statusIn } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'

type Refund = ConsoleGiven<'POST /api/console/refunds/show'>

const isRecorded = (item: Refund) => item.recorded_by !== ''
/** Recorded to go back through its provider, under its own number. */
const isToSource = (item: Refund) => isRecorded(item) && item.voucher === item.refund_no

const queue: Queue<Refund> = {
  name: 'refunds',
  show: (refund_no, signal) => call('POST /api/console/refunds/show', { refund_no }, signal),
  claim: (refund_no, release) => call('POST /api/console/refunds/claim', { refund_no, release }),
  decide: (verb, refund_no, remark, item) => {
    const { voucher } = item
    if (verb === 'reject')
      return callOnce('POST /api/console/refunds/reopen', { refund_no, voucher, remark })
    return isRecorded(item)
      ? callOnce('POST /api/console/refunds/confirm', { refund_no, voucher, remark })
      : callOnce('POST /api/console/refunds/record', { refund_no, voucher: remark })
  },
  done: (verb, item) => {
    if (verb === 'reject') return '已退回，等待重新登记'
    return isRecorded(item)
      ? `已确认向 ${item.username} 退款 ${yuan(item.amount)}`
      : '已登记，待另一位复核'
  },
}

const reading: Reading<Refund> = {
  lead: item => ({ strong: yuan(item.amount), note: refundReasons[item.reason] }),
  status: item => statusIn(refundStates, item.state),
  approve: item => (isRecorded(item) ? '复核退款' : '登记退款'),
  reject: item => (isRecorded(item) ? '退回登记' : ''),
  decisions: { approved: '确认退款', rejected: '退回' },
}

function decisionOf(verb: Verb, item: Refund): Decision {
  const facts = (
    <Facts single>
      <Fact label="付款单号">{item.reference}</Fact>
      {isRecorded(item) && <Fact label="退款凭证">{item.voucher}</Fact>}
    </Facts>
  )
  if (verb === 'reject')
    return {
      title: '退回登记',
      sentence: `${item.recorded_by} 登记的凭证 ${item.voucher} 不成立，退款重新等待`,
      facts,
      confirm: '确认退回',
      reasons: ['凭证号有误', '款项未退出', '金额不符'],
    }
  if (isToSource(item))
    return {
      title: '原路退回',
      sentence: `确认后由通道向付款人退回 ${yuan(item.amount)}`,
      facts,
      warning: `${item.recorded_by} 登记原路退回。确认后立即向通道发起退款，不可撤销；结果未知时可再次复核，不会重复退款。`,
      confirm: `确认退回 ${yuan(item.amount)}`,
    }
  if (isRecorded(item))
    return {
      title: '复核退款',
      sentence: `确认 ${item.recorded_by} 已向付款人退回 ${yuan(item.amount)}`,
      facts,
      warning: '请先在通道或银行核对凭证与金额。确认后会员会看到凭证号，不可撤销。',
      confirm: `确认已退 ${yuan(item.amount)}`,
    }
  return {
    title: '登记退款',
    sentence: `登记已向付款人原路退回 ${yuan(item.amount)}`,
    facts,
    label: '退款凭证号（通道或银行的单号，必填）',
    required: '退款凭证号',
    warning: '仅用于登记：系统不会自动退款。款项从未入账，会员的钱包不会变动。',
    confirm: '登记，待另一位复核',
  }
}

export function RefundPanel({ no, step }: { no: string; step: Step }) {
  const { name, may } = useOperator()
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="退款详情"
      permission="payout.pay"
      step={step}
      decision={decisionOf}
      reading={reading}
      stopped={item => (item.recorded_by === name ? '由您登记，须由另一位复核' : '')}
    >
      {item => (
        <>
          <Part title="付款">
            <Facts>
              <Fact label="原因">{refundReasons[item.reason]}</Fact>
              <Fact label="方式">{methodLabel(item.method)}</Fact>
              <Fact label="这笔实付">
                <Money amount={item.paid_amount} />
              </Fact>
              <Fact label="应退">
                <Money amount={item.amount} strong />
              </Fact>
              <Fact label="付款时间">{item.paid_at}</Fact>
              <Fact label="通道单号">
                <Copy text={item.reference} />
              </Fact>
              <Fact label="存款订单">
                <a href={href('/deposits', { state: everyState, open: item.deposit_no })}>
                  {item.deposit_no}
                </a>
              </Fact>
              {isRecorded(item) && (
                <Fact label="退款凭证">
                  <Copy text={item.voucher} />
                </Fact>
              )}
            </Facts>
          </Part>
          {item.to_source && !isRecorded(item) && may('payout.pay') && (
            <Part title="原路退回">
              <ToSource item={item} />
            </Part>
          )}
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

/** Records that the provider sends it back; the other person's confirmation does it. */
const ToSource = ({ item }: { item: Refund }) => (
  <ActionDialog
    size="small"
    draft={`refunds/${item.refund_no}/source`}
    decision={{
      title: '原路退回',
      sentence: `登记由通道向付款人退回 ${yuan(item.amount)}，另一位复核后发出`,
      confirm: '登记原路退回',
    }}
    action={() => callOnce('POST /api/console/refunds/source', { refund_no: item.refund_no })}
    done="已登记，待另一位复核"
    stale={['POST /api/console/refunds/list', 'POST /api/console/refunds/show']}
  >
    由通道退回
  </ActionDialog>
)

const momentsOf = (item: Refund): Moment[] => [
  { at: item.created_at, text: `${refundReasons[item.reason]}，应退 ${yuan(item.amount)}` },
  ...(isRecorded(item)
    ? [{ at: item.recorded_at, text: `${item.recorded_by} 登记凭证 ${item.voucher}` }]
    : []),
  decisionMoment(
    { ...item, remark: '' },
    {
      waiting: isRecorded(item) ? '等待另一位复核' : '等待退款',
      approved: '复核，退款完成',
      rejected: '退回',
    },
  ),
]

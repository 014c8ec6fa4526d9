import type { ConsoleGiven } from '@tianping/contract/console'
import { depositState } from '@tianping/contract/cashier/facts'
import { depositWishes } from '@tianping/contract/stages'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { methodLabel, verdictLabel } from '../../parts/labels.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Entries } from '../../parts/member/Entries.tsx'
import { orderReading, Part, ReviewPanel, type Step } from '../../parts/review/ReviewPanel.tsx'
import { asked, awaitsAnother, comesFirst, firstMoment } from '../../parts/review/secondApproval.ts'
import { refundStates, stageShown, statusIn } from '../../parts/states.ts'
import { Unmask } from '../../parts/dialogs/Unmask.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { AccountNumber } from '../../ui/values/AccountNumber.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Payload } from '../../ui/values/Payload.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { SecondApprovalNote } from '../shared/SecondApprovalNote.tsx'
import { Receipt } from './Receipt.tsx'
import css from '../../parts/review/review.module.css'

type Deposit = ConsoleGiven<'POST /api/console/deposits/show'>

const queue: Queue<Deposit> = {
  name: 'deposits',
  show: (deposit_no, signal) => call('POST /api/console/deposits/show', { deposit_no }, signal),
  claim: (deposit_no, release) => call('POST /api/console/deposits/claim', { deposit_no, release }),
  decide: (verb, deposit_no, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/deposits/approve'
        : 'POST /api/console/deposits/reject',
      { deposit_no, remark },
    ),
  done: doneOf,
}

/** What is said when a decision went well. */
function doneOf(verb: Verb, item: Deposit): string {
  if (verb === 'reject') return `已拒绝 ${item.username} 的存款 ${yuan(item.amount)}`
  if (comesFirst(item)) return `已确认 ${item.username} 的存款 ${yuan(item.credits)}，待另一位复核`
  return `已向 ${item.username} 入账 ${yuan(item.credits)}`
}

const reasons = ['按您的要求退款', '未收到款项', '付款人与会员姓名不符', '到账金额不符', '重复提交']

function decisionOf(verb: Verb, item: Deposit, me: string): Decision {
  if (verb === 'reject') {
    return {
      title: '拒绝存款',
      sentence: `将拒绝 ${item.username} 的存款 ${yuan(item.amount)}，不入账`,
      warning: rejectionWarning(item),
      confirm: '确认拒绝',
      reasons,
    }
  }
  const { cash } = item.member
  return asked(item, me, {
    title: '通过存款',
    sentence: `将向 ${item.username} 入账 ${yuan(item.credits)}`,
    facts: (
      <Facts single>
        <Fact label="方式">{methodLabel(item.method)}</Fact>
        <Fact label="中心钱包">
          <Money amount={cash} /> → <Money amount={cash + item.credits} strong />
        </Fact>
      </Facts>
    ),
    warning: warningOf(item),
    confirm: `确认入账 ${yuan(item.credits)}`,
    required: item.waits_for === 'provider' ? '尚无付款记录' : undefined,
  })
}

/** A rejection sends back what was paid. */
function rejectionWarning(item: Deposit): string | undefined {
  const wish = item.wish === 'credit' ? `会员选择的是${depositWishes.credit}；` : ''
  return item.paid_amount > 0 ? `${wish}已收的款项将转入退款，等待登记凭证` : undefined
}

function warningOf(item: Deposit): string | undefined {
  if (item.wish === 'refund') return `会员选择的是${depositWishes.refund}：如需退款请改为拒绝`
  if (item.member.state === 'locked') return '该会员已被锁定'
  if (item.credits !== item.amount)
    return `订单金额 ${yuan(item.amount)}，实付 ${yuan(item.paid_amount)}：按实付入账`
  return undefined
}

export function DepositPanel({ no, step }: { no: string; step: Step }) {
  const { name } = useOperator()
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="存款详情"
      permission="deposit.review"
      step={step}
      decision={(verb, item) => decisionOf(verb, item, name)}
      reading={{ ...orderReading, status: stageShown }}
      stopped={item => awaitsAnother(item, name)}
    >
      {item => (
        <>
          <SecondApprovalNote order={item} />
          <Wish item={item} />
          <Refunds item={item} />
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
          <Part
            title="付款"
            extra={
              item.payer.bank_no && (
                <Unmask
                  subject={`deposit:${item.deposit_no}`}
                  what="付款人与付款账号"
                  stale="POST /api/console/deposits/show"
                />
              )
            }
          >
            <Payment item={item} />
          </Part>
          {item.note !== '' && (
            <Part title="付款凭证">
              <Receipt no={item.deposit_no} at={item.receipt_at} />
            </Part>
          )}
          <Part title="通道回调">
            {item.callbacks.length === 0
              ? nothingCalled(item)
              : item.callbacks.map((callback, index) => (
                  <Callback
                    key={`${callback.received_at}/${index}`}
                    callback={callback}
                    first={index === 0}
                  />
                ))}
          </Part>
          <Entries memberId={item.member_id} sourceId={item.deposit_no} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

/** Whether the provider ever called, in words that support can pass on. */
const nothingCalled = ({ method }: Deposit) =>
  method === 'card' ? '银行转账由人工审核，没有通道回调' : '通道从未回调'

/** What the member wants done with a payment of another amount. */
const Wish = ({ item }: { item: Deposit }) =>
  item.wish !== '' && (
    <Alert
      type="info"
      showIcon
      style={{ marginTop: 14 }}
      title={`会员于 ${item.wished_at} 选择：${depositWishes[item.wish]}`}
    />
  )

/** What goes back of the payments, each with its state and voucher. */
const Refunds = ({ item }: { item: Deposit }) =>
  item.refunds.length > 0 && (
    <Part title="退款">
      <Facts>
        {item.refunds.map(refund => (
          <Fact key={refund.refund_no} label={statusIn(refundStates, refund.state).text}>
            <a href={href('/refunds', { state: refund.state, open: refund.refund_no })}>
              <Money amount={refund.amount} /> {refund.voucher}
            </a>
          </Fact>
        ))}
      </Facts>
    </Part>
  )

function Payment({ item }: { item: Deposit }) {
  const { payer } = item
  const named = [payer.bank, payer.bank_owner, payer.bank_no, payer.bank_address].some(Boolean)
  return (
    <Facts>
      <Fact label="方式">{methodLabel(item.method)}</Fact>
      {item.method === 'usdt' && (
        <>
          <Fact label="协议">{item.protocol}</Fact>
          <Fact label="USDT">{item.usdt_amount.toFixed(2)}</Fact>
        </>
      )}
      {item.paid_amount > 0 && (
        <Fact label="实付">
          <Money amount={item.paid_amount} strong />
        </Fact>
      )}
      {item.provider_ref && (
        <Fact label="通道单号">
          <Copy text={item.provider_ref} />
        </Fact>
      )}
      {item.state !== depositState.rejected && (
        <Fact label={item.state === depositState.credited ? '已入账' : '通过后入账'}>
          <Money amount={item.credits} strong />
        </Fact>
      )}
      {item.expires_at && <Fact label="有效期至">{item.expires_at}</Fact>}
      {named && <Payer payer={payer} />}
      {item.receiver.bank && <Receiver of={item.receiver} />}
      {item.note && (
        <Fact label="附言">
          <Copy text={item.note} />
        </Fact>
      )}
    </Facts>
  )
}

const Payer = ({ payer }: { payer: Deposit['payer'] }) => (
  <>
    <Fact label="付款人">{payer.bank_owner}</Fact>
    <Fact label="付款银行">{payer.bank}</Fact>
    <Fact label="付款账号">
      <AccountNumber text={payer.bank_no} />
    </Fact>
    <Fact label="开户行">{payer.bank_address}</Fact>
  </>
)

/** The account of ours that the member says was paid. */
const Receiver = ({ of: { bank, bank_no, bank_owner } }: { of: Deposit['receiver'] }) => (
  <>
    <Fact label="收款账户">
      {bank} {bank_owner}
    </Fact>
    <Fact label="收款账号">
      <AccountNumber text={bank_no} />
    </Fact>
  </>
)

function Callback({ callback, first }: { callback: Deposit['callbacks'][number]; first: boolean }) {
  const [open, setOpen] = useState(first)
  const verdict = verdictLabel(callback.verdict)
  return (
    <article className={css.callback}>
      <header>
        <Status tone={verdict.tone}>{verdict.text}</Status>
        <span>
          <time>{callback.received_at}</time>{' '}
          <Button type="link" size="small" onClick={() => setOpen(!open)}>
            {open ? '收起原文' : '查看原文'}
          </Button>
        </span>
      </header>
      {open && <Payload text={callback.payload} />}
    </article>
  )
}

const momentsOf = (item: Deposit): Moment[] => [
  { at: item.created_at, text: `${item.username} 提交存款 ${yuan(item.amount)}` },
  ...item.callbacks.toReversed().map(callback => ({
    at: callback.received_at,
    text: `通道回调：${verdictLabel(callback.verdict).text}`,
  })),
  ...firstMoment(item),
  decisionMoment(item, {
    waiting: item.waits_for === 'provider' ? '等待会员付款' : '等待审核',
    approved: '通过并入账',
    rejected: '拒绝',
  }),
]

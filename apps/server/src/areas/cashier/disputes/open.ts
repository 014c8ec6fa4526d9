// A payer takes a payment back. From the first word on, the member's payouts wait, and nothing of
// the payment goes back or is credited by another way. The provider keeps the money from its own
// word on; of what an operator notes by hand, once another one has confirmed it.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { audit } from '../../../kernel/operator/audit.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { mustPost, type Account, type Actor } from '../../../ledger/ledger.ts'
import { notify } from '../../message/message.ts'
import { railNo } from '../../rails/rails.ts'
import { aboutDeposit } from '../about.ts'
import { newOrderNo } from '../orderNo.ts'
import type { Payment } from '../store/deposit.sql.ts'
import { insertDispute, openDisputeOf, type Dispute } from '../store/dispute.sql.ts'

export type Opening = Pick<
  Dispute,
  'providerNo' | 'amountFen' | 'reason' | 'dueAt' | 'openedBy' | 'confirmBy'
>

export const actorOf = (by: string, provider: string): Actor =>
  by === '' ? { type: 'provider', id: provider } : { type: 'operator', id: by }

/** One step of a dispute's money; each has its own key. */
export async function move(
  tx: Tx,
  { disputeNo, memberId }: Pick<Dispute, 'disputeNo' | 'memberId'>,
  step: {
    name: 'withheld' | 'returned' | 'taken' | 'debt' | 'uncredited'
    from: Account
    to: Account
    amountFen: bigint
    actor: Actor
    now: Date
  },
): Promise<void> {
  if (step.amountFen === 0n) return
  const { name, from, to, amountFen, actor, now } = step
  await mustPost(tx, {
    memberId,
    key: `dispute:${disputeNo}:${name}`,
    code: name === 'debt' ? 'debt' : 'dispute',
    from,
    to,
    amountFen,
    source: { type: 'dispute', id: disputeNo },
    actor,
    effectiveAt: now,
  })
}

/** The provider keeps the money. `by` is empty where it said so itself. */
export const withhold = async (
  tx: Tx,
  dispute: Pick<Dispute, 'disputeNo' | 'memberId' | 'provider' | 'amountFen'>,
  by: string,
  now: Date,
): Promise<void> =>
  move(tx, dispute, {
    name: 'withheld',
    from: { name: 'disputed' },
    to: { name: 'rail', railNo: await railNo(tx, dispute.provider) },
    amountFen: dispute.amountFen,
    actor: actorOf(by, dispute.provider),
    now,
  })

/** No more can be taken back than was paid. */
export const mostPaid = <T extends Pick<Opening, 'amountFen'>>(payment: Payment, opening: T): T =>
  opening.amountFen < payment.amountFen ? opening : { ...opening, amountFen: payment.amountFen }

/** The caller has locked the order. Undefined where the payment has a dispute already. */
export async function openDispute(
  tx: Tx,
  payment: Payment,
  opening: Opening,
  now: Date,
): Promise<string | undefined> {
  const { provider, reference, memberId, depositNo } = payment
  const disputeNo = newOrderNo('C', now)
  const most = mostPaid(payment, opening)
  const { amountFen } = most
  const made = { ...most, disputeNo, provider, reference, memberId, depositNo }
  if (!(await insertDispute(tx, { ...made, openedAt: now }))) return undefined
  if (opening.confirmBy === null) await withhold(tx, made, opening.openedBy, now)
  await audit(
    tx,
    now,
    { operator: null, address: '' },
    {
      action: 'deposit.disputed',
      subject: `deposit:${depositNo}`,
      after: {
        dispute_no: disputeNo,
        provider,
        reference,
        amount_fen: amountFen,
        by: opening.openedBy,
      },
    },
  )
  await notify(
    tx,
    memberId,
    '存款被提出争议',
    `您的存款订单有一笔 ¥${formatFen(amountFen)} 的付款被付款人向银行或卡组织提出争议，处理期间取款暂缓放款，订单号 ${depositNo}。如有疑问请联系客服。`,
    now,
    aboutDeposit(depositNo),
  )
  return disputeNo
}

/** Nothing else happens to the payments of an order while one of them is disputed. */
export async function refuseDisputed(
  tx: Tx,
  { memberId, depositNo }: { memberId: bigint; depositNo: string },
): Promise<void> {
  if (await openDisputeOf(tx, memberId, depositNo)) throw new Refusal(say('dispute.open'))
}

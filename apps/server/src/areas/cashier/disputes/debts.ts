// What a member owes after a chargeback. Collected from the wallet by one operator, written off by
// two. While it stands nothing is paid out to the member.
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { explained, figures } from '../../../kernel/http/explain.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { balances, lockMember, mustPost, type Account } from '../../../ledger/ledger.ts'
import type { Check, ExtraCheck } from '../../../ledger/reconcile.ts'
import { notify } from '../../message/message.ts'
import { aboutWithdrawals } from '../about.ts'
import {
  addStep,
  debtsUnlikeLedger,
  lessenDebt,
  lockDebt,
  owedBy,
  proposeWriteOff,
  type Debt,
} from '../store/debt.sql.ts'
import { disputesUnlikeWords } from '../store/dispute.sql.ts'

type By = { name: string; now: Date }

async function lockOwed(tx: Tx, memberId: bigint): Promise<Debt> {
  // Who never owed anything may be no member at all.
  if ((await owedBy(tx, memberId)) === 0n) throw new Refusal(say('debt.none'))
  await lockMember(tx, memberId)
  const debt = existing(await lockDebt(tx, memberId), 'debt.none')
  if (debt.owedFen === 0n) throw new Refusal(say('debt.none'))
  return debt
}

async function lessen(
  tx: Tx,
  memberId: bigint,
  step: { kind: 'collected' | 'written_off'; from: Account; amountFen: bigint; remark: string },
  { name, now }: By,
): Promise<void> {
  const { kind, from, amountFen, remark } = step
  const id = await addStep(tx, { memberId, kind, amountFen, by: name, at: now, remark })
  await mustPost(tx, {
    memberId,
    key: `debt:${id}`,
    code: 'debt',
    from,
    to: { name: 'memberDebt' },
    amountFen,
    source: { type: 'debt', id: id.toString() },
    actor: { type: 'operator', id: name },
    effectiveAt: now,
  })
  await lessenDebt(tx, { memberId, amountFen, at: now })
}

/** Takes from the wallet what is there, at most what is owed; answers how much that was. */
export async function collectDebt(tx: Tx, memberId: bigint, by: By): Promise<bigint> {
  const { owedFen } = await lockOwed(tx, memberId)
  const { cashAvailableFen } = await balances(tx, memberId)
  const amountFen = cashAvailableFen < owedFen ? cashAvailableFen : owedFen
  if (amountFen === 0n) throw new Refusal(say('debt.nothing_there'))
  const step = { kind: 'collected', from: { name: 'memberCash' }, amountFen, remark: '' } as const
  await lessen(tx, memberId, step, by)
  const left = owedFen - amountFen
  const rest = left > 0n ? `尚欠 ¥${formatFen(left)}。` : '欠款已结清，取款恢复正常。'
  await notify(
    tx,
    memberId,
    '欠款已从钱包收回',
    `已从您的中心钱包收回退单欠款 ¥${formatFen(amountFen)}，${rest}`,
    by.now,
    aboutWithdrawals,
  )
  return amountFen
}

/** One person proposes it; another, who sees the same amount, makes it count. True once it did. */
export async function writeOff(
  tx: Tx,
  memberId: bigint,
  { seenFen, remark }: { seenFen: bigint; remark: string },
  by: By,
): Promise<boolean> {
  const debt = await lockOwed(tx, memberId)
  need(remark, 'desk.rejection_missing', 'remark')
  if (debt.owedFen !== seenFen) throw new Refusal(say('debt.changed'))
  const isProposed = debt.writeOffBy !== '' && debt.writeOffFen === debt.owedFen
  if (!isProposed) {
    await proposeWriteOff(tx, { memberId, by: by.name, at: by.now, remark })
    return false
  }
  if (isSameOperator(debt.writeOffBy, by.name))
    throw new Refusal(say('debt.second_person'), { rule: 'two_persons' })
  const from = { name: 'badDebt' } as const
  await lessen(tx, memberId, { kind: 'written_off', from, amountFen: debt.owedFen, remark }, by)
  const text = `您的退单欠款 ¥${formatFen(debt.owedFen)} 已核销，取款恢复正常。`
  await notify(tx, memberId, '欠款已核销', text, by.now, aboutWithdrawals)
  return true
}

/** Refuses a withdrawal of a member who owes. */
export async function refuseInDebt(db: Db, memberId: bigint): Promise<void> {
  const owedFen = await owedBy(db, memberId)
  if (owedFen === 0n) return
  throw explained(
    say('withdrawal.debt', { owed: formatFen(owedFen) }),
    { rule: 'debt', version: 0, inputs: [figures.yuan('owed', '退单欠款', owedFen)] },
    { owed: yuanOf(owedFen) },
  )
}

const MOST = 100

export const checkDebts = (async (db: Db): Promise<Check[]> => [
  {
    name: 'member-debts',
    rule: 'what members owe is account 250',
    severity: 'mismatch',
    differences: await debtsUnlikeLedger(db, MOST),
  },
  {
    name: 'dispute-words',
    rule: 'what a provider says of a dispute is what was booked',
    severity: 'mismatch',
    differences: await disputesUnlikeWords(db, MOST),
  },
]) satisfies ExtraCheck

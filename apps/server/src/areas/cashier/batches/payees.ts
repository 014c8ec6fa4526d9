// The accounts that a file for the bank may pay, where the operator keeps a list of them. It takes
// two persons to add one, and one to remove it; a new one waits, so that it can be noticed.
import { cardKind } from '@tianping/contract/cards/facts'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { Operator } from '../../../kernel/http/services.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { cashierSetting, type CashierSetting } from '../setting.ts'
import { ownerOf } from '../store/order.sql.ts'
import * as store from '../store/payee.sql.ts'
import { lockWithdrawal } from '../store/withdrawal.sql.ts'

export type By = { operator: Operator; now: Date }

const HOUR_MS = 3_600_000

type Rule = CashierSetting['batch']

/** From when on a file may pay an account that was confirmed at a moment. */
export const payableFrom = ({ payeeHours }: Rule, listedAt: Date) =>
  new Date(listedAt.getTime() + payeeHours * HOUR_MS)

/** Why a file may not pay an account; null when it may. */
export function payeeWhy(
  rule: Rule,
  payee: Pick<store.Payee, 'listedAt'> | undefined,
  now: Date,
): Said | null {
  if (!rule.onlyListed) return null
  if (!payee) return say('payee.unlisted')
  if (payee.listedAt === null) return say('payee.waiting')
  const from = payableFrom(rule, payee.listedAt)
  return from > now ? say('payee.new', { from: beijing(from) }) : null
}

export async function refuseUnlisted(tx: Tx, account: store.Account, now: Date): Promise<void> {
  const { batch } = await cashierSetting(tx)
  if (!batch.onlyListed) return
  const why = payeeWhy(batch, await store.standingPayee(tx, account), now)
  if (why) throw new Refusal(why, { rule: 'payee' })
}

export async function addPayee(
  tx: Tx,
  { withdrawalNo, remark }: { withdrawalNo: string; remark: string },
  { operator, now }: By,
): Promise<bigint> {
  const memberId = existing(await ownerOf(tx, 'withdrawal', withdrawalNo), 'order.not_found')
  const { cardId, kind } = await lockWithdrawal(tx, memberId, withdrawalNo)
  if (kind !== cardKind.bank) throw new Refusal(say('payee.no_bank'), { field: 'out_trade_no' })
  refuseOwnMember(operator, [memberId])
  const added = await store.insertPayee(tx, { memberId, cardId, by: operator.name, remark, now })
  if (!added) throw new Refusal(say('payee.known'), { field: 'out_trade_no' })
  return added.payeeId
}

export async function confirmPayee(tx: Tx, payeeId: bigint, { operator, now }: By) {
  const payee = existing(await store.lockPayee(tx, payeeId), 'payee.not_found')
  if (payee.state !== 'waiting') throw new Refusal(say('payee.decided'))
  if (payee.addedBy === operator.name)
    throw new Refusal(say('payee.second_person'), { rule: 'two_persons' })
  refuseOwnMember(operator, [payee.memberId])
  await store.listPayee(tx, { payeeId, by: operator.name, now })
  return payee
}

export async function removePayee(tx: Tx, payeeId: bigint, remark: string, { operator, now }: By) {
  need(remark, 'payee.remark_missing', 'remark')
  const payee = existing(await store.lockPayee(tx, payeeId), 'payee.not_found')
  if (payee.state === 'removed') throw new Refusal(say('payee.decided'))
  await store.removePayee(tx, { payeeId, by: operator.name, remark, now })
  return payee
}

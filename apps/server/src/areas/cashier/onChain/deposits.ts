import { depositState } from '@tianping/contract/cashier/facts'
import { rows, sql, type Db, type Tx } from '@tianping/database'
import { apply, type Verdict } from '../callback.ts'
import { newOrderNo } from '../orderNo.ts'
import type { PaymentEvent } from '../../providers/providers.ts'
import { insertDeposit, lockDeposit, readDeposit, type Deposit } from '../store/deposit.sql.ts'
import { listOrder, ownerOf } from '../store/order.sql.ts'
import { present } from '../../../kernel/present.ts'
import { CHAIN, CHAIN_PROTOCOL } from './port.ts'

export type WaitingOrder = Pick<
  Deposit,
  'depositNo' | 'amountFen' | 'usdtCents' | 'waitsFor' | 'createdAt' | 'expiresAt'
>

/** An order that is paid on the chain. */
export async function depositByNo(db: Db, depositNo: string): Promise<Deposit | undefined> {
  const owner = await ownerOf(db, 'deposit', depositNo)
  const order = owner === undefined ? undefined : await readDeposit(db, owner, depositNo)
  return order?.provider === CHAIN ? order : undefined
}

/** The member's orders that wait for a payment on the chain or for its review, oldest first. */
export const waitingOnChain = (db: Db, memberId: bigint, since: Date) =>
  rows(
    db,
    sql<WaitingOrder>`
    select deposit_no, amount_fen, usdt_cents, waits_for, created_at, expires_at from deposit_order
    where member_id = ${memberId} and state = ${sql.literal(depositState.waiting)} and provider = ${CHAIN} and created_at > ${since}
    order by created_at, deposit_no`,
  )

/** The order that a payment was counted for; undefined for a payment that is new. */
export const orderOfPayment = async (db: Db, reference: string): Promise<string | undefined> =>
  (
    await rows(
      db,
      sql<{ depositNo: string }>`
      select deposit_no from provider_payment where provider = ${CHAIN} and reference = ${reference}`,
    )
  )[0]?.depositNo

/** Counts a payment on the chain, by the same rules as one that a provider reports. */
export async function takePayment(tx: Tx, event: PaymentEvent, now: Date): Promise<Verdict> {
  const owner = present(await ownerOf(tx, 'deposit', event.depositNo), 'owner of the order')
  return apply(tx, CHAIN, await lockDeposit(tx, owner, event.depositNo), event, now)
}

/** An order for what came without one; a person decides about it. */
export async function orderForPayment(
  tx: Tx,
  p: {
    memberId: bigint
    reference: string
    amountFen: bigint
    usdtCents: bigint
    address: string
    now: Date
  },
): Promise<string> {
  const depositNo = newOrderNo('D', p.now)
  await listOrder(tx, 'deposit', depositNo, p.memberId)
  await insertDeposit(tx, {
    memberId: p.memberId,
    depositNo,
    method: 'usdt',
    protocol: CHAIN_PROTOCOL,
    amountFen: p.amountFen,
    usdtCents: p.usdtCents,
    provider: CHAIN,
    payAddress: p.address,
    waitsFor: 'person',
    createdAt: p.now,
    expiresAt: null,
    payerBank: '',
    payerOwner: '',
    payerAddress: '',
    payerNoSealed: null,
    payerNoTail: '',
    actionKey: `chain:${p.reference}`,
  })
  return depositNo
}

import { depositState } from '@tianping/contract/cashier/facts'
import { rows, sql, type Db, type Tx } from '@tianping/database'
import { newOrderNo } from '../orderNo.ts'
import type { PaymentEvent } from '../../providers/providers.ts'
import { applyPayments } from '../payments/apply.ts'
import type { Verdict } from '../payments/verdict.ts'
import {
  insertForPayments,
  lockDeposits,
  namedPayments,
  readDeposit,
  type Deposit,
} from '../store/deposit.sql.ts'
import { listOrders, ownerOf } from '../store/order.sql.ts'
import { present } from '../../../kernel/present.ts'
import { CHAIN } from './port.ts'
import type { Protocol } from '../methods.ts'

export type WaitingOrder = Pick<
  Deposit,
  'memberId' | 'depositNo' | 'amountFen' | 'usdtCents' | 'waitsFor' | 'createdAt' | 'expiresAt'
>

/** An order that is paid on the chain. */
export async function depositByNo(db: Db, depositNo: string): Promise<Deposit | undefined> {
  const owner = await ownerOf(db, 'deposit', depositNo)
  const order = owner === undefined ? undefined : await readDeposit(db, owner, depositNo)
  return order?.provider === CHAIN ? order : undefined
}

/** Members' orders that wait for a payment on the chain or for its review, oldest first. */
export const waitingOnChain = (db: Db, memberIds: bigint[], since: Date) =>
  rows(
    db,
    sql<WaitingOrder>`
    select member_id, deposit_no, amount_fen, usdt_cents, waits_for, created_at, expires_at from deposit_order
    where member_id = any(${memberIds}::bigint[]) and state = ${sql.literal(depositState.waiting)}
      and provider = ${CHAIN} and created_at > ${since}
    order by created_at, deposit_no`,
  )

/** The orders that payments were counted for, by reference; one that is new is left out. */
export const ordersOfPayments = async (
  db: Db,
  references: string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await namedPayments(
        db,
        references.map(reference => ({ provider: CHAIN, reference })),
      )
    ).map(each => [each.reference, each.depositNo]),
  )

/** A payment on the chain and the order it is for. */
export type OnOrder = { memberId: bigint; event: PaymentEvent }

/**
 * Counts payments of different members on the chain, by the same rules as those that a provider
 * reports; a verdict for each in their order.
 */
export async function takePayments(tx: Tx, all: OnOrder[], now: Date): Promise<Verdict[]> {
  const locked = await lockDeposits(
    tx,
    all.map(({ memberId, event: { depositNo } }) => ({ memberId, depositNo })),
  )
  const orders = new Map(locked.map(order => [order.depositNo, order]))
  return applyPayments(
    tx,
    all.map(({ event }) => ({
      provider: CHAIN,
      order: present(orders.get(event.depositNo), 'order of a payment'),
      event,
    })),
    now,
  )
}

type ForPayment = {
  protocol: Protocol
  memberId: bigint
  reference: string
  amountFen: bigint
  usdtCents: bigint
  address: string
  now: Date
}

/** An order each for what came without one; a person decides about them. */
export async function ordersForPayments(tx: Tx, all: ForPayment[]): Promise<string[]> {
  const orders = all.map(p => ({ ...p, depositNo: newOrderNo('D', p.now) }))
  await listOrders(
    tx,
    'deposit',
    orders.map(({ depositNo, memberId }) => ({ orderNo: depositNo, memberId })),
  )
  await insertForPayments(
    tx,
    orders.map(p => ({ ...p, provider: CHAIN, actionKey: `chain:${p.reference}` })),
  )
  return orders.map(({ depositNo }) => depositNo)
}

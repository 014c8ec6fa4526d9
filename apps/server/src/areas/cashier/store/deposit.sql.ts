import { depositState, type DepositState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { DepositWish } from '@tianping/contract/stages'
import type { PayMethod, Protocol } from '../methods.ts'
import type { OrderKey } from './refund.sql.ts'

const waiting = sql.literal(depositState.waiting)
const credited = sql.literal(depositState.credited)

export type Deposit = {
  memberId: bigint
  depositNo: string
  method: PayMethod
  protocol: Protocol | ''
  amountFen: bigint
  usdtCents: bigint
  state: DepositState
  /** Who moves a pending one. */
  waitsFor: 'provider' | 'person' | ''
  provider: string
  payUrl: string
  payAddress: string
  payerBank: string
  payerOwner: string
  payerAddress: string
  payerNoSealed: Buffer | null
  payerNoTail: string
  creditedFen: bigint | null
  createdAt: Date
  expiresAt: Date | null
  claimedBy: string
  claimedUntil: Date | null
  /** An operator's name; empty when the provider decided. */
  decidedBy: string
  decidedAt: Date | null
  remark: string
  /** When the member or the provider said that it is paid, before it was for certain. */
  paidSaidAt: Date | null
  paidSaidBy: '' | 'member' | 'provider'
  /** What the member wants done with a payment of another amount. */
  wish: '' | DepositWish
  wishedAt: Date | null
}

export const depositColumns = sql`
  d.member_id, d.deposit_no, d.method, d.protocol, d.amount_fen, d.usdt_cents, d.state,
  d.waits_for, d.provider, d.pay_url, d.pay_address, d.payer_bank,
  d.payer_owner, d.payer_address, d.payer_no_sealed, d.payer_no_tail,
  d.credited_fen, d.created_at, d.expires_at, d.claimed_by,
  d.claimed_until, d.decided_by, d.decided_at, d.remark, d.paid_said_at,
  d.paid_said_by, d.wish, d.wished_at`

const keysOf = (orders: readonly OrderKey[]) => sql`
  select * from unnest(${orders.map(each => each.memberId)}::bigint[], ${orders.map(each => each.depositNo)}::text[])`

export type NewDeposit = Pick<
  Deposit,
  | 'memberId'
  | 'depositNo'
  | 'method'
  | 'protocol'
  | 'amountFen'
  | 'usdtCents'
  | 'provider'
  | 'payAddress'
  | 'createdAt'
  | 'expiresAt'
  | 'payerBank'
  | 'payerOwner'
  | 'payerAddress'
  | 'payerNoSealed'
  | 'payerNoTail'
> & { waitsFor: 'provider' | 'person'; actionKey: string }

export const insertDeposit = (db: Db, d: NewDeposit) =>
  theRow(
    db,
    sql<Deposit>`
    insert into deposit_order as d (member_id, deposit_no, method, protocol, amount_fen, usdt_cents, waits_for, provider, pay_address, created_at, expires_at,
      payer_bank, payer_owner, payer_address, payer_no_sealed, payer_no_tail, action_key)
    values (${d.memberId}, ${d.depositNo}, ${d.method}, ${d.protocol}, ${d.amountFen}, ${d.usdtCents}, ${d.waitsFor}, ${d.provider}, ${d.payAddress},
      ${d.createdAt}, ${d.expiresAt}, ${d.payerBank}, ${d.payerOwner}, ${d.payerAddress}, ${d.payerNoSealed}, ${d.payerNoTail}, ${d.actionKey})
    returning ${depositColumns}`,
  )

type ForPayment = Pick<
  NewDeposit,
  'memberId' | 'depositNo' | 'amountFen' | 'usdtCents' | 'provider' | 'actionKey'
> & { protocol: Protocol; address: string; now: Date }

/** Orders in USDT for payments that came without one; they wait for a person from the start. */
export const insertForPayments = (db: Db, all: readonly ForPayment[]) =>
  run(
    db,
    sql`
    insert into deposit_order (method, waits_for, payer_bank, payer_owner, payer_address,
      payer_no_tail, member_id, deposit_no, protocol, amount_fen, usdt_cents,
      provider, pay_address, created_at, action_key)
    select 'usdt', 'person', '', '', '', '', * from unnest(${all.map(d => d.memberId)}::bigint[],
      ${all.map(d => d.depositNo)}::text[], ${all.map(d => d.protocol)}::text[],
      ${all.map(d => d.amountFen)}::bigint[], ${all.map(d => d.usdtCents)}::bigint[],
      ${all.map(d => d.provider)}::text[], ${all.map(d => d.address)}::text[],
      ${all.map(d => d.now)}::timestamptz[], ${all.map(d => d.actionKey)}::text[])`,
  )

export const depositOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<Deposit>`select ${depositColumns} from deposit_order d where d.member_id = ${memberId} and d.action_key = ${actionKey}`,
  )

export const readDeposit = (db: Db, memberId: bigint, depositNo: string) =>
  row(
    db,
    sql<Deposit>`select ${depositColumns} from deposit_order d where d.member_id = ${memberId} and d.deposit_no = ${depositNo}`,
  )

/**
 * The order, locked until the transaction ends: callbacks and operators come one after the other.
 */
export const lockDeposit = (db: Db, memberId: bigint, depositNo: string) =>
  theRow(
    db,
    sql<Deposit>`select ${depositColumns} from deposit_order d where d.member_id = ${memberId} and d.deposit_no = ${depositNo} for update`,
  )

/**
 * The orders of these numbers that nobody else has locked, locked until the transaction ends.
 * Always in one order, so that two who lock several never wait for each other.
 */
export const lockFreeDeposits = (db: Db, depositNos: string[]) =>
  rows(
    db,
    sql<Deposit>`
    select ${depositColumns} from order_directory o
      join deposit_order d on d.member_id = o.member_id and d.deposit_no = o.order_no
    where o.order_no = any(${depositNos}::text[]) and o.kind = 'deposit'
    order by d.member_id, d.deposit_no for update of d skip locked`,
  )

/** The same of orders whose owners are known, waited for. */
export const lockDeposits = (db: Db, orders: readonly OrderKey[]) =>
  rows(
    db,
    sql<Deposit>`
    select ${depositColumns} from deposit_order d where (d.member_id, d.deposit_no) in (${keysOf(orders)})
    order by d.member_id, d.deposit_no for update`,
  )

/** Deposits that still wait for a payment in time, or for review. */
export const openDeposits = async (db: Db, memberId: bigint, now: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`
    select count(*)::int as open from deposit_order
    where member_id = ${memberId} and state = ${waiting} and (waits_for = 'person' or expires_at > ${now})`,
    )
  ).open

/** The provider that took the order, and its page; an order that has one keeps it. */
export const setPayUrl = async (
  db: Db,
  o: OrderKey & { provider: string; payUrl: string },
): Promise<boolean> =>
  (await run(
    db,
    sql`
    update deposit_order set provider = ${o.provider}, pay_url = ${o.payUrl}
    where member_id = ${o.memberId} and deposit_no = ${o.depositNo} and pay_url = ''`,
  )) === 1

type Decision = {
  memberId: bigint
  depositNo: string
  decidedBy: string
  now: Date
  remark: string
}

/** Orders that become credited, each with its amount, by one decider. */
export const markCredited = (
  db: Db,
  all: readonly (OrderKey & {
    creditedFen: bigint
    decidedBy: string
    now: Date
    remark: string
  })[],
) =>
  run(
    db,
    sql`
    update deposit_order d set state = ${credited}, waits_for = '', credited_fen = g.credited_fen,
      decided_by = g.decided_by, decided_at = g.now, remark = g.remark
    from unnest(${all.map(d => d.memberId)}::bigint[], ${all.map(d => d.depositNo)}::text[],
      ${all.map(d => d.creditedFen)}::bigint[],
      ${all.map(d => d.decidedBy)}::text[], ${all.map(d => d.now)}::timestamptz[], ${all.map(d => d.remark)}::text[])
      as g (member_id, deposit_no, credited_fen, decided_by, now, remark)
    where d.member_id = g.member_id and d.deposit_no = g.deposit_no and d.state <> ${credited}`,
  )

export const markRefused = (db: Db, d: Decision) =>
  run(
    db,
    sql`
    update deposit_order set state = ${sql.literal(depositState.rejected)}, waits_for = '', decided_by = ${d.decidedBy}, decided_at = ${d.now}, remark = ${d.remark}
    where member_id = ${d.memberId} and deposit_no = ${d.depositNo} and state = ${waiting}`,
  )

/** Notes that somebody says the order is paid; `at` null takes it back. */
export const notePaidSaid = (
  db: Db,
  o: OrderKey & { by: Deposit['paidSaidBy']; at: Date | null },
) =>
  run(
    db,
    sql`
    update deposit_order set paid_said_by = ${o.by}, paid_said_at = ${o.at}
    where member_id = ${o.memberId} and deposit_no = ${o.depositNo} and state = ${waiting} and waits_for = 'provider'`,
  )

export const noteWish = (db: Db, o: OrderKey & { wish: DepositWish; now: Date }) =>
  run(
    db,
    sql`
    update deposit_order set wish = ${o.wish}, wished_at = ${o.now}
    where member_id = ${o.memberId} and deposit_no = ${o.depositNo} and state = ${waiting}`,
  )

/** A wish was about another amount than the one paid now. */
export const dropWishes = (db: Db, orders: readonly OrderKey[]) =>
  run(
    db,
    sql`
    update deposit_order d set wish = '', wished_at = null
    where (d.member_id, d.deposit_no) in (${keysOf(orders)}) and d.wish <> ''`,
  )

/**
 * Hands orders to the operators, whoever has them: a payment came that nobody but a person should
 * judge, or a second one has to.
 */
export const markForReview = (db: Db, orders: readonly OrderKey[]) =>
  run(
    db,
    sql`
    update deposit_order d set state = ${waiting}, waits_for = 'person', decided_by = '',
      decided_at = null, remark = '', claimed_by = '', claimed_until = null
    where (d.member_id, d.deposit_no) in (${keysOf(orders)}) and d.state <> ${credited}`,
  )

export type Payment = {
  provider: string
  reference: string
  memberId: bigint
  depositNo: string
  amountFen: bigint
  paidAt: Date
  receivedAt: Date
  fromAddress: string
}

/**
 * Keeps reported payments of different orders; answers the orders whose reference was not known. In
 * the order of references, so that two sets with the same ones never wait for each other.
 */
export const addPayments = async (db: Db, all: readonly Payment[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rows(
        db,
        sql<{ depositNo: string }>`
        insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen,
          paid_at, received_at, from_address)
        select * from unnest(${all.map(p => p.provider)}::text[],
          ${all.map(p => p.reference)}::text[], ${all.map(p => p.memberId)}::bigint[],
          ${all.map(p => p.depositNo)}::text[], ${all.map(p => p.amountFen)}::bigint[],
          ${all.map(p => p.paidAt)}::timestamptz[],
          ${all.map(p => p.receivedAt)}::timestamptz[],
          ${all.map(p => p.fromAddress)}::text[]) as p (provider, reference)
        order by provider, reference
        on conflict do nothing returning deposit_no`,
      )
    ).map(each => each.depositNo),
  )

const payment = sql`provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at, from_address`

export const knownPayment = (db: Db, provider: string, reference: string) =>
  row(
    db,
    sql<Payment>`select ${payment} from provider_payment where provider = ${provider} and reference = ${reference}`,
  )

/** Of each provider that gave a payment this number, that payment. */
export const paymentsNumbered = (db: Db, reference: string) =>
  rows(
    db,
    sql<Payment>`select ${payment} from provider_payment where reference = ${reference} order by provider`,
  )

export const paymentOf = (db: Db, provider: string, reference: string) =>
  theRow(
    db,
    sql<Payment>`select ${payment} from provider_payment where provider = ${provider} and reference = ${reference}`,
  )

/** The payments of these references, where they are known. */
export const namedPayments = (db: Db, all: readonly Pick<Payment, 'provider' | 'reference'>[]) =>
  rows(
    db,
    sql<Payment>`
    select ${payment} from provider_payment
    where (provider, reference) in (
      select * from unnest(${all.map(p => p.provider)}::text[], ${all.map(p => p.reference)}::text[]))`,
  )

export const paymentsOf = (db: Db, memberId: bigint, depositNo: string) =>
  rows(
    db,
    sql<Payment>`
    select ${payment} from provider_payment where member_id = ${memberId} and deposit_no = ${depositNo} order by received_at, reference`,
  )

/** The payments of many orders, in the order they came. */
export const paymentsOfOrders = (db: Db, orders: readonly OrderKey[]) =>
  rows(
    db,
    sql<Payment>`
    select ${payment} from provider_payment
    where (member_id, deposit_no) in (
      select * from unnest(${orders.map(each => each.memberId)}::bigint[], ${orders.map(each => each.depositNo)}::text[]))
    order by received_at, reference`,
  )

export type Callback = { receivedAt: Date; verdict: string; body: string }
export type NewCallback = Callback & {
  provider: string
  address: string
  signature: string
  depositNo: string
}

export const addCallbacks = (db: Db, all: readonly NewCallback[]) =>
  run(
    db,
    sql`
    insert into provider_callback (provider, received_at, address, signature, body, verdict, deposit_no)
    select * from unnest(${all.map(c => c.provider)}::text[],
      ${all.map(c => c.receivedAt)}::timestamptz[], ${all.map(c => c.address)}::text[],
      ${all.map(c => c.signature)}::text[], ${all.map(c => c.body)}::text[],
      ${all.map(c => c.verdict)}::text[], ${all.map(c => c.depositNo)}::text[])`,
  )

/** The latest callbacks that named an order, genuine or not. */
export const callbacksOf = (db: Db, depositNo: string, limit: number) =>
  rows(
    db,
    sql<Callback>`
    select received_at, verdict, body from provider_callback
    where deposit_no = ${depositNo} and deposit_no <> '' order by callback_id desc limit ${limit}`,
  )

export type ReceivingAccount = {
  accountId: number
  bankName: string
  bankNo: string
  bankOwner: string
  bankAddress: string
}

export const receivingAccounts = (db: Db) =>
  rows(
    db,
    sql<ReceivingAccount>`
    select account_id, bank_name, bank_no, bank_owner, bank_address
    from receiving_account where enabled order by rank, account_id`,
  )

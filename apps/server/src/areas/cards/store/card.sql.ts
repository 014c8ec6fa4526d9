import type { CardKind } from '@tianping/contract/cards/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type Card = {
  cardId: bigint
  kind: CardKind
  bank: string
  bankOwner: string
  /** Sealed (`kernel/sealedContact.ts`). */
  phone: Buffer
  numberSealed: Buffer
  numberTail: string
  locked: boolean
  /** Of a USDT address: the member said that it is their own. */
  holderConfirmed: boolean
  boundAt: Date
  ico: string
}
export type NewCard = Pick<
  Card,
  'kind' | 'bank' | 'bankOwner' | 'phone' | 'numberSealed' | 'numberTail' | 'holderConfirmed'
> & {
  memberId: bigint
  /** By each key, the current one first; it is stored by that one. */
  numberDigests: [current: Buffer, ...old: Buffer[]]
  actionKey: string
  /** The mark of the browser it is bound in; empty for none. */
  device: string
  now: Date
}

/**
 * A device that logged in this many days ago is the member's own, as is the one of the
 * registration.
 */
const KNOWN_AFTER_DAYS = 7
const REGISTRATION_MINUTES = 10

const columns = sql`
  c.card_id, c.kind, c.bank, c.bank_owner, c.phone, c.number_sealed, c.number_tail,
  c.locked, c.holder_confirmed, c.bound_at, coalesce(b.ico, '') as ico`

/** A member's bound cards, oldest first; all kinds when none is named. */
export const boundCards = (db: Db, memberId: bigint, kind: CardKind | null = null) =>
  rows(
    db,
    sql<Card>`
    select ${columns} from card c left join bank b on b.bank_name = c.bank
    where c.member_id = ${memberId} and c.unbound_at is null and (${kind}::smallint is null or c.kind = ${kind}::smallint)
    order by c.card_id`,
  )

/** One bound card of the member; undefined when there is none, above all when it is another's. */
export const boundCard = (db: Db, memberId: bigint, cardId: number) =>
  row(
    db,
    sql<Card>`
    select ${columns} from card c left join bank b on b.bank_name = c.bank
    where c.member_id = ${memberId} and c.card_id = ${cardId} and c.unbound_at is null`,
  )

/** A card whether bound or not: the one an old order was paid to. */
export const anyCard = (db: Db, memberId: bigint, cardId: bigint) =>
  theRow(
    db,
    sql<Card>`
    select ${columns} from card c left join bank b on b.bank_name = c.bank where c.member_id = ${memberId} and c.card_id = ${cardId}`,
  )

/** Keeps a bound card as it is until the transaction ends; false when it is bound no longer. */
export const keepCard = async (db: Db, memberId: bigint, cardId: bigint): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from card where member_id = ${memberId} and card_id = ${cardId} and unbound_at is null for share`,
  )) !== undefined

export const cardOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(db, sql`select 1 from card where member_id = ${memberId} and action_key = ${actionKey}`)

/** One after the other for a member: counting and adding belong together. */
export const lockMemberRow = (db: Db, memberId: bigint) =>
  run(db, sql`select 1 from member where member_id = ${memberId} for no key update`)

/** How many cards of a kind are bound, and whether the number is among the member's. */
export const cardCensus = (db: Db, memberId: bigint, kind: CardKind, digests: Buffer[]) =>
  theRow(
    db,
    sql<{ bound: number; already: boolean }>`
    select count(*) filter (where kind = ${kind})::int as bound, coalesce(bool_or(number_digest = any(${digests}::bytea[])), false) as already
    from card where member_id = ${memberId} and unbound_at is null`,
  )

/**
 * Gives every card of a number, whoever bound it, the digest of the current key: equal numbers stay
 * equal while a rotation is under way.
 */
export const moveDigests = (db: Db, [current, ...old]: NewCard['numberDigests']) =>
  run(
    db,
    sql`update card set number_digest = ${current} where number_digest = any(${old}::bytea[])`,
  )

export const insertCard = (db: Db, c: NewCard) =>
  run(
    db,
    sql`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, holder_confirmed, bound_at, action_key, known_device)
    select ${c.memberId}, ${c.kind}, ${c.bank}, ${c.bankOwner}, ${c.phone}, ${c.numberSealed}, ${c.numberTail}, ${c.numberDigests[0]}, ${c.holderConfirmed}, ${c.now}, ${c.actionKey},
      exists (select from device_trace d join member m using (member_id) where d.member_id = ${c.memberId} and d.device = ${c.device}
        and (d.first_at <= ${c.now}::timestamptz - make_interval(days => ${KNOWN_AFTER_DAYS}) or d.first_at <= m.created_at + make_interval(mins => ${REGISTRATION_MINUTES})))`,
  )

/**
 * Unbinds a card; false when the member has no such card. Waits for withdrawals that are just
 * choosing it.
 */
export const unbindCard = async (
  db: Db,
  memberId: bigint,
  cardId: number,
  now: Date,
): Promise<boolean> =>
  (await run(
    db,
    sql`update card set unbound_at = ${now} where member_id = ${memberId} and card_id = ${cardId} and unbound_at is null`,
  )) === 1

/** Other members who have bound a number of this member's now or before. */
export const membersSharingNumbers = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<{ memberId: bigint; name: string }>`
    select distinct other.member_id, m.name
    from card mine join card other on other.number_digest = mine.number_digest and other.member_id <> mine.member_id
    join member m on m.member_id = other.member_id
    where mine.member_id = ${memberId} order by other.member_id limit ${limit}`,
  )

export type Bank = { bankId: number; bankName: string; kind: 'bank' | 'alipay'; ico: string }

export const enabledBanks = (db: Db) =>
  rows(
    db,
    sql<Bank>`select bank_id, bank_name, kind, ico from bank where enabled order by rank, bank_id`,
  )

/** A bank by its name, whether it may still be chosen or not. */
export const bankNamed = (db: Db, bankName: string) =>
  row(
    db,
    sql<Bank & { enabled: boolean }>`
    select bank_id, bank_name, kind, ico, enabled from bank where bank_name = ${bankName}`,
  )

/** The number of a withdrawal that is still to be paid to this card. */
export const withdrawalPendingTo = async (
  db: Db,
  memberId: bigint,
  cardId: number,
): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ withdrawalNo: string }>`
    select withdrawal_no from withdrawal_order where member_id = ${memberId} and card_id = ${cardId} and state = ${sql.literal(reviewState.waiting)} limit 1`,
    )
  )?.withdrawalNo

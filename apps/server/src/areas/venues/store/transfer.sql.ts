import { transferState, type TransferState } from '@tianping/contract/venues/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import {
  histories,
  historyPages,
  type HistoryAsked,
  type Listed,
} from '../../../kernel/reads/history.sql.ts'
import { historyReader } from '../../../kernel/reads/history.ts'
import type { Actor } from '../../../ledger/ledger.ts'

const pending = sql.literal(transferState.pending)

export type Transfer = {
  memberId: bigint
  txId: string
  requestKey: string
  venueId: number
  direction: 'IN' | 'OUT'
  amountFen: bigint
  takeAll: boolean
  movedFen: bigint | null
  state: TransferState
  reason: string
  checks: number
  createdAt: Date
}

const columns = sql`
  member_id, tx_id, request_key, venue_id, direction, amount_fen,
  take_all, moved_fen, state, reason, checks, created_at`

export type Begun = {
  kind: 'begun' | 'busy' | 'repeated' | 'insufficient' | 'apart' | 'stopped' | 'blocked'
  availableFen: bigint | null
  /** Of the transfer that began, or of the one that the same action began before. */
  txId: string | null
}

type Beginning = Pick<
  Transfer,
  | 'memberId'
  | 'txId'
  | 'requestKey'
  | 'venueId'
  | 'direction'
  | 'amountFen'
  | 'takeAll'
  | 'createdAt'
> & {
  nextCheckAt: Date
  actor: Actor
  /** What of the central wallet is not played with. */
  apartFen: bigint
}

/**
 * Begins a transfer: locks the member, refuses who may not play, stores the row and holds the
 * money. Alone it commits as a whole; in a transaction, with that.
 */
export const beginTransfer = (db: Db, t: Beginning) =>
  theRow(
    db,
    sql<Begun>`/* prepared */
    select kind, available_fen, tx_id from transfer_begin(
      ${t.memberId}, ${t.txId}, ${t.requestKey}, ${t.venueId}::smallint, ${t.direction}, ${t.amountFen}, ${t.takeAll}, ${t.createdAt}, ${t.nextCheckAt},
      ${t.actor.type}, ${t.actor.id}, ${t.apartFen})`,
  )

type Ending = {
  memberId: bigint
  txId: string
  /** What the venue moved, at most what was held; null when it failed. */
  movedFen: bigint | null
  reason: string
  now: Date
  actor: Actor
}

/**
 * Ends a transfer once, as a whole: posts what was moved, or releases the hold. Answers the
 * transfer as it is then; whoever comes second finds it ended.
 */
export const endTransfer = (db: Db, t: Ending) =>
  theRow(
    db,
    sql<Transfer>`/* prepared */
    select ${columns} from transfer_end(${t.memberId}, ${t.txId}, ${t.movedFen}, ${t.reason}, ${t.now}, ${t.actor.type}, ${t.actor.id})`,
  )

export const transferOfRequest = (
  db: Db,
  memberId: bigint,
  requestKey: string,
  venueId: number,
  direction: 'IN' | 'OUT',
) =>
  row(
    db,
    sql<Transfer>`
    select ${columns} from venue_transfer
    where member_id = ${memberId} and request_key = ${requestKey} and venue_id = ${venueId} and direction = ${direction}`,
  )

/** The transfer by hand that an action of the member began. */
export const transferOfAction = (db: Db, memberId: bigint, requestKey: string) =>
  row(
    db,
    sql<Transfer>`
    select ${columns} from venue_transfer where member_id = ${memberId} and request_key = ${requestKey}`,
  )

export const transferInFlight = (db: Db, memberId: bigint, venueId: number) =>
  row(
    db,
    sql<Transfer>`select ${columns} from venue_transfer where member_id = ${memberId} and venue_id = ${venueId} and state = ${pending}`,
  )

/** The transfer, locked until the transaction ends. */
export const lockTransfer = (db: Db, memberId: bigint, txId: string) =>
  theRow(
    db,
    sql<Transfer>`select ${columns} from venue_transfer where member_id = ${memberId} and tx_id = ${txId} for update`,
  )

export const resolveTransfer = (
  db: Db,
  t: {
    memberId: bigint
    txId: string
    state: Exclude<TransferState, typeof transferState.pending>
    movedFen: bigint | null
    reason: string
    now: Date
  },
) =>
  run(
    db,
    sql`
    update venue_transfer set state = ${t.state}, moved_fen = ${t.movedFen}, reason = ${t.reason}, resolved_at = ${t.now}, next_check_at = null
    where member_id = ${t.memberId} and tx_id = ${t.txId} and state = ${pending}`,
  )

/**
 * Takes up to `limit` transfers whose next question is due; their next one moves on, so that no two
 * instances ask at once.
 */
export const takeDueTransfers = (db: Db, now: Date, leaseUntil: Date, limit: number) =>
  rows(
    db,
    sql<Transfer>`
    update venue_transfer t set checks = least(t.checks + 1, 32000), next_check_at = ${leaseUntil}
    from (
      select member_id, tx_id from venue_transfer where state = ${pending} and next_check_at <= ${now}
      order by next_check_at limit ${limit} for update skip locked
    ) due
    where t.member_id = due.member_id and t.tx_id = due.tx_id
    returning ${sql`t.member_id, t.tx_id, t.request_key, t.venue_id, t.direction,
      t.amount_fen, t.take_all, t.moved_fen, t.state, t.reason, t.checks, t.created_at`}`,
  )

export const askAgainAt = (db: Db, memberId: bigint, txId: string, at: Date) =>
  run(
    db,
    sql`update venue_transfer set next_check_at = ${at} where member_id = ${memberId} and tx_id = ${txId} and state = ${pending}`,
  )

/**
 * What was asked of the venue about a transfer and what it said; kept where it was not simply done
 * at once.
 */
export const addAnswer = (
  db: Db,
  a: { memberId: bigint; txId: string; at: Date; asked: Asked; by: string; said: string },
) =>
  run(
    db,
    sql`
    insert into venue_transfer_answer (member_id, tx_id, at, asked, asked_by, said) values (${a.memberId}, ${a.txId}, ${a.at}, ${a.asked}, ${a.by}, ${a.said.slice(0, 300)})`,
  )
export type Asked = 'transfer' | 'state' | 'finalize' | 'put_player'

export const readTransfer = (db: Db, memberId: bigint, txId: string) =>
  row(
    db,
    sql<Transfer>`select ${columns} from venue_transfer where member_id = ${memberId} and tx_id = ${txId}`,
  )

/** The member's place at a venue, if there ever was one. */
export const venuePlayer = (db: Db, memberId: bigint, venueId: number) =>
  row(
    db,
    sql<{ epoch: number; seenVersion: bigint; seenAt: Date | null }>`
    select epoch, seen_version, seen_at from venue_player where member_id = ${memberId} and venue_id = ${venueId}`,
  )

export const addVenuePlayer = (db: Db, memberId: bigint, venueId: number) =>
  run(
    db,
    sql`insert into venue_player (member_id, venue_id) values (${memberId}, ${venueId}) on conflict do nothing`,
  )

export const nextEpoch = (db: Db, memberId: bigint, venueId: number) =>
  run(
    db,
    sql`update venue_player set epoch = epoch + 1 where member_id = ${memberId} and venue_id = ${venueId}`,
  )

export const markSeen = (
  db: Db,
  memberId: bigint,
  venueId: number,
  seenVersion: bigint,
  now: Date,
) =>
  run(
    db,
    sql`update venue_player set seen_version = ${seenVersion}, seen_at = ${now} where member_id = ${memberId} and venue_id = ${venueId}`,
  )

export const markLaunched = (db: Db, memberId: bigint, venueId: number, now: Date) =>
  run(
    db,
    sql`update venue_player set launched_at = ${now} where member_id = ${memberId} and venue_id = ${venueId}`,
  )

type LaunchNote = {
  memberId: bigint
  venueId: number
  gameCode: string
  address: string
  at: Date
}

/** Keeps from where a game was opened; the bets that follow there were played from it. */
export const noteLaunch = (db: Db, l: LaunchNote) =>
  run(
    db,
    sql`insert into game_launch (member_id, venue_id, game_code, address, at)
    values (${l.memberId}, ${l.venueId}, ${l.gameCode}, ${l.address}, ${l.at})`,
  )

/** The venues whose games the member has opened. */
export const launchedAt = async (db: Db, memberId: bigint): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{
        venueId: number
      }>`select distinct venue_id from venue_player where member_id = any(array(select accounts_of_person(${memberId}))) and launched_at is not null`,
    )
  ).map(found => found.venueId)

/** Where the member has been and when the balance there was last seen, latest launch first. */
export const playersOf = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{ venueId: number; seenAt: Date | null; launchedAt: Date | null }>`
    select venue_id, seen_at, launched_at from venue_player
    where member_id = ${memberId} order by launched_at desc nulls last`,
  )

export type TransferRecord = Listed & {
  venueId: number
  amountFen: bigint
  state: TransferState
  createdAt: Date
}

export const transferPages = (asked: readonly HistoryAsked[]) =>
  sql<TransferRecord>`/* prepared */ ${historyPages(
    {
      from: sql`(select * from venue_transfer where (asked.venue_id is null or venue_id = asked.venue_id)
    and direction = case asked.history when ${sql.literal(histories.transfersIn)} then 'IN' else 'OUT' end) t`,
      no: sql`tx_id`,
      columns: sql`o.venue_id, coalesce(o.moved_fen, o.amount_fen) as amount_fen, o.state, o.created_at`,
    },
    asked,
  )}`
/** A page of a member's transfers of one direction, newest first. */
export const transferRecords = historyReader(transferPages)

export type UnderWay = Pick<Transfer, 'venueId' | 'direction' | 'amountFen' | 'createdAt'>

/** The transfers of a member that the venues have not confirmed. */
export const transfersUnderWay = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<UnderWay>`select venue_id, direction, amount_fen, created_at from venue_transfer
    where member_id = ${memberId} and state = ${pending}`,
  )

/** Whether a transfer of the member is under way at any venue. */
export const anyInFlight = async (db: Db, memberId: bigint): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ found: boolean }>`
      select exists (select from venue_transfer where member_id = ${memberId} and state = ${pending}) as found`,
    )
  ).found

/** Grows with every transfer of the member that begins or ends. */
export const epochsOf = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ sum: bigint }>`
      select coalesce(sum(epoch), 0)::bigint as sum from venue_player where member_id = ${memberId}`,
    )
  ).sum

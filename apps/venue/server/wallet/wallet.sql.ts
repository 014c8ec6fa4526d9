import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type PlayerRow = {
  playerId: string
  nickname: string
  currency: 'CNY'
  locked: boolean
  created: boolean
}
export type WalletRow = { playerId: string; available: bigint; frozen: bigint; version: bigint }
export type LockedWallet = WalletRow & { locked: boolean }
export type TransferRow = {
  ref: string
  status: 'SUCCESS' | 'FAILED' | 'VOIDED'
  request: string | null
  playerId: string | null
  direction: 'IN' | 'OUT' | null
  amount: bigint | null
  code: number | null
  venueTxnId: string | null
  balanceAfter: bigint | null
  createdAt: Date
}

/**
 * Creates the player and his wallet, or renames him; `created` tells which (a new row's xmax is
 * zero).
 */
export const putPlayer = (db: Db, desk: number, player: string, nickname: string, at: Date) =>
  theRow(
    db,
    sql<PlayerRow>`
    with made as (
      insert into player (desk_id, player_id, nickname, currency, created_at) values (${desk}, ${player}, ${nickname}, 'CNY', ${at})
      on conflict (desk_id, player_id) do update set nickname = excluded.nickname
      returning player_id, nickname, currency, locked, xmax = 0 as created
    ), purse as (
      insert into wallet (desk_id, player_id) select ${desk}, player_id from made where created
    ) select * from made`,
  )

export const setLocked = (db: Db, desk: number, player: string, locked: boolean) =>
  run(
    db,
    sql`update player set locked = ${locked} where desk_id = ${desk} and player_id = ${player}`,
  )

/** A demo player with play money of his own, outside feeds and statements. */
export const putDemoPlayer = (db: Db, desk: number, player: string, grant: bigint, at: Date) =>
  run(
    db,
    sql`
    with made as (
      insert into player (desk_id, player_id, nickname, currency, demo, created_at) values (${desk}, ${player}, '试玩', 'CNY', true, ${at})
      returning player_id
    ) insert into wallet (desk_id, player_id, available) select ${desk}, player_id, ${grant} from made`,
  )

export const deleteDemoPlayers = (db: Db, before: Date) =>
  run(db, sql`delete from player where demo and created_at < ${before}`)

export const findPlayer = (db: Db, desk: number, player: string) =>
  row(
    db,
    sql<{
      locked: boolean
    }>`select locked from player where desk_id = ${desk} and player_id = ${player} and not demo`,
  )

/** Wallets of known players; those of demos only for their own pages, never for a signed call. */
export const wallets = (db: Db, desk: number, players: string[], demoToo = false) =>
  rows(
    db,
    sql<WalletRow>`select w.player_id, w.available, w.frozen, w.version from wallet w join player p using (desk_id, player_id)
    where w.desk_id = ${desk} and w.player_id = any(${players}) and (${demoToo} or not p.demo) order by w.player_id`,
  )

/** Takes the lock of everything a player does. */
export const lockWallet = (tx: Tx, desk: number, player: string) =>
  row(
    tx,
    sql<LockedWallet>`select w.player_id, w.available, w.frozen, w.version, p.locked
    from wallet w join player p using (desk_id, player_id) where w.desk_id = ${desk} and w.player_id = ${player} for update of w`,
  )

/** Adds `change` (which may be negative) to a locked wallet and answers the new balance. */
export const changeWallet = (tx: Tx, desk: number, player: string, change: bigint) =>
  theRow(
    tx,
    sql<WalletRow>`update wallet set available = available + ${change}, version = version + 1
    where desk_id = ${desk} and player_id = ${player} returning player_id, available, frozen, version`,
  )

/**
 * Begins an instant round; false when the player's last one, in whichever wallet of the merchant,
 * began after `before`.
 */
export const takeTurn = async (
  tx: Tx,
  { merchant, playerId: player }: { merchant: string; playerId: string },
  at: Date,
  before: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into pace as p (merchant, player_id, last_spin_at) values (${merchant}, ${player}, ${at})
    on conflict (merchant, player_id) do update set last_spin_at = excluded.last_spin_at where p.last_spin_at <= ${before}`,
  )) > 0

/**
 * Serialises everything that concerns one ref, whether it has a row yet or not, until the
 * transaction ends.
 */
export const lockRef = (tx: Tx, desk: number, ref: string) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${ref}, ${desk}::bigint))`)

/** True when nobody is at work on this ref. */
export const refIsIdle = async (tx: Tx, desk: number, ref: string) =>
  (
    await theRow(
      tx,
      sql<{
        idle: boolean
      }>`select pg_try_advisory_xact_lock_shared(hashtextextended(${ref}, ${desk}::bigint)) as idle`,
    )
  ).idle

export const findTransfer = (db: Db, desk: number, ref: string) =>
  row(
    db,
    sql<TransferRow>`select ref, status, request, player_id, direction, amount, code, venue_txn_id, balance_after, created_at
    from transfer where desk_id = ${desk} and ref = ${ref}`,
  )

export type Move = {
  ref: string
  request: string
  player: string
  direction: 'IN' | 'OUT'
  /** Null takes out whatever is there. */
  amount: bigint | null
  venueTxnId: string
  at: Date
}

/** Applies a transfer at most once; answers the ref's row as it now stands, made now or before. */
export const applyTransfer = (db: Db, desk: number, move: Move) =>
  theRow(
    db,
    sql<TransferRow>`select ref, status, request, player_id, direction, amount, code, venue_txn_id, balance_after, created_at
    from apply_transfer(${desk}, ${move.ref}, ${move.request}, ${move.player}, ${move.direction}, ${move.amount}, ${move.venueTxnId}, ${move.at})`,
  )

export const writeTransfer = (tx: Tx, desk: number, transfer: TransferRow) =>
  run(
    tx,
    sql`insert into transfer (desk_id, ref, status, request, player_id, direction, amount, code, venue_txn_id, balance_after, created_at)
    values (${desk}, ${transfer.ref}, ${transfer.status}, ${transfer.request}, ${transfer.playerId}, ${transfer.direction}, ${transfer.amount},
      ${transfer.code}, ${transfer.venueTxnId}, ${transfer.balanceAfter}, ${transfer.createdAt})`,
  )

import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type Outcome = 'done' | 'pending' | 'refused'
export type SignalRow = {
  ref: string
  kind: 'left' | 'money'
  ticket: string
  playerId: string
  amount: bigint | null
  madeAt: Date
  outcome: Outcome | null
  said: string
}
const columns = sql`ref, kind, ticket, player_id, amount, made_at, outcome, said`

/** What the platform has not answered for good, oldest first, as far as anybody still waits. */
export const unanswered = (
  db: Db,
  desk: number,
  since: { left: Date; money: Date },
  limit: number,
) =>
  rows(
    db,
    sql<SignalRow>`select ${columns} from signal
    where desk_id = ${desk} and (outcome is null or outcome = 'pending')
      and made_at > case kind when 'left' then ${since.left}::timestamptz else ${since.money}::timestamptz end
    order by made_at, ref limit ${limit}`,
  )

export const addSignal = (
  db: Db,
  desk: number,
  s: Pick<SignalRow, 'ref' | 'kind' | 'ticket' | 'playerId' | 'amount' | 'madeAt'>,
) =>
  run(
    db,
    sql`insert into signal (desk_id, ref, kind, ticket, player_id, amount, made_at)
    values (${desk}, ${s.ref}, ${s.kind}, ${s.ticket}, ${s.playerId}, ${s.amount}, ${s.madeAt}) on conflict do nothing`,
  )

export const findSignal = (db: Db, desk: number, ref: string) =>
  row(db, sql<SignalRow>`select ${columns} from signal where desk_id = ${desk} and ref = ${ref}`)

/** Keeps the platform's answer; one that is final stands. */
export const answer = (db: Db, desk: number, ref: string, a: { outcome: Outcome; said: string }) =>
  run(
    db,
    sql`update signal set outcome = ${a.outcome}, said = ${a.said}
    where desk_id = ${desk} and ref = ${ref} and (outcome is null or outcome = 'pending')`,
  )

/** What was asked for under a ticket and not refused: it counts against what the player allowed. */
export const askedFor = async (tx: Tx, desk: number, ticket: string): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ amount: bigint }>`select coalesce(sum(amount), 0)::bigint as amount from signal
      where desk_id = ${desk} and ticket = ${ticket} and kind = 'money' and coalesce(outcome, 'pending') <> 'refused'`,
    )
  ).amount

type Page = { deskId: number; ticket: string; at: Date }

/** Whether a page of the launch is open, or is about to be. */
export const isOpen = async (db: Db, { deskId, ticket, at }: Page): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ open: boolean }>`select
        exists (select from session where desk_id = ${deskId} and ticket = ${ticket} and ended_at is null and expires_at > ${at})
        or exists (select from launch where desk_id = ${deskId} and ticket = ${ticket} and used_at is null
          and voided_at is null and expires_at > ${at}) as open`,
    )
  ).open

export type Gone = { deskId: number; ticket: string; playerId: string }
type Ended = { deskId: number; ticket: string | null; playerId: string }

/** Ends pages that were closed, or have expired; answers the launches they were of. */
export const endGone = (db: Db, { at, awayBefore }: { at: Date; awayBefore: Date }) =>
  rows(
    db,
    sql<Ended>`update session set ended_at = ${at}
    where ticket is not null and ended_at is null and (away_at <= ${awayBefore} or expires_at <= ${at})
    returning desk_id, ticket, player_id`,
  )

/** The page was closed (or not, with null); only a session that is open changes. */
export const markAway = (db: Db, sessionHash: Buffer, awayAt: Date | null) =>
  run(
    db,
    sql`update session set away_at = ${awayAt}
    where session_hash = ${sessionHash} and ended_at is null and away_at is distinct from ${awayAt}`,
  )

export const deleteOldSignals = (db: Db, before: Date) =>
  run(db, sql`delete from signal where made_at < ${before}`)

import { betStatus } from '@tianping/contract/records/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

const open = sql.literal(betStatus.open)

export type Ticket = {
  ticket: string
  memberId: bigint
  venueId: number
  madeAt: Date
  endedAt: Date | null
  homeDueAt: Date | null
  homeTries: number
  homeFen: bigint
}
const columns = sql`ticket, member_id, venue_id, made_at, ended_at, home_due_at, home_tries, home_fen`

export const addTicket = (
  db: Db,
  t: { ticket: string; memberId: bigint; venueId: number; madeAt: Date; expiresAt: Date },
) =>
  run(
    db,
    sql`insert into launch_ticket (ticket, member_id, venue_id, made_at, expires_at)
    values (${t.ticket}, ${t.memberId}, ${t.venueId}, ${t.madeAt}, ${t.expiresAt})`,
  )

/** Writes down what the member has agreed may follow into the game. */
export const allowMoney = (
  db: Db,
  ticket: string,
  allowed: { eachFen: bigint; totalFen: bigint },
) =>
  run(
    db,
    sql`update launch_ticket set each_fen = ${allowed.eachFen}, allowed_fen = ${allowed.totalFen} where ticket = ${ticket}`,
  )

/** Writes down what bets of the launch are held to, where our wallet is asked for each of them. */
export const boundTicket = (
  db: Db,
  b: {
    ticket: string
    gameCode: string
    room: { stakeFen: bigint | null; lossFen: bigint | null }
    endsAt: Date | null
  },
) =>
  run(
    db,
    sql`update launch_ticket set game_code = ${b.gameCode}, stake_left_fen = ${b.room.stakeFen}, loss_left_fen = ${b.room.lossFen},
      expires_at = least(expires_at, ${b.endsAt}::timestamptz) where ticket = ${b.ticket}`,
  )

export const ticketOf = (db: Db, memberId: bigint, ticket: string) =>
  row(
    db,
    sql<Ticket>`select ${columns} from launch_ticket where ticket = ${ticket} and member_id = ${memberId}`,
  )

/** Ends a ticket, once, and has its money looked for; nothing comes back the second time. */
export const endTicket = (
  db: Db,
  t: { memberId: bigint; venueId: number; ticket: string; now: Date },
) =>
  run(
    db,
    sql`update launch_ticket set ended_at = ${t.now}, home_due_at = ${t.now}
    where ticket = ${t.ticket} and member_id = ${t.memberId} and venue_id = ${t.venueId} and ended_at is null`,
  )

/** Ends what a member has open at every venue, but for one launch that is under way. */
export const endTicketsOf = (db: Db, memberId: bigint, { now, but }: { now: Date; but: string }) =>
  run(
    db,
    sql`update launch_ticket set ended_at = ${now}, home_due_at = ${now}
    where member_id = ${memberId} and ended_at is null and ticket <> ${but}`,
  )

/** Ends every ticket. all members: all play stops. */
export const endAllTickets = (db: Db, now: Date) =>
  run(
    db,
    sql`update launch_ticket set ended_at = ${now}, home_due_at = ${now} where ended_at is null and expires_at > ${now}`,
  )

/** Whether the member has another game of the venue open. */
export const isPlaying = async (
  db: Db,
  { memberId, venueId, now }: { memberId: bigint; venueId: number; now: Date },
): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from launch_ticket
    where member_id = ${memberId} and venue_id = ${venueId} and ended_at is null and expires_at > ${now}`,
  )) !== undefined

/** Takes a ticket to bring its money home; nobody else takes it until then. */
export const takeHome = (db: Db, ticket: string, { now, until }: { now: Date; until: Date }) =>
  row(
    db,
    sql<Ticket>`update launch_ticket set home_due_at = ${until}, home_tries = least(home_tries + 1, 32000)
    where ticket = ${ticket} and home_due_at <= ${now} returning ${columns}`,
  )

/** Takes those that are due. all members: what is due comes home wherever it is. */
export const takeDueHomes = (db: Db, now: Date, until: Date, limit: number) =>
  rows(
    db,
    sql<Ticket>`update launch_ticket set home_due_at = ${until}, home_tries = least(home_tries + 1, 32000)
    where ticket in (select ticket from launch_ticket where home_due_at <= ${now} order by home_due_at limit ${limit} for update skip locked)
    returning ${columns}`,
  )

/** Looked for again then; null for done. Adds what came home. */
export const putHome = (
  db: Db,
  ticket: string,
  { dueAt, movedFen }: { dueAt: Date | null; movedFen: bigint },
) =>
  run(
    db,
    sql`update launch_ticket set home_due_at = ${dueAt}, home_fen = home_fen + ${movedFen} where ticket = ${ticket}`,
  )

export type OpenBets = { rounds: number; tickets: number }

/** A member's undecided bets at a venue: of rounds, and of matches, which may take days. */
export const openBetsAt = (db: Db, memberId: bigint, venueId: number) =>
  theRow(
    db,
    sql<OpenBets>`
    select (count(*) filter (where v.category not in ('sport', 'gaming')))::int as rounds,
      (count(*) filter (where v.category in ('sport', 'gaming')))::int as tickets
    from bet b join venue v using (venue_id)
    where b.member_id = ${memberId} and b.venue_id = ${venueId} and b.status = ${open}`,
  )

export type Want = {
  memberId: bigint
  venueId: number
  ref: string
  ticket: string
  amountFen: bigint
  heardAt: Date
  state: 'open' | 'taken' | 'refused'
  reason: string
}

/** Keeps what a game asks for; the first request of a ref stands. */
export const addWant = async (db: Db, w: Omit<Want, 'state' | 'reason'>): Promise<Want> => {
  await run(
    db,
    sql`insert into money_want (member_id, venue_id, ref, ticket, amount_fen, heard_at)
    values (${w.memberId}, ${w.venueId}, ${w.ref}, ${w.ticket}, ${w.amountFen}, ${w.heardAt}) on conflict do nothing`,
  )
  return theRow(
    db,
    sql<Want>`select member_id, venue_id, ref, ticket, amount_fen, heard_at, state, reason from money_want
    where member_id = ${w.memberId} and venue_id = ${w.venueId} and ref = ${w.ref}`,
  )
}

/** Takes the amount off what the member allowed in an open game; false where it does not fit. */
export const useAllowance = async (
  tx: Db,
  { ticket, amountFen, now }: { ticket: string; amountFen: bigint; now: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`update launch_ticket set used_fen = used_fen + ${amountFen}
    where ticket = ${ticket} and ended_at is null and expires_at > ${now}
      and ${amountFen} <= each_fen and used_fen + ${amountFen} <= allowed_fen`,
  )) > 0

/** Gives back what was taken off for a transfer that moved nothing. */
export const returnAllowance = (db: Db, ticket: string, amountFen: bigint) =>
  run(
    db,
    sql`update launch_ticket set used_fen = greatest(0, used_fen - ${amountFen}) where ticket = ${ticket}`,
  )

type Which = Pick<Want, 'memberId' | 'venueId' | 'ref'>

/** Takes a want that is open; false where somebody has decided it. */
export const takeWant = async (db: Db, { memberId, venueId, ref }: Which): Promise<boolean> =>
  (await run(
    db,
    sql`update money_want set state = 'taken'
    where member_id = ${memberId} and venue_id = ${venueId} and ref = ${ref} and state = 'open'`,
  )) > 0

/** Refuses a want in a state; false where it is in another one. */
export const refuseWant = async (
  db: Db,
  { memberId, venueId, ref }: Which,
  { from, reason }: { from: 'open' | 'taken'; reason: string },
): Promise<boolean> =>
  (await run(
    db,
    sql`update money_want set state = 'refused', reason = ${reason}
    where member_id = ${memberId} and venue_id = ${venueId} and ref = ${ref} and state = ${from}`,
  )) > 0

/** Whether auto-transfer is on, and the most it brings at one entry; null for no bound. */
export const automaticOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ automatic: boolean; capFen: bigint | null }>`
    select transferstatus as automatic, transfer_cap_fen as cap_fen from member where member_id = ${memberId}`,
  )

/** Whether the launch is still open. */
export const isOpen = async (db: Db, ticket: string, now: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from launch_ticket where ticket = ${ticket} and ended_at is null and expires_at > ${now}`,
  )) !== undefined

/** Ends launches from before a moment with what was asked for in them; at most `limit` launches. */
export const dropLaunches = async (db: Db, before: Date, limit: number): Promise<number> =>
  (await theRow(db, sql<{ gone: number }>`select drop_launches(${before}, ${limit}) as gone`)).gone

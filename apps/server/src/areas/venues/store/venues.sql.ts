import { gameState, type Category, type GamePick } from '@tianping/contract/games/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { transferState, type TransferState } from '@tianping/contract/venues/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { account } from '../../../ledger/accounts.ts'
import { ofSource } from '../../journal/journal.ts'
import {
  inAmounts,
  inSpan,
  ofNumbered,
  ofStates,
  onDay,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byFen,
  byMoment,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

const shown = sql.literal(gameState.shown)

export type VenueRow = {
  venueId: number
  seen: string
  platname: string
  name: string
  category: Category
  ico: string
  rank: number
  state: 'open' | 'maintenance'
  games: number
  gamesShown: number
  readAt: Date | null
  restsUntil: Date | null
  cursor: bigint
  pending: number
  members: number
  heldFen: bigint
  openFen: bigint
  openBets: number
}

/** Every venue with what it holds by our books. all members: an operator asks about the house. */
export const venueRows = (db: Db) =>
  rows(
    db,
    sql<VenueRow>`
    with held as (
      select venue_id, count(*)::int as members, sum(posted_balance)::bigint as fen
      from ledger.account where account_code = ${account.memberVenue} and posted_balance > 0 group by venue_id),
    pending as (select venue_id, count(*)::int as count from venue_transfer where state = ${sql.literal(transferState.pending)} group by venue_id),
    staked as (select venue_id, count(*)::int as bets, sum(stake_fen)::bigint as fen from bet where status = ${sql.literal(betStatus.open)} group by venue_id),
    games as (select venue_id, count(*)::int as count, (count(*) filter (where app_state = ${shown}))::int as shown from game group by venue_id)
    select v.venue_id, md5(v::text) as seen, v.platname, v.name, v.category, v.ico, v.rank, v.state, coalesce(g.count, 0) as games,
      coalesce(g.shown, 0) as games_shown, f.read_at, l.rests_until, coalesce(f.cursor, 0)::bigint as cursor, coalesce(p.count, 0) as pending,
      coalesce(h.members, 0) as members, coalesce(h.fen, 0)::bigint as held_fen,
      coalesce(o.fen, 0)::bigint as open_fen, coalesce(o.bets, 0) as open_bets
    from venue v left join venue_feed f using (venue_id) left join venue_link l using (platname) left join held h using (venue_id) left join pending p using (venue_id) left join games g using (venue_id) left join staked o using (venue_id)
    order by v.rank, v.venue_id`,
  )

/** What all members hold at one venue. all members: it is a limit of the house. */
export const heldFen = async (db: Db, venueId: number): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
    select coalesce(sum(posted_balance), 0)::bigint as fen from ledger.account
    where account_code = ${account.memberVenue} and venue_id = ${venueId} and posted_balance > 0`,
    )
  ).fen

export type VenueSet = Pick<VenueRow, 'venueId' | 'name' | 'ico' | 'rank' | 'state'>

export const lockVenue = (tx: Db, venueId: number) =>
  row(
    tx,
    sql<
      VenueSet & { seen: string; platname: string }
    >`select venue_id, md5(v::text) as seen, platname, name, ico, rank, state from venue v where venue_id = ${venueId} for update`,
  )

export const updateVenue = (tx: Db, v: VenueSet) =>
  run(
    tx,
    sql`update venue set name = ${v.name}, ico = ${v.ico}, rank = ${v.rank}, state = ${v.state} where venue_id = ${v.venueId}`,
  )

/** The new venue's number, which is the ledger's; undefined when its code or its tab is taken. */
export const insertVenue = async (
  tx: Db,
  v: {
    platname: string
    name: string
    category: string
    slotTab: string
    ico: string
    rank: number
  },
): Promise<number | undefined> =>
  (
    await row(
      tx,
      sql<{ venueId: number }>`
    insert into venue (venue_id, platname, name, category, slot_tab, ico, rank, state)
    select coalesce(max(venue_id), 0) + 1, ${v.platname}, ${v.name}, ${v.category}, nullif(${v.slotTab}, ''), ${v.ico}, ${v.rank}, 'maintenance' from venue
    on conflict do nothing returning venue_id`,
    )
  )?.venueId

/** Adds the games that a venue names and the site does not have, hidden; answers how many. */
export const insertGames = (
  tx: Db,
  venueId: number,
  games: { code: string; name: string; picture: string }[],
) =>
  run(
    tx,
    sql`
    insert into game (venue_id, game_code, name, image, rank, app_state, on_home)
    select ${venueId}, g.code, g.name, g.picture, g.rank, ${sql.literal(gameState.hidden)}, false from unnest(${games.map(g => g.code)}::text[], ${games.map(g => g.name)}::text[],
      ${games.map(g => g.picture)}::text[]) with ordinality g (code, name, picture, rank)
    on conflict do nothing`,
  )

/** Games that are shown although the venue does not name them. */
export const shownBeside = async (tx: Db, venueId: number, codes: string[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{
        name: string
      }>`select name from game where venue_id = ${venueId} and app_state = ${shown} and not game_code = any(${codes}::text[]) order by rank, game_code limit 50`,
    )
  ).map(each => each.name)

export type GameRow = {
  venueId: number
  gameCode: string
  seen: string
  name: string
  image: string
  rank: number
  shown: boolean
  onHome: boolean
  pick: GamePick
  players: number
  firstShownAt: Date | null
}

const game = sql`
  g.venue_id, g.game_code, md5(g::text) as seen, g.name, g.image, g.rank, g.app_state = ${shown} as shown, g.on_home,
  g.pick, coalesce((select h.players from game_heat h where h.venue_id = g.venue_id and h.game_code = g.game_code), 0)::int as players, g.first_shown_at`

/**
 * Games in the order members see them. `shown` null for both kinds; `q` is how a code or a part of
 * a name reads.
 */
export async function gameRows(
  db: Db,
  f: { venueId: number; shown: boolean | null; q: string; limit: number; offset: number },
) {
  const from = sql`
    from game g join venue v using (venue_id)
    where (${f.venueId} = 0 or g.venue_id = ${f.venueId}) and (${f.shown}::boolean is null or (g.app_state = ${shown}) = ${f.shown}::boolean)
      and (${f.q} = '' or starts_with(lower(g.game_code), lower(${f.q})) or position(lower(${f.q}) in lower(g.name)) > 0)`
  const found = await rows(
    db,
    sql<GameRow>`select ${game} ${from} order by v.rank, v.venue_id, g.rank, g.game_code limit ${f.limit} offset ${f.offset}`,
  )
  const { total } = await theRow(db, sql<{ total: number }>`select count(*)::int as total ${from}`)
  return { rows: found, total }
}

export const lockGame = (tx: Db, venueId: number, gameCode: string) =>
  row(
    tx,
    sql<GameRow>`select ${game} from game g where venue_id = ${venueId} and game_code = ${gameCode} for update`,
  )

export type GameSet = Omit<GameRow, 'seen' | 'players' | 'firstShownAt'>

/** Keeps the day on which members could first open the game. */
export const updateGame = (tx: Db, g: GameSet, at: Date) =>
  run(
    tx,
    sql`
    update game set name = ${g.name}, image = ${g.image}, rank = ${g.rank}, app_state = ${g.shown ? gameState.shown : gameState.hidden}, on_home = ${g.onHome}, pick = ${g.pick},
      first_shown_at = coalesce(first_shown_at, case when ${g.shown} and app_state <> ${shown} then ${at}::timestamptz end)
    where venue_id = ${g.venueId} and game_code = ${g.gameCode}`,
  )

export type TransferRow = {
  txId: string
  memberId: bigint
  username: string
  venue: string
  direction: 'IN' | 'OUT'
  amountFen: bigint
  movedFen: bigint | null
  state: TransferState
  reason: string
  checks: number
  nextCheckAt: Date | null
  createdAt: Date
  resolvedAt: Date | null
}

const transfer = sql`
  t.tx_id, t.member_id, m.name as username, v.name as venue, t.direction, t.amount_fen, t.moved_fen, t.state,
  t.reason, t.checks, t.next_check_at, t.created_at, t.resolved_at`
const behindTransfer = sql`t join member m using (member_id) join venue v using (venue_id)`

export type TransferFilter = Narrowed & {
  states: readonly number[]
  venueId: number
  q: string
  paging: Paging
}
function arrangedBy({ paging, states }: TransferFilter) {
  const no = sql`t.tx_id`
  const own = states[0] !== transferState.pending
  return paging.sort === 'amount'
    ? byFen(paging, sql`t.amount_fen`, no, own)
    : byMoment(paging, sql`t.created_at`, no, own)
}

/** What is not known yet oldest first, the rest newest first. */
export async function transferRows(db: Db, f: TransferFilter) {
  const where = sql`
    where ${ofStates(f.states, sql`t.state`)} and ${f.venueId === 0 ? sql`true` : sql`t.venue_id = ${f.venueId}`}
      and ${f.q === '' ? sql`true` : ofNumbered(f.q, { member: sql`t.member_id`, no: sql`t.tx_id` })}
      and ${inSpan(sql`t.created_at`, f)} and ${inAmounts(sql`t.amount_fen`, f)}`
  const { behind, order, key } = arrangedBy(f)
  const found = await rows(
    db,
    sql<TransferRow & Keyed>`
    select ${transfer}, ${key} from (select * from venue_transfer t ${where} and ${behind} order by ${order} ${window(f.paging)}) ${behindTransfer}
    order by ${order}`,
  )
  return {
    ...foundOf(f.paging, found),
    total: f.paging.counted ? await totalOf(db, sql`from venue_transfer t ${where}`) : 0,
  }
}

export const transferRow = (db: Db, memberId: bigint, txId: string) =>
  row(
    db,
    sql<TransferRow>`select ${transfer} from venue_transfer ${behindTransfer} where t.member_id = ${memberId} and t.tx_id = ${txId}`,
  )

export type TrailRow = {
  at: Date
  phase: string
  account: number
  layer: string
  amountFen: bigint
}

/** What the ledger booked for a transfer: the hold, and what resolved it. */
export const transferTrail = (db: Db, memberId: bigint, txId: string) =>
  rows(
    db,
    sql<TrailRow>`
    with own as (
      select transaction_id from ${ofSource(memberId, txId)} found),
    all_of_it as (
      select transaction_id from own union
      select r.transaction_id from ledger.transaction r join own on r.pending_id = own.transaction_id where r.member_id = ${memberId})
    select t.created_at as at, t.phase, e.account_code as account, e.layer, e.amount as amount_fen
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where t.member_id = ${memberId} and t.transaction_id in (select transaction_id from all_of_it)
    order by t.transaction_id, e.layer, e.line_no limit 50`,
  )

export const transferAnswers = (db: Db, memberId: bigint, txId: string) =>
  rows(
    db,
    sql<{ at: Date; asked: string; by: string; said: string }>`
    select at, asked, asked_by as by, said from venue_transfer_answer where member_id = ${memberId} and tx_id = ${txId} order by answer_no limit 200`,
  )

export type DaySums = {
  bets: number
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  inFen: bigint
  outFen: bigint
}

/**
 * What our books have of one venue's Beijing day: bets by their first settlement, transfers by
 * their beginning, which is nearest to when the venue made them.
 */
export const ourDay = (db: Db, venueId: number, day: string) =>
  theRow(
    db,
    sql<DaySums>`
    select coalesce(b.bets, 0)::int as bets, coalesce(b.stake, 0)::bigint as stake_fen, coalesce(b.valid, 0)::bigint as valid_fen, coalesce(b.payout, 0)::bigint as payout_fen,
      coalesce(t.moved_in, 0)::bigint as in_fen, coalesce(t.moved_out, 0)::bigint as out_fen
    from (select sum(bets) as bets, sum(stake_fen) as stake, sum(valid_fen) as valid, sum(payout_fen) as payout from venue_day where venue_id = ${venueId} and day = ${day}::date) b
    cross join (
      select sum(moved_fen) filter (where direction = 'IN') as moved_in, sum(moved_fen) filter (where direction = 'OUT') as moved_out
      from venue_transfer where venue_id = ${venueId} and state = ${sql.literal(transferState.done)} and ${onDay(sql`created_at`, day)}) t`,
  )

/** Members no longer see the game and cannot open it. False when it was hidden already. */
export const hideGame = async (tx: Db, venueId: number, gameCode: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update game set app_state = ${gameState.hidden}, on_home = false
    where venue_id = ${venueId} and game_code = ${gameCode} and app_state = ${gameState.shown}`,
  )) === 1

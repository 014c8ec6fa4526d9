import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { listed, listedPage, listedTotal } from '../../../kernel/reads/history.sql.ts'
import { REDPACKET_SETTING } from '../setting.ts'

export type Draw = {
  memberId: bigint
  drawId: string
  day: string
  nonce: number
  clientSeed: string
  amountFen: bigint
  drawMinFen: bigint
  drawMaxFen: bigint
  ruleVersion: number
  countedFen: bigint
  lastDepositAt: Date
  earned: number
  turnoverTimes: number
  claimedAt: Date
  /** The further window that it was drawn in; null for the documented one. */
  giveawayId: number | null
}

const columns = sql`
  member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen,
  draw_max_fen, rule_version, counted_fen, last_deposit_at, earned,
  turnover_times, claimed_at, giveaway_id`

/**
 * A version of the rules as far as its hour of closing goes; the hour is null where the version
 * leaves it to the default.
 */
export type Closing = { closes: string | null; at: string }

/**
 * The current rules with their version, the newest hours of closing, oldest first, and the site's
 * own setting, in one look; null where nothing was set.
 */
export const ruleRows = (db: Db) =>
  theRow(
    db,
    sql<{ version: number | null; rule: unknown; app: unknown; closings: Closing[] | null }>`
    select r.version, r.value as rule, a.value as app,
      (select jsonb_agg(jsonb_build_object('closes', value->>'closes', 'at', changed_at) order by version)
        from (select version, value, changed_at from site_setting where key = ${REDPACKET_SETTING} order by version desc limit 20) newest) as closings
    from (values (1)) one
      left join lateral (select version, value from site_setting where key = ${REDPACKET_SETTING} order by version desc limit 1) r on true
      left join lateral (select value from site_setting where key = 'app' order by version desc limit 1) a on true`,
  )

/** The claims of a member and day: all of them, and those of further windows among them. */
export type Claims = { claims: number; extra: number }

/**
 * Locks the members' claims of a day until the transaction ends, in one order for everybody, and
 * answers how many each has made.
 */
export const lockClaims = async (
  tx: Db,
  asked: { memberId: bigint; day: string }[],
): Promise<Map<bigint, Claims>> =>
  new Map(
    (
      await rows(
        tx,
        sql<Claims & { memberId: bigint }>`
    insert into redpacket_day as d (member_id, day)
    select member_id, day from unnest(${asked.map(each => each.memberId)}::bigint[], ${asked.map(each => each.day)}::date[]) as asked (member_id, day) order by member_id, day
    on conflict (member_id, day) do update set claims = d.claims returning member_id, claims, extra`,
      )
    ).map(({ memberId, ...claims }) => [memberId, claims]),
  )

type Spent = { day: string; spentFen: bigint; ruleVersion: number }

/**
 * What the packets of these days cost so far, locked until the transaction ends. What was kept
 * under other rules is counted anew: they may have had no budget.
 */
export async function lockSpent(
  tx: Db,
  days: string[],
  ruleVersion: number,
): Promise<Map<string, bigint>> {
  const kept = await rows(
    tx,
    sql<Spent>`
    insert into redpacket_spent as s (day) select day from unnest(${days}::date[]) asked (day) order by day
    on conflict (day) do update set spent_fen = s.spent_fen returning day, spent_fen, rule_version`,
  )
  const older = kept.filter(each => each.ruleVersion !== ruleVersion).map(({ day }) => day)
  const counted = older.length > 0 ? await countSpent(tx, older, ruleVersion) : []
  return new Map([...kept, ...counted].map(({ day, spentFen }) => [day, spentFen]))
}

/**
 * What the packets of a day cost; further windows have budgets of their own. A claim day lies
 * within a day of its date, whatever its zone.
 */
const drawnOn = (day: Sql) => sql`
  coalesce((select sum(d.amount_fen) from redpacket_draw d
    where d.day = ${day} and d.giveaway_id is null and d.claimed_at >= ${day} - interval '1 day'
      and d.claimed_at < ${day} + interval '3 days'), 0)::bigint`

/** What the packets of a day cost so far, for showing it: nothing is locked. */
export const readSpent = async (db: Db, day: string, ruleVersion: number): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
      select coalesce(
        (select spent_fen from redpacket_spent where day = ${day}::date and rule_version = ${ruleVersion}),
        ${drawnOn(sql`${day}::date`)}) as fen`,
    )
  ).fen

const countSpent = (tx: Db, days: string[], ruleVersion: number) =>
  rows(
    tx,
    sql<Pick<Spent, 'day' | 'spentFen'>>`
    update redpacket_spent s set rule_version = ${ruleVersion}, spent_fen = ${drawnOn(sql`s.day`)}
    where s.day = any(${days}::date[]) returning day, spent_fen`,
  )

/** Keeps what these days cost now; their rows are locked. */
export const keepSpent = (tx: Db, spent: Map<string, bigint>) =>
  run(
    tx,
    sql`
    update redpacket_spent s set spent_fen = a.spent_fen
    from unnest(${[...spent.keys()]}::date[], ${[...spent.values()]}::bigint[]) a (day, spent_fen) where s.day = a.day`,
  )

/** Claims of the documented window. */
export const claimsOf = async (db: Db, memberId: bigint, day: string): Promise<number> =>
  (
    await row(
      db,
      sql<{
        claims: number
      }>`select claims - extra as claims from redpacket_day where member_id = ${memberId} and day = ${day}::date`,
    )
  )?.claims ?? 0

/** The draws that were made for these actions. */
export const drawsOfActions = (db: Db, asked: { memberId: bigint; actionKey: string }[]) =>
  rows(
    db,
    sql<Draw>`
    select ${columns} from redpacket_draw
    join unnest(${asked.map(each => each.memberId)}::bigint[], ${asked.map(each => each.actionKey)}::text[]) as asked (member_id, action_key) using (member_id, action_key)`,
  )

/**
 * Keeps draws and counts each for its day; the nonce is the count before it. Answers how many were
 * kept.
 */
export const keepDraws = (tx: Db, draws: (Draw & { actionKey: string })[]) => {
  const of = <T>(pick: (draw: Draw & { actionKey: string }) => T) => draws.map(pick)
  return run(
    tx,
    sql`
    with asked as (
      select * from unnest(
        ${of(d => d.memberId)}::bigint[], ${of(d => d.drawId)}::text[], ${of(d => d.day)}::date[], ${of(d => d.nonce)}::int[], ${of(d => d.clientSeed)}::text[],
        ${of(d => d.amountFen)}::bigint[], ${of(d => d.drawMinFen)}::bigint[], ${of(d => d.drawMaxFen)}::bigint[], ${of(d => d.ruleVersion)}::int[],
        ${of(d => d.countedFen)}::bigint[], ${of(d => d.lastDepositAt)}::timestamptz[], ${of(d => d.earned)}::int[], ${of(d => d.turnoverTimes)}::int[],
        ${of(d => d.claimedAt)}::timestamptz[], ${of(d => d.actionKey)}::text[], ${of(d => d.giveawayId)}::int[])
      as a (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen, last_deposit_at, earned,
        turnover_times, claimed_at, action_key, giveaway_id)),
    counted as (
      update redpacket_day d set claims = d.claims + 1, extra = d.extra + (a.giveaway_id is not null)::int from asked a
      where d.member_id = a.member_id and d.day = a.day and d.claims = a.nonce returning d.member_id),
    listed as (insert into redpacket_directory (draw_id, member_id) select draw_id, member_id from asked)
    insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen,
      last_deposit_at, earned, turnover_times, claimed_at, action_key, giveaway_id)
    select a.* from asked a join counted using (member_id)`,
  )
}

export const drawById = (db: Db, drawId: string) =>
  row(
    db,
    sql<Draw>`
    select ${columns} from redpacket_draw
    where member_id = (select member_id from redpacket_directory where draw_id = ${drawId}) and draw_id = ${drawId}`,
  )

/** A page of a member's packets, newest first, and how many there are. */
export async function drawsOf(db: Db, memberId: bigint, page: { limit: number; offset: number }) {
  const { limit, offset } = listedPage(page)
  const found = await rows(
    db,
    sql<Draw & { total: number }>`/* prepared */
    select ${listedTotal(sql`from redpacket_draw where member_id = ${memberId}`)} as total, found.* from (values (1)) one left join (
      select ${columns} from redpacket_draw where member_id = ${memberId}
      order by claimed_at desc, day desc, nonce desc limit ${limit} offset ${offset}) found on true`,
  )
  return { rows: listed(found, draw => draw.drawId), total: found[0]?.total ?? 0 }
}

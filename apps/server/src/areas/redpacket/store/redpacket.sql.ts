import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
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
}

const columns = sql`
  member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen,
  draw_max_fen, rule_version, counted_fen, last_deposit_at, earned,
  turnover_times, claimed_at`

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

/**
 * Locks the members' claims of a day until the transaction ends, in one order for everybody, and
 * answers how many each has made.
 */
export const lockClaims = async (
  tx: Db,
  asked: { memberId: bigint; day: string }[],
): Promise<Map<bigint, number>> =>
  new Map(
    (
      await rows(
        tx,
        sql<{ memberId: bigint; claims: number }>`
    insert into redpacket_day as d (member_id, day)
    select member_id, day from unnest(${asked.map(each => each.memberId)}::bigint[], ${asked.map(each => each.day)}::date[]) as asked (member_id, day) order by member_id, day
    on conflict (member_id, day) do update set claims = d.claims returning member_id, claims`,
      )
    ).map(row => [row.memberId, row.claims]),
  )

export const claimsOf = async (db: Db, memberId: bigint, day: string): Promise<number> =>
  (
    await row(
      db,
      sql<{
        claims: number
      }>`select claims from redpacket_day where member_id = ${memberId} and day = ${day}::date`,
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
        ${of(d => d.claimedAt)}::timestamptz[], ${of(d => d.actionKey)}::text[])
      as a (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen, last_deposit_at, earned,
        turnover_times, claimed_at, action_key)),
    counted as (
      update redpacket_day d set claims = d.claims + 1 from asked a
      where d.member_id = a.member_id and d.day = a.day and d.claims = a.nonce returning d.member_id),
    listed as (insert into redpacket_directory (draw_id, member_id) select draw_id, member_id from asked)
    insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen,
      last_deposit_at, earned, turnover_times, claimed_at, action_key)
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

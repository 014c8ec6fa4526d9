import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

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
  member_id as "memberId", draw_id as "drawId", day, nonce, client_seed as "clientSeed", amount_fen as "amountFen", draw_min_fen as "drawMinFen",
  draw_max_fen as "drawMaxFen", rule_version as "ruleVersion", counted_fen as "countedFen", last_deposit_at as "lastDepositAt", earned,
  turnover_times as "turnoverTimes", claimed_at as "claimedAt"`

/** How many packets the member has claimed for the day, locked until the transaction ends. */
export const lockClaims = async (tx: Db, memberId: bigint, day: string): Promise<number> =>
  (await theRow(tx, sql<{ claims: number }>`
    insert into redpacket_day as d (member_id, day) values (${memberId}, ${day}::date)
    on conflict (member_id, day) do update set claims = d.claims returning claims`)).claims

export const claimsOf = async (db: Db, memberId: bigint, day: string): Promise<number> =>
  (await row(db, sql<{ claims: number }>`select claims from redpacket_day where member_id = ${memberId} and day = ${day}::date`))?.claims ?? 0

export const drawOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(db, sql<Draw>`select ${columns} from redpacket_draw where member_id = ${memberId} and action_key = ${actionKey}`)

/** Keeps a draw and counts it for its day; the nonce is the count before it. */
export async function keepDraw(tx: Db, d: Draw & { actionKey: string }): Promise<void> {
  await run(tx, sql`update redpacket_day set claims = ${d.nonce + 1} where member_id = ${d.memberId} and day = ${d.day}::date and claims = ${d.nonce}`)
  await run(tx, sql`
    insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen,
      last_deposit_at, earned, turnover_times, claimed_at, action_key)
    values (${d.memberId}, ${d.drawId}, ${d.day}::date, ${d.nonce}, ${d.clientSeed}, ${d.amountFen}, ${d.drawMinFen}, ${d.drawMaxFen}, ${d.ruleVersion},
      ${d.countedFen}, ${d.lastDepositAt}, ${d.earned}, ${d.turnoverTimes}, ${d.claimedAt}, ${d.actionKey})`)
  await run(tx, sql`insert into redpacket_directory (draw_id, member_id) values (${d.drawId}, ${d.memberId})`)
}

export const drawById = (db: Db, drawId: string) =>
  row(db, sql<Draw>`
    select ${columns} from redpacket_draw
    where member_id = (select member_id from redpacket_directory where draw_id = ${drawId}) and draw_id = ${drawId}`)

/** A page of a member's packets, newest first, and how many there are. */
export async function drawsOf(db: Db, memberId: bigint, page: { limit: number; offset: number }) {
  const found = await rows(db, sql<Draw>`
    select ${columns} from redpacket_draw where member_id = ${memberId}
    order by claimed_at desc, day desc, nonce desc limit ${page.limit} offset ${page.offset}`)
  const { total } = await theRow(db, sql<{ total: number }>`select count(*)::int as total from redpacket_draw where member_id = ${memberId}`)
  return { rows: found, total }
}

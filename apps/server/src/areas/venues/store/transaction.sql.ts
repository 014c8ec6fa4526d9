// What was kept of venues that list single transactions, round by round (migrations/480).
import { row, rows, run, sql, transaction, type Db } from '@tianping/database'
import {
  betIdOf,
  type Kept,
  type RoundMemory,
  type Transaction,
} from '../adapters/transactionBets.ts'

const KEEP_MS = 7 * 86_400_000
const BATCH = 2_000
const MAX_BATCHES = 25

/** What a server keeps of one venue. */
export const roundMemory = (db: Db, platname: string): RoundMemory => ({
  begunBefore: listed => begunBefore(db, platname, listed),
  keep: all => transaction(db, tx => keepAll(tx, platname, all)),
})

const venueId = (platname: string) => sql`(select venue_id from venue where platname = ${platname})`

/** Each round of these transactions once, as columns. */
function roundsOf(all: readonly Transaction[]) {
  const rounds = [...new Map(all.map(each => [betIdOf(each), each])).entries()]
  return {
    betIds: rounds.map(([betId]) => betId),
    members: rounds.map(([, { user }]) => BigInt(user)),
    rounds: rounds.map(([, { round }]) => round),
  }
}

type Known = { roundId: string; version: bigint | null; told: bigint; known: string[] }

/**
 * A round is whole where everything since its first bet was kept or is listed. It is not where its
 * bet was kept without transactions, where its bets are missing, or where it names one that is.
 */
async function begunBefore(db: Db, platname: string, listed: readonly Transaction[]) {
  const { betIds, members, rounds } = roundsOf(listed)
  const found = await rows(
    db,
    sql<Known & { betId: string }>`
    select a.bet_id, a.round_id, b.version, coalesce(k.told, 0)::bigint as told, coalesce(k.known, '{}') as known
    from unnest(${betIds}::text[], ${members}::bigint[], ${rounds}::text[]) a (bet_id, member_id, round_id)
    left join bet b on b.member_id = a.member_id and b.venue_id = ${venueId(platname)} and b.bet_id = a.bet_id
    left join lateral (
      select sum(t.told) as told, array_agg(t.transaction_uuid) as known from venue_transaction t
      where t.member_id = a.member_id and t.venue_id = ${venueId(platname)} and t.round_id = a.round_id) k on true`,
  )
  const byBet = Map.groupBy(listed, betIdOf)
  const open = found.filter(each => !isWhole(each, byBet.get(each.betId) ?? []))
  return [...new Set(open.map(({ roundId }) => roundId))]
}

function isWhole({ version, told, known }: Known, listed: readonly Transaction[]): boolean {
  if (version !== null && told < version && known.length > 0) return false
  const kept = new Set(known)
  const added = listed.filter(each => !kept.has(each.transaction_uuid))
  if (added.length === 0) return true
  if (kept.size === 0 && (version !== null || !listed.some(({ kind }) => kind === 'BET')))
    return false
  const there = new Set([...known, ...listed.map(each => each.transaction_uuid)])
  return added.every(({ reference_transaction_uuid: named }) => !named || there.has(named))
}

/** One reader at a time, so that the last one sees what every one before it has kept. */
async function keepAll(tx: Db, platname: string, all: readonly Transaction[]): Promise<Kept[]> {
  await row(
    tx,
    sql`select f.venue_id from venue_feed f join venue using (venue_id) where platname = ${platname} for update of f`,
  )
  await run(
    tx,
    sql`
    insert into venue_transaction as kept (member_id, venue_id, round_id, transaction_uuid, kind, status, round_closed, game_code, amount,
      reference_uuid, made_at, told)
    select m.member_id, ${venueId(platname)}, l.round, l.transaction_uuid, l.kind, l.status, l.round_closed, l.game_code, l.amount,
      l.reference_transaction_uuid, l.created_at, (l.status = 'TS_SUCCESS')::int
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) l ("user" bigint, round text, transaction_uuid text, kind text, status text,
      round_closed boolean, game_code text, amount bigint, reference_transaction_uuid text, created_at timestamptz)
    join member m on m.member_id = l."user"
    where not exists (
      select from venue_transaction t
      where t.member_id = l."user" and t.venue_id = ${venueId(platname)} and t.round_id = l.round
        and t.transaction_uuid = l.transaction_uuid
        and (t.status, t.amount, t.round_closed) = (l.status, l.amount, l.round_closed))
    on conflict (member_id, venue_id, round_id, transaction_uuid) do update set
      status = excluded.status, amount = excluded.amount, round_closed = excluded.round_closed, told = kept.told + 1,
      kept_at = excluded.kept_at`,
  )
  return newRounds(tx, platname, all)
}

/** All that is kept of the rounds whose bet is not kept in this state yet. */
function newRounds(tx: Db, platname: string, all: readonly Transaction[]): Promise<Kept[]> {
  const { betIds, members, rounds } = roundsOf(all)
  return rows(
    tx,
    sql<Kept>`
    select t.member_id::text as user, t.round_id as round, t.transaction_uuid, t.kind, t.status, t.round_closed, t.game_code, t.amount,
      t.reference_uuid, t.made_at, t.told
    from unnest(${betIds}::text[], ${members}::bigint[], ${rounds}::text[]) a (bet_id, member_id, round_id)
    join venue_transaction t on t.member_id = a.member_id and t.venue_id = ${venueId(platname)} and t.round_id = a.round_id
    left join bet b on b.member_id = a.member_id and b.venue_id = t.venue_id and b.bet_id = a.bet_id
    where b.version is null or b.version < (
      select sum(s.told) from venue_transaction s
      where s.member_id = a.member_id and s.venue_id = t.venue_id and s.round_id = a.round_id)`,
  )
}

/** Forgets rounds without news for a week, each as a whole: a later one is asked for again. */
export async function forgetRounds(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS)
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const gone = await run(
      db,
      sql`
      with due as (
        select distinct o.member_id, o.venue_id, o.round_id from (
          select o.* from venue_transaction o
          where o.kept_at < ${before} and not exists (
            select from venue_transaction n
            where n.member_id = o.member_id and n.venue_id = o.venue_id and n.round_id = o.round_id
              and n.kept_at >= ${before})
          order by o.kept_at limit ${BATCH}) o)
      delete from venue_transaction t using due
      where t.member_id = due.member_id and t.venue_id = due.venue_id and t.round_id = due.round_id`,
    )
    if (gone < BATCH) return
  }
}

import { row, rows, run, sql, type Db } from '@tianping/database'
import type { EndReason } from './givenUp.sql.ts'

export type Due = {
  memberId: bigint
  sourceType: string
  sourceId: string
  reason: Exclude<EndReason, 'given_up'>
}

/**
 * Bonuses that have to end at a moment, with `reason`: their last day is over, or the member, or an
 * account of the same person, is excluded. What staff adjusted after an exclusion stays.
 */
const due = (now: Date) => sql`
  select r.member_id, r.source_type, r.source_id, 'expired' as reason from ledger.wagering_requirement r
  where r.state = 'open' and r.expires_at <= ${now}
  union
  select r.member_id, r.source_type, r.source_id, 'excluded' from blocks_at(${now}) b join ledger.wagering_requirement r using (member_id)
  where b.kind in ('exclusion', 'linked') and r.state = 'open' and r.is_gift and r.source_type <> 'resettlement'
    and (r.source_type <> 'adjustment' or r.opened_at <= b.set_at)`

/**
 * Takes what is due, first what was never tried, then what waits longest: bonuses whose money does
 * not come home keep no other waiting. Whoever takes one has it for a minute, and longer each time
 * it was in vain, up to ten.
 */
export const takeDue = (db: Db, now: Date, limit: number) =>
  rows(
    db,
    sql<Due>`
    with due as (${due(now)}),
    next as (
      select d.member_id, d.source_type, d.source_id, min(d.reason) as reason from due d left join bonus_end_wait w using (member_id,
        source_type, source_id)
      where w.next_at is null or w.next_at <= ${now}
      group by d.member_id, d.source_type, d.source_id, w.next_at
      order by w.next_at nulls first, d.member_id, d.source_type, d.source_id limit ${limit}),
    taken as (
      insert into bonus_end_wait as w (member_id, source_type, source_id, next_at)
      select member_id, source_type, source_id, ${now}::timestamptz + interval '1 minute' from next
      on conflict (member_id, source_type, source_id) do update set attempts = least(w.attempts + 1, 10),
        next_at = ${now}::timestamptz + least(w.attempts + 1, 10) * interval '1 minute'
      where w.next_at <= ${now}
      returning w.member_id, w.source_type, w.source_id)
    select t.member_id, t.source_type, t.source_id, n.reason from taken t join next n using (member_id, source_type, source_id)`,
  )

/** Why a bonus has to end now, if it still has; asked under the member's lock. */
export const stillDue = (db: Db, { memberId, sourceType, sourceId }: Due, now: Date) =>
  row(
    db,
    sql<Pick<Due, 'reason'>>`
    select reason from (${due(now)}) d
    where member_id = ${memberId} and source_type = ${sourceType} and source_id = ${sourceId} order by reason limit 1`,
  )

export const endWait = (db: Db, { memberId, sourceType, sourceId }: Due) =>
  run(
    db,
    sql`delete from bonus_end_wait where member_id = ${memberId} and source_type = ${sourceType} and source_id = ${sourceId}`,
  )

export type Ending = {
  memberId: bigint
  sourceType: string
  sourceId: string
  missingFen: bigint
  expiresAt: Date
}

/** Gifts whose last moment comes until `until` and was not announced; each is answered once. */
export const takeReminders = (db: Db, p: { now: Date; until: Date; limit: number }) =>
  rows(
    db,
    sql<Ending>`
    with soon as (
      select member_id, source_type, source_id, required_fen - contributed_fen as missing_fen, coalesce(expires_at,
        ${p.until}) as expires_at
      from ledger.wagering_requirement r
      where state = 'open' and expires_at > ${p.now} and expires_at <= ${p.until}
        and not exists (select from bonus_reminder b where b.member_id = r.member_id and b.source_type = r.source_type
          and b.source_id = r.source_id)
      order by expires_at limit ${p.limit}),
    told as (
      insert into bonus_reminder (member_id, source_type, source_id, sent_at)
      select member_id, source_type, source_id, ${p.now} from soon on conflict do nothing returning member_id, source_type, source_id)
    select s.member_id, s.source_type, s.source_id, s.missing_fen, s.expires_at from told join soon s using (member_id, source_type,
      source_id)`,
  )

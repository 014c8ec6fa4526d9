import { disputeState } from '@tianping/contract/cashier/facts'
import { cardKind } from '@tianping/contract/cards/facts'
import { flagState, launderingKinds } from '@tianping/contract/risk/facts'
import { hitState } from '@tianping/contract/screening/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { Recent } from '../wait.ts'

/** A device counts as new for so many days more: a thief waits as long as it takes. */
const NEW_DEVICE_DAYS = 7

/** What payouts to a card wait for: when each thing happened last, null when not since then. */
export const recentOf = (db: Db, memberId: bigint, cardId: bigint, since: Date) =>
  theRow(
    db,
    sql<Recent>`
    with changed as (select kind, max(at) as at from account_change where member_id = ${memberId} and at > ${since} group by kind),
      of_kind as (select c.*, row_number() over (partition by kind order by card_id) = 1 as first from card c where member_id = ${memberId})
    select
      (select max(at) from changed where kind in ('password_reset', 'password_recovered')) as password,
      (select at from changed where kind = 'pay_password_reset') as pay_password,
      (select at from changed where kind = 'factor_removed') as factor,
      (select at from changed where kind = 'contact') as contact,
      (select at from changed where kind = 'name') as name,
      (select max(d.first_at) from device_trace d where d.member_id = ${memberId} and d.first_at > ${since}::timestamptz - make_interval(days => ${NEW_DEVICE_DAYS})
        and exists (select from device_trace e where e.member_id = d.member_id and e.first_at < d.first_at)) as device,
      (select bound_at from of_kind where card_id = ${cardId} and kind = ${sql.literal(cardKind.bank)} and not first and bound_at > ${since}) as new_card,
      (select bound_at from of_kind where card_id = ${cardId} and kind = ${sql.literal(cardKind.bank)} and not first and not known_device and bound_at > ${since}) as card,
      (select bound_at from of_kind where card_id = ${cardId} and kind = ${sql.literal(cardKind.usdt)} and bound_at > ${since}) as address`,
  )

const LAUNDERING: string[] = [...launderingKinds]

export type Standing = {
  locked: boolean
  blocked: boolean
  /** Nothing is offered to the member until a person has looked. */
  noOffers: boolean
  /** Flags that risk has confirmed. */
  flags: bigint[]
  /** The same of kinds that may be laundering: the member must not learn of them. */
  quietFlags: bigint[]
  /** Confirmed matches with sanctions lists, and cases of which a payout awaits the end. */
  matches: bigint[]
  cases: bigint[]
  /** Credited payments whose transaction is no longer on its chain. */
  reversed: string[]
  /** Open disputes of the member's payments, and what the member owes after lost ones. */
  disputes: string[]
  owedFen: bigint
  /** Leaves for good with turnover open that came with gifts. */
  leavesGifts: boolean
}

/** What stops money going out to a member. */
export const standingOf = (db: Db, memberId: bigint, now: Date) =>
  theRow(
    db,
    sql<Standing>`
    select m.state = 'locked' as locked,
      exists (select from blocks_at(${now}) x where x.member_id = m.member_id) as blocked, offers_stopped(m.member_id) as no_offers,
      array(select flag_id from risk_flag f where f.member_id = m.member_id and f.state = ${sql.literal(flagState.confirmed)} and f.kind <> all(${LAUNDERING}::text[]) order by flag_id) as flags,
      array(select flag_id from risk_flag f where f.member_id = m.member_id and f.state = ${sql.literal(flagState.confirmed)} and f.kind = any(${LAUNDERING}::text[]) order by flag_id) as quiet_flags,
      array(select hit_id from screening_hit h where h.member_id = m.member_id and h.state = ${sql.literal(hitState.confirmed)} and h.list <> 'pep' order by hit_id) as matches,
      array(select case_id from aml_case_member c where c.member_id = m.member_id and c.holds order by case_id) as cases,
      array(select tx_hash || ':' || log_index from chain_transfer t where t.member_id = m.member_id and t.reversed_at is not null and t.restored_at is null order by 1) as reversed,
      array(select dispute_no from payment_dispute d where d.member_id = m.member_id and d.state = ${sql.literal(disputeState.open)} order by 1) as disputes,
      coalesce((select owed_fen from member_debt b where b.member_id = m.member_id), 0)::bigint as owed_fen,
      (m.closing_at is not null or exists (select from blocks_at(${now}) x where x.member_id = m.member_id and x.kind <> 'timeout'))
        and exists (select from ledger.wagering_requirement r where r.member_id = m.member_id and r.state = 'open' and r.source_type <> 'deposit') as leaves_gifts
    from member m where m.member_id = ${memberId}`,
  )

export type Release = { hold: string; operator: string; at: Date; remark: string }

export const releasesOf = (db: Db, subject: string) =>
  rows(
    db,
    sql<Release>`select hold, operator, at, remark from hold_release where subject = ${subject} order by hold`,
  )

/** The later word counts: who releases again answers for it. */
export const insertRelease = (tx: Tx, subject: string, r: Release) =>
  run(
    tx,
    sql`
    insert into hold_release (subject, hold, operator, at, remark) values (${subject}, ${r.hold}, ${r.operator}, ${r.at}, ${r.remark})
    on conflict (subject, hold) do update set operator = excluded.operator, at = excluded.at, remark = excluded.remark`,
  )

/** Whether the operator proposed an adjustment of the member's money that was not refused. */
export const adjustedBy = async (db: Db, memberId: bigint, operator: string, since: Date) =>
  (await row(
    db,
    sql`select 1 from adjustment where member_id = ${memberId} and lower(proposed_by) = lower(${operator}) and proposed_at > ${since} and state <> ${sql.literal(reviewState.rejected)} limit 1`,
  )) !== undefined

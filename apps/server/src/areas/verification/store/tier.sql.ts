import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { rows, run, sql, theRow, row, type Db, type Tx } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'

export type Standing = {
  /** The tier that counts now: 0 from the end of its validity on. */
  tier: number
  /** The same as it was reached, run out or not. */
  reached: number
  validUntil: Date | null
  proven: boolean
  reversedCase: bigint | null
  caseId: bigint | null
}

const none: Standing = {
  tier: 0,
  reached: 0,
  validUntil: null,
  proven: false,
  reversedCase: null,
  caseId: null,
}

const columns = sql`
  case when valid_until <= now() then 0 else tier end as tier, tier as reached, valid_until, proven, reversed_case, case_id`

export const standingOf = async (db: Db, memberId: bigint): Promise<Standing> =>
  (await row(
    db,
    sql<Standing>`select ${columns} from member_tier where member_id = ${memberId}`,
  )) ?? none

/** Which of these members have no tier as high as this. */
export const belowTier = async (db: Db, memberIds: bigint[], tier: number): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select u.member_id from unnest(${memberIds}::bigint[]) u (member_id)
      where not exists (select from member_tier t where t.member_id = u.member_id and t.tier >= ${tier} and (t.valid_until is null or t.valid_until > now()))`,
    )
  ).map(found => found.memberId)

/**
 * The same, locked until the transaction ends: one thing at a time about a member's verification.
 */
export async function lockStanding(tx: Tx, memberId: bigint): Promise<Standing> {
  await run(
    tx,
    sql`insert into member_tier (member_id) values (${memberId}) on conflict do nothing`,
  )
  return theRow(
    tx,
    sql<Standing>`select ${columns} from member_tier where member_id = ${memberId} for update`,
  )
}

/** Whether the member's tier can be renewed: it ran out, or will within so many days. */
export const renewalOf = async (
  db: Db,
  memberId: bigint,
  days: number,
): Promise<'no' | 'soon' | 'over'> =>
  (
    await row(
      db,
      sql<{ renew: 'no' | 'soon' | 'over' }>`
      select case when tier = 0 or valid_until is null then 'no'
        when valid_until <= now() then 'over'
        when valid_until <= now() + make_interval(days => ${days}) then 'soon' else 'no' end as renew
      from member_tier where member_id = ${memberId}`,
    )
  )?.renew ?? 'no'

/**
 * The member reached a tier by a case, until `lastDay` of the paper ends in Beijing but no longer
 * than `months`; of a case that proves only the second tier, no longer than the first counts.
 */
export const reachTier = (
  tx: Tx,
  r: {
    memberId: bigint
    caseId: bigint
    tier: number
    lastDay: string
    months: number
    whole: boolean
  },
) =>
  run(
    tx,
    sql`
    update member_tier set tier = ${r.tier}, case_id = ${r.caseId}, reached_at = now(), reversed_case = null, reminded_for = null,
      valid_until = least(now() + make_interval(months => ${r.months}),
        case when ${r.lastDay} <> '' then (nullif(${r.lastDay}, '')::date + 1)::timestamp at time zone 'Asia/Shanghai' end,
        case when not ${r.whole} and ${r.tier} > 1 then valid_until end)
    where member_id = ${r.memberId}`,
  )

/** Whom the approved paper names: what is proven stays so when the tier runs out. */
export const markProven = (tx: Tx, memberId: bigint, digest: Buffer) =>
  run(
    tx,
    sql`update member_tier set proven = true, number_digest = ${digest} where member_id = ${memberId}`,
  )

/** The tier is gone; payouts wait until another case is approved. */
export const dropTier = (tx: Tx, memberId: bigint, caseId: bigint) =>
  run(
    tx,
    sql`
    update member_tier set tier = 0, case_id = null, valid_until = null, proven = false, reversed_case = ${caseId}
    where member_id = ${memberId}`,
  )

/** What is asked for again from now on: a name or birthday that staff corrected is unproven. */
export const endTier = (tx: Tx, memberId: bigint) =>
  run(
    tx,
    sql`update member_tier set valid_until = now() where member_id = ${memberId} and tier > 0 and (valid_until is null or valid_until > now())`,
  )

/** Writes what the paper proves into the profile. */
export const setBirthday = (tx: Tx, memberId: bigint, birthday: string) =>
  run(tx, sql`update member set birthday = ${birthday}::date where member_id = ${memberId}`)

export type Sums = { withdrawnFen: bigint; depositedFen: bigint }

const WINDOW_DAYS = 30

/**
 * What was withdrawn and deposited within 30 days; what is open counts, what was rejected does not.
 */
export const sumsOf = (db: Db, memberId: bigint, now: Date): Promise<Sums> =>
  theRow(
    db,
    sql<Sums>`
    select
      (select coalesce(sum(amount_fen), 0)::bigint from withdrawal_order
        where member_id = ${memberId} and state <> ${sql.literal(reviewState.rejected)} and created_at > ${now}::timestamptz - make_interval(days => ${WINDOW_DAYS})) as withdrawn_fen,
      (select coalesce(sum(case state when ${sql.literal(depositState.credited)} then credited_fen else amount_fen end), 0)::bigint from deposit_order
        where member_id = ${memberId} and created_at > ${now}::timestamptz - make_interval(days => ${WINDOW_DAYS})
          and (state = ${sql.literal(depositState.credited)} or state = ${sql.literal(depositState.waiting)} and (expires_at is null or expires_at > ${now}))) as deposited_fen`,
  )

/** The member's withdrawals that wait for a verification. */
export const heldOf = (db: Db, memberId: bigint, tier: number, all: boolean) =>
  theRow(
    db,
    sql<{ count: number; fen: bigint }>`
    select count(*)::int as count, coalesce(sum(amount_fen), 0)::bigint as fen from withdrawal_order
    where member_id = ${memberId} and state = ${sql.literal(reviewState.waiting)} and (needs_tier > ${tier} or ${all})`,
  )

export type Ending = { memberId: bigint; validUntil: Date | null }

const ends = (days: number) => sql`
  tier > 0 and valid_until > now() and valid_until <= now() + make_interval(days => ${days}) and reminded_for is distinct from valid_until`

/** Those whose tier ends soon and who were not told of that end yet. */
export const endingSoon = (db: Db, days: number) =>
  rows(
    db,
    sql<{
      memberId: bigint
    }>`select member_id from member_tier where ${ends(days)} order by valid_until limit ${MOST_IN_TURN}`,
  )

/** Notes that a member is reminded; undefined where that is no longer to be done. */
export const takeEnding = (tx: Tx, memberId: bigint, days: number) =>
  row(
    tx,
    sql<Ending>`
    update member_tier set reminded_for = valid_until where member_id = ${memberId} and ${ends(days)}
    returning member_id, valid_until`,
  )

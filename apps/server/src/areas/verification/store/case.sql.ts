import type {
  AccountPurpose,
  ExpectedDeposit,
  FundsSource,
  Paper,
  VerificationConsent,
  VerificationReason,
  VerificationState,
} from '@tianping/contract/verification/facts'
import { verificationState as state } from '@tianping/contract/verification/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindId,
  foundOf,
  idKey,
  inIdOrder,
  window,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

export type Case = {
  caseId: bigint
  memberId: bigint
  tier: number
  whole: boolean
  state: VerificationState
  waitsFor: 'person' | 'provider'
  paper: Paper
  statedSealed: Buffer | null
  numberDigest: Buffer | null
  createdAt: Date
  submittedAt: Date | null
  decidedAt: Date | null
  decidedBy: string
  reason: VerificationReason | ''
  remark: string
  purpose: AccountPurpose | ''
  expected: ExpectedDeposit | ''
  funds: FundsSource | ''
  /** How often it was handed to the provider. */
  checkRound: number
  checkVersion: number
  checkAttempts: number
}

const columns = sql`
  v.case_id, v.member_id, v.tier, v.whole, v.state, v.waits_for, v.paper, v.stated_sealed, v.number_digest, v.created_at,
  v.submitted_at, v.decided_at, v.decided_by, v.reason, v.remark, v.purpose, v.expected, v.funds, v.check_round, v.check_version, v.check_attempts`
const open = sql`v.state in (${sql.literal(state.waiting)}, ${sql.literal(state.collecting)}, ${sql.literal(state.more)})`
const waiting = sql.literal(state.waiting)

export const newestCase = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<Case>`select ${columns} from verification_case v where v.member_id = ${memberId} order by v.case_id desc limit 1`,
  )

/** The case that is not decided; call under the lock of the member's tier. */
export const openCase = (tx: Db, memberId: bigint) =>
  row(
    tx,
    sql<Case>`select ${columns} from verification_case v where v.member_id = ${memberId} and ${open}`,
  )

export const caseOf = (db: Db, caseId: bigint) =>
  row(db, sql<Case>`select ${columns} from verification_case v where v.case_id = ${caseId}`)

export const lockCase = (tx: Tx, caseId: bigint) =>
  row(
    tx,
    sql<Case>`select ${columns} from verification_case v where v.case_id = ${caseId} for update`,
  )

export const insertCase = (tx: Tx, c: { memberId: bigint; tier: number; whole: boolean }) =>
  theRow(
    tx,
    sql<{ caseId: bigint }>`
    insert into verification_case (member_id, tier, whole) values (${c.memberId}, ${c.tier}, ${c.whole}) returning case_id`,
  )

export const submitCase = (
  tx: Tx,
  c: Pick<
    Case,
    'caseId' | 'paper' | 'numberDigest' | 'waitsFor' | 'purpose' | 'expected' | 'funds'
  > & {
    statedSealed: Buffer
  },
) =>
  run(
    tx,
    sql`
    update verification_case set state = ${waiting}, paper = ${c.paper}, stated_sealed = ${c.statedSealed}, number_digest = ${c.numberDigest},
      purpose = ${c.purpose}, expected = ${c.expected}, funds = ${c.funds},
      submitted_at = now(), reason = '', remark = '', waits_for = ${c.waitsFor}, check_version = 0, check_attempts = 0,
      check_round = check_round + case when ${c.waitsFor} = 'provider' then 1 else 0 end, check_next_at = case when ${c.waitsFor} = 'provider' then now() end
    where case_id = ${c.caseId}`,
  )

/** Refusals that count as tries. */
export const refusedLately = async (db: Db, memberId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from verification_case
      where member_id = ${memberId} and state = ${sql.literal(state.rejected)} and decided_at > now() - interval '30 days'`,
    )
  ).count

export const refusedEver = async (db: Db, memberId: bigint, before: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from verification_case
      where member_id = ${memberId} and state = ${sql.literal(state.rejected)} and case_id < ${before}`,
    )
  ).count

export const decideCase = (
  tx: Tx,
  d: {
    caseId: bigint
    state: VerificationState
    by: string
    reason: VerificationReason | ''
    remark: string
  },
) =>
  run(
    tx,
    sql`
    update verification_case set state = ${d.state}, decided_by = ${d.by}, reason = ${d.reason}, remark = ${d.remark}, check_next_at = null,
      decided_at = case when ${d.state} = ${sql.literal(state.more)} then null else now() end
    where case_id = ${d.caseId}`,
  )

/** A person looks at it from now on. */
export const handToPerson = (tx: Db, caseId: bigint) =>
  run(
    tx,
    sql`update verification_case set waits_for = 'person', check_next_at = null where case_id = ${caseId} and state = ${waiting}`,
  )

export const setCheckVersion = (tx: Tx, caseId: bigint, version: number) =>
  run(tx, sql`update verification_case set check_version = ${version} where case_id = ${caseId}`)

/** The provider has said nothing for too long: a person looks at it. */
export const handOverdue = (db: Db, hours: number) =>
  run(
    db,
    sql`
    update verification_case set waits_for = 'person', check_next_at = null
    where state = ${waiting} and waits_for = 'provider' and submitted_at < now() - make_interval(hours => ${hours})`,
  )

/** Checks to be sent now; each is leased for a minute. */
export const takeChecks = (db: Db, size: number) =>
  rows(
    db,
    sql<Case>`
    update verification_case v set check_attempts = v.check_attempts + 1, check_next_at = now() + interval '1 minute'
    from (
      select case_id from verification_case where check_next_at <= now() and state = ${waiting}
      order by check_next_at limit ${size} for update skip locked) due
    where v.case_id = due.case_id
    returning ${columns}`,
  )

/** The provider has it; its decision comes by itself. */
export const checkSent = (db: Db, caseId: bigint) =>
  run(db, sql`update verification_case set check_next_at = null where case_id = ${caseId}`)

export const retryCheck = (db: Db, caseId: bigint, delayS: number) =>
  run(
    db,
    sql`update verification_case set check_next_at = now() + make_interval(secs => ${delayS}) where case_id = ${caseId} and check_next_at is not null`,
  )

export type CaseListed = Case & { username: string; claimedBy: string; documents: number }

const listed = (now: Date) => sql`${columns}, m.name as username,
  ${holderOf(sql`'verification:' || v.case_id`, now)} as claimed_by,
  (select count(*)::int from verification_document d where d.case_id = v.case_id) as documents`

/** Newest first; what a member still collects is no case for anybody yet. */
export async function caseRows(db: Db, f: ListFilter, now: Date) {
  const { paging: p } = f
  const from = sql`
    from verification_case v where ${ofStates(f.states, sql`v.state`)} and v.submitted_at is not null
      and ${ofMember(f.q, sql`v.member_id`)} and ${inSpan(sql`v.submitted_at`, f)}`
  const no = sql`v.case_id`
  const read = await rows(
    db,
    sql<CaseListed & Keyed>`
    select ${listed(now)}, ${idKey(no)}
    from (select * ${from} and ${behindId(p, no, true)} order by ${inIdOrder(p, no, true)} ${window(p)}) v
    join member m using (member_id) order by ${inIdOrder(p, no, true)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const caseRow = (db: Db, caseId: bigint, now: Date) =>
  row(
    db,
    sql<CaseListed>`select ${listed(now)} from verification_case v join member m using (member_id) where v.case_id = ${caseId} and v.submitted_at is not null`,
  )

/** Waits for a person. */
export const casesWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from verification_case where state = ${waiting} and waits_for = 'person'`,
    )
  ).count

/** Other members who stated or proved the same number. */
export const sharingNumber = (db: Db, memberId: bigint, digests: Buffer[], limit: number) =>
  rows(
    db,
    sql<{ memberId: bigint; name: string }>`
    select m.member_id, m.name from member m
    where m.member_id <> ${memberId} and m.member_id in (
      select member_id from verification_case where number_digest = any(${digests}::bytea[])
      union select member_id from member_tier where number_digest = any(${digests}::bytea[]))
    order by m.member_id limit ${limit}`,
  )

export const insertConsents = (tx: Tx, caseId: bigint, kinds: VerificationConsent[]) =>
  run(
    tx,
    sql`
    insert into verification_consent (case_id, kind) select ${caseId}, unnest(${kinds}::text[])
    on conflict (case_id, kind) do update set given_at = excluded.given_at`,
  )

export const consentsOf = (db: Db, caseId: bigint) =>
  rows(
    db,
    sql<{ kind: VerificationConsent; givenAt: Date }>`
    select kind, given_at from verification_consent where case_id = ${caseId} order by kind`,
  )

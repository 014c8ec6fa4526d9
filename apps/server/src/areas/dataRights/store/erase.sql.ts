import type { Claim } from '@tianping/contract/dataRights/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

/** What the law says to keep of a member, as it stands before an erasure. */
export const legalFacts = async (db: Db, memberId: bigint): Promise<Record<string, unknown>> =>
  (
    await theRow(
      db,
      sql<{ facts: unknown }>`
      select jsonb_build_object('member_id', m.member_id, 'name', m.name, 'realname', m.realname,
        'birthday', m.birthday, 'created_at', m.created_at, 'closed_at', m.closed_at,
        'addresses', (select coalesce(jsonb_agg(distinct t.address), '[]') from login_trace t where t.member_id = m.member_id),
        'payers', (select coalesce(jsonb_agg(distinct jsonb_build_object('bank', d.payer_bank, 'owner', d.payer_owner, 'tail', d.payer_no_tail)), '[]')
          from deposit_order d where d.member_id = m.member_id and d.payer_owner <> ''),
        'complaints', (select coalesce(jsonb_agg(jsonb_build_object('no', c.complaint_no, 'author', l.author, 'content', l.content, 'at', l.at) order by l.message_id), '[]')
          from complaint c join complaint_message l using (complaint_id) where c.member_id = m.member_id and l.author <> 'note')) as facts
      from member m where m.member_id = ${memberId}`,
    )
  ).facts as Record<string, unknown>

export type SealedNumber = { bank: string; bankOwner: string; sealed: Buffer }

/** Every account number of the member that lies sealed. */
export const sealedNumbers = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<SealedNumber>`
    select bank, bank_owner, number_sealed as sealed from card where member_id = ${memberId}
    union all select payer_bank, payer_owner, payer_no_sealed as sealed from deposit_order where member_id = ${memberId} and payer_no_sealed is not null`,
  )

/** Contacts that lie sealed beside the profile; `proved` ones name the member anywhere. */
export const sealedContacts = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{ contact: Buffer; proved: boolean }>`
    select contact, true as proved from verified_contact where member_id = ${memberId}
    union all select phone, false from card where member_id = ${memberId}
    union all select mobile, false from agent_application where member_id = ${memberId}`,
  )

/** Whether an open case, incident or claim needs what is kept of the member; which claims do. */
export const heldBy = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ held: boolean; claims: Claim[] }>`
    select legally_held(${memberId}) as held, open_claims(${memberId}) as claims`,
  )

/** Undefined for a member who does not exist. */
export const closedAtOf = (tx: Db, memberId: bigint) =>
  row(
    tx,
    sql<{
      closedAt: Date | null
      realname: string
      name: string
      email: Buffer
      mobile: Buffer
      memberId: bigint
    }>`
    select member_id, closed_at, realname, name, email, mobile from member where member_id = ${memberId} for update`,
  )

/** Keeps the sealed record; the server cannot read it back. */
export const insertLegalRecord = (tx: Db, r: { memberId: bigint; sealed: Buffer; years: number }) =>
  run(
    tx,
    sql`
    insert into legal_record (member_id, sealed, kept_until) values (${r.memberId}, ${r.sealed}, now() + make_interval(years => ${r.years}::int))`,
  )

/** Puts the pseudonym in place; answers how many rows of the audit log were blotted. */
export const eraseMember = async (
  tx: Db,
  e: { memberId: bigint; numbers: string[]; searches: string[]; blank: Buffer; about: string[] },
): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{ redacted: number | null }>`
      select erase_member(${e.memberId}, ${e.numbers}, ${e.searches}, ${e.blank}, ${e.about}) as redacted`,
    )
  ).redacted ?? 0

export const purgeLegalRecords = async (db: Db): Promise<number> =>
  (await theRow(db, sql<{ purged: number | null }>`select purge_legal_records() as purged`))
    .purged ?? 0

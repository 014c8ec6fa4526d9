import type { ConsentKind, TermsKind } from '@tianping/contract/consents/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'

export type TermsText = {
  kind: TermsKind
  version: number
  title: string
  content: string
  note: string
  publishedBy: string
  publishedAt: Date
}

const columns = sql`t.kind, t.version, t.title, t.content, t.note, t.published_by, t.published_at`

/** The text in force of each kind; none where nothing was published. */
export const currentTexts = (db: Db) =>
  rows(
    db,
    sql<TermsText>`select distinct on (t.kind) ${columns} from terms_version t order by t.kind desc, t.version desc`,
  )

export const currentText = (db: Db, kind: TermsKind) =>
  row(
    db,
    sql<TermsText>`select ${columns} from terms_version t where t.kind = ${kind} order by t.version desc limit 1`,
  )

export const textVersions = (db: Db, kind: TermsKind, limit: number) =>
  rows(
    db,
    sql<TermsText>`select ${columns} from terms_version t where t.kind = ${kind} order by t.version desc limit ${limit}`,
  )

/** Publishes the next version. */
export const insertText = (
  tx: Db,
  t: { kind: TermsKind; title: string; content: string; note: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into terms_version (kind, version, title, content, note, published_by, published_at)
    select ${t.kind}, coalesce(max(version), 0) + 1, ${t.title}, ${t.content}, ${t.note}, ${t.by}, ${t.at}
    from terms_version where kind = ${t.kind}`,
  )

/**
 * Texts in force that an operator published after the member joined, or while the member agreed to
 * an older version, and that wait for an agreement. The first version, which came with the site or
 * was its article before, asks nobody again.
 */
export const dueTexts = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<TermsText>`
    select ${columns} from (select distinct on (kind) * from terms_version order by kind desc, version desc) t
    where t.published_by <> 'system'
      and (t.published_at > (select created_at from member where member_id = ${memberId})
        or exists (select from consent c where c.member_id = ${memberId} and c.kind = t.kind and c.version < t.version))
      and not exists (
        select from consent c where c.member_id = ${memberId} and c.kind = t.kind and c.version = t.version and c.withdrawn_at is null)
    order by t.kind desc`,
  )

export type Consent = {
  kind: ConsentKind
  version: number
  givenAt: Date
  withdrawnAt: Date | null
}

/** The newest row of each kind. */
export const consentsOf = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<Consent>`
    select distinct on (kind) kind, version, given_at, withdrawn_at from consent
    where member_id = ${memberId} order by kind, consent_id desc`,
  )

/** Adds a row; the same consent given twice stays one. */
export const insertConsent = (
  tx: Db,
  c: { memberId: bigint; kind: ConsentKind; version: number },
) =>
  run(
    tx,
    sql`
    insert into consent (member_id, kind, version) values (${c.memberId}, ${c.kind}, ${c.version})
    on conflict do nothing`,
  )

/** Ends every standing row of a kind; answers how many there were. */
export const withdrawConsent = (db: Db, memberId: bigint, kind: ConsentKind) =>
  run(
    db,
    sql`
    update consent set withdrawn_at = greatest(now(), given_at)
    where member_id = ${memberId} and kind = ${kind} and withdrawn_at is null`,
  )

/** Whether the member's consent of this kind stands. */
export const consented = async (db: Db, memberId: bigint, kind: ConsentKind): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 as one from consent where member_id = ${memberId} and kind = ${kind} and withdrawn_at is null limit 1`,
  )) !== undefined

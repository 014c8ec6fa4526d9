import type {
  ListFormat,
  ScreeningList,
  VersionChange,
  VersionState,
} from '@tianping/contract/screening/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Entry, EntryKind } from '../lists/entry.ts'

export type Version = {
  versionId: bigint
  list: ScreeningList
  format: ListFormat
  filename: string
  bytes: bigint
  sha256: string
  state: VersionState
  entries: number
  added: number
  removed: number
  changed: number
  againstId: bigint | null
  error: string
  broughtBy: string
  broughtAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  v.version_id, v.list, v.format, v.filename, v.bytes, v.sha256, v.state, v.entries, v.added, v.removed, v.changed, v.against_id,
  v.error, v.brought_by, v.brought_at, v.decided_by, v.decided_at, v.remark`

export function versionRows(db: Db, f: Narrowed & { list: string; paging: Paging }) {
  const { key, page } = byNumbered(f.paging, sql`v.brought_at`, sql`v.version_id`, true)
  const from = sql`
    from screening_version v where ${f.list === '' ? sql`true` : sql`v.list = ${f.list}`} and ${inSpan(sql`v.brought_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Version & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}

export const versionRow = (db: Db, versionId: number | bigint) =>
  row(
    db,
    sql<Version>`select ${columns} from screening_version v where v.version_id = ${versionId}`,
  )

export const lockVersion = (tx: Tx, versionId: number) =>
  row(
    tx,
    sql<Version>`select ${columns} from screening_version v where v.version_id = ${versionId} for update`,
  )

/** Files that nobody has decided on yet. */
export const openVersions = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from screening_version where state in ('receiving', 'reading', 'ready')`,
    )
  ).count

export const insertVersion = (
  tx: Tx,
  v: {
    list: ScreeningList
    format: ListFormat
    filename: string
    bytes: number
    by: string
    at: Date
  },
) =>
  theRow(
    tx,
    sql<{ id: bigint }>`
    insert into screening_version (list, format, filename, bytes, state, brought_by, brought_at)
    values (${v.list}, ${v.format}, ${v.filename}, ${v.bytes}, 'receiving', ${v.by}, ${v.at}) returning version_id as id`,
  )

/** The same piece again replaces the one before. */
export const insertPart = (tx: Tx, versionId: bigint, no: number, content: Buffer) =>
  run(
    tx,
    sql`insert into screening_part (version_id, no, content) values (${versionId}, ${no}, ${content}) on conflict (version_id, no) do update set content = excluded.content`,
  )

export const partsOf = (db: Db, versionId: bigint) =>
  theRow(
    db,
    sql<{ parts: number; bytes: bigint }>`
    select count(*)::int as parts, coalesce(sum(length(content)), 0)::bigint as bytes from screening_part where version_id = ${versionId}`,
  )

export const partRow = (db: Db, versionId: bigint, no: number) =>
  row(
    db,
    sql<{
      content: Buffer
    }>`select content from screening_part where version_id = ${versionId} and no = ${no}`,
  )

export const setVersionState = (
  tx: Tx,
  v: { versionId: bigint; state: VersionState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`update screening_version set state = ${v.state}, decided_by = ${v.by}, decided_at = ${v.at}, remark = ${v.remark} where version_id = ${v.versionId}`,
  )

export const dropParts = (tx: Tx, versionId: bigint) =>
  run(tx, sql`delete from screening_part where version_id = ${versionId}`)

export const beginReading = (tx: Tx, versionId: bigint) =>
  run(tx, sql`update screening_version set state = 'reading' where version_id = ${versionId}`)

/** The oldest file that is to be read and that no other instance reads now. */
export const leaseReading = (db: Db, now: Date, until: Date) =>
  row(
    db,
    sql<Version>`
    update screening_version v set leased_until = ${until} where v.version_id = (
      select version_id from screening_version where state = 'reading' and (leased_until is null or leased_until <= ${now})
      order by version_id limit 1 for update skip locked)
    returning ${columns}`,
  )
export const renewReading = async (db: Db, versionId: bigint, until: Date): Promise<boolean> =>
  (await run(
    db,
    sql`update screening_version set leased_until = ${until} where version_id = ${versionId} and state = 'reading'`,
  )) > 0

/** What an interrupted reading left behind. */
export const forgetEntries = (tx: Tx, versionId: bigint) =>
  run(tx, sql`delete from screening_version_entry where version_id = ${versionId}`)

export type ReadEntry = { entry: Entry; hash: Buffer; keys: bigint[] }

/** Keeps entries of a version; what another version says already is only referred to. */
export async function keepEntries(
  tx: Tx,
  versionId: bigint,
  list: ScreeningList,
  read: ReadEntry[],
): Promise<void> {
  const refs = read.map(each => each.entry.ref)
  const hashes = read.map(each => each.hash)
  const made = await rows(
    tx,
    sql<{ entryId: bigint; ref: string; hash: Buffer }>`
    insert into screening_entry (list, ref, hash, kind, data, has_wallets)
    select ${list}, ref, hash, kind, data::jsonb, has_wallets
    from unnest(${refs}::text[], ${hashes}::bytea[], ${read.map(each => each.entry.kind)}::text[],
      ${read.map(each => JSON.stringify(each.entry))}::text[], ${read.map(each => each.entry.wallets.length > 0)}::boolean[])
      as given (ref, hash, kind, data, has_wallets)
    on conflict (list, ref, hash) do nothing returning entry_id, ref, hash`,
  )
  const keysOf = new Map(read.map(each => [nameOf(each.entry.ref, each.hash), each.keys]))
  const keyed = made.flatMap(({ entryId, ref, hash }) =>
    (keysOf.get(nameOf(ref, hash)) ?? []).map(key => ({ key, entryId })),
  )
  await run(
    tx,
    sql`
    insert into screening_key (key, entry_id)
    select key, entry_id from unnest(${keyed.map(each => each.key)}::bigint[], ${keyed.map(each => each.entryId)}::bigint[]) as given (key, entry_id)
    on conflict do nothing`,
  )
  await run(
    tx,
    sql`
    insert into screening_version_entry (version_id, entry_id)
    select ${versionId}, e.entry_id from unnest(${refs}::text[], ${hashes}::bytea[]) as given (ref, hash)
    join screening_entry e on e.list = ${list} and e.ref = given.ref and e.hash = given.hash
    on conflict do nothing`,
  )
}
const nameOf = (ref: string, hash: Buffer) => `${hash.toString('hex')}${ref}`

/** Ends a reading: counts what is new against the version that counts now. */
export const finishReading = (tx: Tx, versionId: bigint, sha256: string) =>
  run(
    tx,
    sql`
    with fresh as (select e.ref, e.entry_id from screening_version_entry ve join screening_entry e using (entry_id) where ve.version_id = ${versionId}),
      against as (select o.version_id from screening_version o join screening_version v on v.list = o.list where v.version_id = ${versionId} and o.state = 'active'),
      old as (select e.ref, e.entry_id from against a join screening_version_entry ve using (version_id) join screening_entry e using (entry_id)),
      counted as (
        select count(f.ref)::int as entries, (count(*) filter (where o.ref is null))::int as added, (count(*) filter (where f.ref is null))::int as removed,
          (count(*) filter (where f.entry_id <> o.entry_id))::int as changed
        from fresh f full join old o using (ref))
    update screening_version v set state = 'ready', sha256 = ${sha256}, entries = c.entries, added = c.added, removed = c.removed, changed = c.changed,
      against_id = (select version_id from against), leased_until = null
    from counted c where v.version_id = ${versionId}`,
  )

export const failReading = async (tx: Tx, versionId: bigint, error: string): Promise<boolean> =>
  (await run(
    tx,
    sql`update screening_version set state = 'failed', error = ${error}, leased_until = null
    where version_id = ${versionId} and state = 'reading'`,
  )) > 0

export type Change = { ref: string; data: Entry; before: Entry | null }

/** What a version changes against the one that counted when it was read, as the list has it. */
export function changeRows(
  db: Db,
  { versionId, againstId }: Pick<Version, 'versionId' | 'againstId'>,
  { change, paging }: { change: VersionChange; paging: Paging },
) {
  const { key, page } = byId(paging, sql`e.entry_id`, false)
  const [one, other] = change === 'removed' ? [againstId, versionId] : [versionId, againstId]
  const kept = {
    added: sql`o.entry_id is null`,
    removed: sql`o.entry_id is null`,
    changed: sql`o.entry_id <> e.entry_id`,
  }[change]
  const from = sql`
    from screening_version_entry ve join screening_entry e using (entry_id)
    left join lateral (
      select oe.entry_id, oe.data from screening_entry oe join screening_version_entry ove using (entry_id)
      where oe.list = e.list and oe.ref = e.ref and ove.version_id = ${other} limit 1) o on true
    where ve.version_id = ${one} and ${kept}`
  return keyedRows(
    db,
    paging,
    sql<Change & Keyed>`select e.ref, e.data, o.data as before, ${key} ${from} and ${page}`,
    from,
  )
}

/** Lets a version count; answers the one that counted until now. */
export const activate = async (
  tx: Tx,
  v: { versionId: bigint; list: ScreeningList; by: string; at: Date; remark: string },
) => {
  await run(
    tx,
    sql`update screening_version set state = 'replaced' where list = ${v.list} and state = 'active'`,
  )
  await setVersionState(tx, { ...v, state: 'active' })
}

export const activeVersion = (db: Db, list: ScreeningList) =>
  row(
    db,
    sql<Version>`select ${columns} from screening_version v where v.list = ${list} and v.state = 'active'`,
  )

export const activeVersions = (db: Db) =>
  rows(
    db,
    sql<{ versionId: bigint }>`select version_id from screening_version where state = 'active'`,
  )

export type StoredEntry = { entryId: bigint; list: ScreeningList; kind: EntryKind; data: Entry }
export const entriesById = (db: Db, ids: bigint[]) =>
  rows(
    db,
    sql<StoredEntry>`select entry_id, list, kind, data from screening_entry where entry_id = any(${ids}::bigint[]) order by entry_id`,
  )

/** Entries with wallets of the versions that count, at most so many. */
export const walletEntries = (db: Db, limit: number) =>
  rows(
    db,
    sql<StoredEntry>`
    select e.entry_id, e.list, e.kind, e.data from screening_entry e
    where e.has_wallets and exists (select from screening_version_entry ve join screening_version v using (version_id) where ve.entry_id = e.entry_id and v.state = 'active')
    order by e.entry_id limit ${limit}`,
  )

/** Addresses of ERC20 are equal in either case. */
const plainAddress = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address)

/** Whether the entry `e` names one of the addresses. */
export const namesAddress = (addresses: string[]) => sql`
  exists (select from jsonb_array_elements_text(e.data -> 'wallets') as listed (address)
    where case when listed.address ~* '^0x' then lower(listed.address) else listed.address end = any(${addresses.map(plainAddress)}::text[]))`

/** Entries of versions that count and that name one of the addresses. */
export const entriesNaming = (db: Db, addresses: string[]) =>
  rows(
    db,
    sql<StoredEntry>`
    select e.entry_id, e.list, e.kind, e.data from screening_entry e
    where e.has_wallets and ${namesAddress(addresses)}
      and exists (select from screening_version_entry ve join screening_version v using (version_id) where ve.entry_id = e.entry_id and v.state = 'active')
    order by e.entry_id limit 20`,
  )

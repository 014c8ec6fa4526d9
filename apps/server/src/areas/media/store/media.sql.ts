import type { MediaPlace, MediaSize } from '@tianping/contract/media/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { containsOf, inSpan, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  foundOf,
  window,
  type Found,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Drawn, DrawnFile } from '../draw.ts'

export type Picture = {
  mediaId: bigint
  name: string
  alt: string
  width: number
  height: number
  addedBy: string
  addedAt: Date
  retiredBy: string
  retiredAt: Date | null
}
export type FileRow = {
  mediaId: bigint
  size: MediaSize
  name: string
  width: number
  height: number
  bytes: number
}
export type Place = { mediaId: bigint; kind: MediaPlace; id: bigint; title: string }

const columns = sql`p.media_id, p.name, p.alt, p.width, p.height, p.added_by, p.added_at, p.retired_by, p.retired_at`

export async function pictureRows(
  db: Db,
  f: Narrowed & { retired: boolean; q: string; paging: Paging },
): Promise<Found<Picture & Keyed> & { total: number }> {
  const p = f.paging
  const { behind, order, key } = byId(p, sql`p.media_id`, true)
  const offered = f.retired ? sql`p.retired_at is not null` : sql`p.retired_at is null`
  const said =
    f.q === ''
      ? sql`true`
      : sql`(p.alt ilike ${containsOf(f.q)} or p.name ilike ${containsOf(f.q)})`
  const days = inSpan(sql`p.added_at`, f)
  const from = sql`from media_picture p where ${offered} and ${said} and ${days}`
  const read = await rows(
    db,
    sql<Picture & Keyed>`
    select ${columns}, ${key} ${from} and ${behind} order by ${order} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const pictureOf = (db: Db, mediaId: bigint) =>
  row(db, sql<Picture>`select ${columns} from media_picture p where p.media_id = ${mediaId}`)

/** Locked until the transaction ends, against content that is about to use it. */
export const lockPicture = (tx: Tx, mediaId: bigint) =>
  row(
    tx,
    sql<Picture>`select ${columns} from media_picture p where p.media_id = ${mediaId} for update`,
  )

export const filesOf = (db: Db, mediaIds: bigint[]) =>
  rows(
    db,
    sql<FileRow>`
    select media_id, size, name, width, height, length(webp) as bytes from media_file
    where media_id = any(${mediaIds}::bigint[])`,
  )

/** What pictures stand in now, or in the history of what was read before. */
const standIn = { now: sql`media_place`, past: sql`media_past` }

/** Where pictures stand or stood, at most so many places each. */
export const placesOf = (
  db: Db,
  mediaIds: bigint[],
  { most, when }: { most: number; when: keyof typeof standIn },
) =>
  rows(
    db,
    sql<Place>`
    select w.media_id, coalesce(s.kind, '') as kind, coalesce(s.id, 0) as id, coalesce(s.title, '') as title
    from unnest(${mediaIds}::bigint[]) w (media_id) cross join lateral (
      select distinct c.kind, c.id, c.title from ${standIn[when]} c join media_file f
        on f.media_id = w.media_id and position(f.name in c.body) > 0
      order by c.kind, c.id limit ${most}) s`,
  )

export const fileNamed = async (db: Db, name: string): Promise<Buffer | undefined> =>
  (await row(db, sql<{ webp: Buffer }>`select webp from media_file where name = ${name} limit 1`))
    ?.webp

/** One addition after the other, so that their number holds. */
export const waitForMedia = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(530, 0)`)
export const countPictures = (db: Db): Promise<number> => totalOf(db, sql`from media_picture`)

export const pictureWith = (tx: Tx, pixelsHash: Buffer) =>
  row(
    tx,
    sql<Picture>`
    select ${columns} from media_picture p where p.pixels_hash = ${pixelsHash} for update`,
  )

export async function insertPicture(
  tx: Tx,
  p: Omit<Drawn, 'files'> & { name: string; alt: string; by: string; at: Date },
): Promise<bigint> {
  const { mediaId } = await theRow(
    tx,
    sql<{ mediaId: bigint }>`
    insert into media_picture (pixels_hash, name, alt, width, height, added_by, added_at)
    values (${p.pixelsHash}, ${p.name}, ${p.alt}, ${p.width}, ${p.height}, ${p.by}, ${p.at})
    returning media_id`,
  )
  return mediaId
}

export const insertFile = (tx: Tx, mediaId: bigint, f: DrawnFile) =>
  run(
    tx,
    sql`
    insert into media_file (media_id, size, name, width, height, webp)
    values (${mediaId}, ${f.size}, ${f.name}, ${f.width}, ${f.height}, ${f.webp})`,
  )

export const setAlt = (tx: Tx, mediaId: bigint, alt: string) =>
  run(tx, sql`update media_picture set alt = ${alt} where media_id = ${mediaId}`)

/** `by` is empty to offer it again. */
export const setRetired = (tx: Tx, mediaId: bigint, by: string, at: Date | null) =>
  run(
    tx,
    sql`update media_picture set retired_by = ${by}, retired_at = ${at} where media_id = ${mediaId}`,
  )

export const deletePicture = (tx: Tx, mediaId: bigint) =>
  run(tx, sql`delete from media_picture where media_id = ${mediaId}`)

/** The pictures behind names of files, kept from being retired until the transaction ends. */
export const holdNamed = (tx: Tx, names: string[]) =>
  rows(
    tx,
    sql<{ mediaId: bigint; alt: string; retired: boolean; names: string[] }>`
    select p.media_id, p.alt, p.retired_at is not null as retired,
      coalesce((select array_agg(f.name) from media_file f where f.media_id = p.media_id), '{}') as names
    from media_picture p
    where p.media_id in (select f.media_id from media_file f where f.name = any(${names}::text[]))
    order by p.media_id for share of p`,
  )

import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { draftBy } from '../../../kernel/operator/contentVersion.sql.ts'
import { segmentName } from '../../segments/segments.ts'

export type Page = { limit: number; offset: number }
/** From when and until when something shows; null for no bound. */
export type Shows = { showsFrom: Date | null; showsUntil: Date | null }
export type BannerRow = Shows & {
  id: number
  seen: string
  kind: number
  src: string
  title: string
  /** Where it leads; empty for nowhere. */
  link: string
  rank: number
  enabled: boolean
  segmentId: bigint | null
  /** Its name, marked where it is out of use and shows the banner to nobody. */
  segment: string
}
export type BannerSet = Omit<BannerRow, 'id' | 'seen' | 'segment'>
export type NoticeRow = Shows & {
  id: number
  seen: string
  content: string
  rank: number
  enabled: boolean
  createdAt: Date
}
/** A row of a list, with who wrote the draft that waits; empty for none. */
type Listed<Row> = Row & { draftBy: string }
export type NextArticle = { title: string; content: string; showsFrom: Date; writtenBy: string }
export type ArticleRow = {
  type: number
  seen: string
  title: string
  content: string
  changedAt: Date | null
}

const banner = sql`b.banner_id as id, md5(b::text) as seen, b.kind, b.src, b.title, b.link, b.rank, b.enabled,
  b.shows_from, b.shows_until, b.segment_id, ${segmentName(sql`b.segment_id`)} as segment`
const notice = sql`n.notice_id as id, md5(n::text) as seen, n.content, n.rank, n.enabled, n.created_at, n.shows_from, n.shows_until`
const article = sql`a.type, md5(a::text) as seen, a.title, a.content, a.changed_at`
/** The articles that the pages ask for, also those that nobody has written yet. */
const known = sql`(values (1, '常见问题'), (2, '隐私政策'), (3, '免责声明'), (4, '联系我们'), (5, '规则与条款'), (6, '隐私政策'), (7, '关于我们'), (8, '责任博彩')) k (type, title)`
const written = sql`select k.type::smallint as type, coalesce(a.title, k.title) as title, coalesce(a.content, '') as content, a.changed_at from ${known} left join article a using (type)`

const totalIn = async (db: Db, from: Sql) =>
  (await theRow(db, sql<{ total: number }>`select count(*)::int as total from ${from}`)).total

export const bannerRows = async (db: Db, p: Page) => ({
  rows: await rows(
    db,
    sql<Listed<BannerRow>>`select ${banner}, ${draftBy('banner', sql`b.banner_id`)} from banner b
    order by kind, rank, banner_id limit ${p.limit} offset ${p.offset}`,
  ),
  total: await totalIn(db, sql`banner`),
})
export const noticeRows = async (db: Db, p: Page) => ({
  rows: await rows(
    db,
    sql<Listed<NoticeRow>>`select ${notice}, ${draftBy('notice', sql`n.notice_id`)} from notice n
    order by rank, notice_id desc limit ${p.limit} offset ${p.offset}`,
  ),
  total: await totalIn(db, sql`notice`),
})
export const articleRows = async (db: Db, p: Page) => ({
  rows: await rows(
    db,
    sql<
      Listed<ArticleRow>
    >`select ${article}, ${draftBy('article', sql`a.type`)} from (${written}) a order by type limit ${p.limit} offset ${p.offset}`,
  ),
  total: await totalIn(db, known),
})

/** Each locked until the transaction ends. */
export const lockBanner = (tx: Db, id: number) =>
  row(tx, sql<BannerRow>`select ${banner} from banner b where banner_id = ${id} for update`)
export const lockNotice = (tx: Db, id: number) =>
  row(tx, sql<NoticeRow>`select ${notice} from notice n where notice_id = ${id} for update`)
export async function lockArticle(tx: Db, type: number): Promise<ArticleRow | undefined> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('article', ${type}))`)
  return row(tx, sql<ArticleRow>`select ${article} from (${written}) a where type = ${type}`)
}

export const insertBanner = async (tx: Db, b: BannerSet) =>
  (
    await theRow(
      tx,
      sql<{ id: number }>`
    insert into banner (kind, src, title, link, rank, enabled, shows_from, shows_until, segment_id)
    values (${b.kind}, ${b.src}, ${b.title}, ${b.link}, ${b.rank}, ${b.enabled}, ${b.showsFrom}, ${b.showsUntil}, ${b.segmentId})
    returning banner_id as id`,
    )
  ).id
export const updateBanner = (tx: Db, b: BannerSet & { id: number }) =>
  run(
    tx,
    sql`update banner set kind = ${b.kind}, src = ${b.src}, title = ${b.title}, link = ${b.link}, rank = ${b.rank}, enabled = ${b.enabled},
    shows_from = ${b.showsFrom}, shows_until = ${b.showsUntil}, segment_id = ${b.segmentId} where banner_id = ${b.id}`,
  )
export const deleteBanner = (tx: Db, id: number) =>
  run(tx, sql`delete from banner where banner_id = ${id}`)

export const insertNotice = async (tx: Db, n: Omit<NoticeRow, 'id' | 'seen'>) =>
  (
    await theRow(
      tx,
      sql<{ id: number }>`
    insert into notice (content, rank, enabled, created_at, shows_from, shows_until)
    values (${n.content}, ${n.rank}, ${n.enabled}, ${n.createdAt}, ${n.showsFrom}, ${n.showsUntil}) returning notice_id as id`,
    )
  ).id
export const updateNotice = (tx: Db, n: Omit<NoticeRow, 'seen' | 'createdAt'>) =>
  run(
    tx,
    sql`update notice set content = ${n.content}, rank = ${n.rank}, enabled = ${n.enabled}, shows_from = ${n.showsFrom}, shows_until = ${n.showsUntil}
    where notice_id = ${n.id}`,
  )
export const deleteNotice = (tx: Db, id: number) =>
  run(tx, sql`delete from notice where notice_id = ${id}`)

export const upsertArticle = (
  tx: Db,
  a: { type: number; title: string; content: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into article (type, title, content, changed_at) values (${a.type}, ${a.title}, ${a.content}, ${a.at})
    on conflict (type) do update set title = excluded.title, content = excluded.content, changed_at = excluded.changed_at`,
  )

/** What is to replace articles, by type. */
export const nextArticles = async (db: Db): Promise<Map<number, NextArticle>> =>
  new Map(
    (
      await rows(
        db,
        sql<NextArticle & { type: number }>`
    select type, title, content, shows_from, written_by from article_next`,
      )
    ).map(each => [each.type, each]),
  )

export const writeNext = (
  tx: Db,
  n: { type: number; title: string; content: string; showsFrom: Date; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into article_next (type, title, content, shows_from, written_by, written_at) values (${n.type}, ${n.title}, ${n.content}, ${n.showsFrom}, ${n.by}, ${n.at})
    on conflict (type) do update set title = excluded.title, content = excluded.content, shows_from = excluded.shows_from, written_by = excluded.written_by,
      written_at = excluded.written_at`,
  )
export const dropNext = (tx: Db, type: number) =>
  run(tx, sql`delete from article_next where type = ${type}`)

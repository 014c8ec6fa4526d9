import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type Page = { limit: number; offset: number }
export type BannerRow = { id: number; seen: string; kind: number; src: string; title: string; rank: number; enabled: boolean }
export type NoticeRow = { id: number; seen: string; content: string; rank: number; enabled: boolean; createdAt: Date }
export type ArticleRow = { type: number; seen: string; title: string; content: string; changedAt: Date }

const banner = sql`b.banner_id as id, md5(b::text) as seen, b.kind, b.src, b.title, b.rank, b.enabled`
const notice = sql`n.notice_id as id, md5(n::text) as seen, n.content, n.rank, n.enabled, n.created_at as "createdAt"`
const article = sql`a.type, md5(a::text) as seen, a.title, a.content, a.changed_at as "changedAt"`

const totalIn = async (db: Db, from: ReturnType<typeof sql>) => (await theRow(db, sql<{ total: number }>`select count(*)::int as total from ${from}`)).total

export const bannerRows = async (db: Db, p: Page) => ({
  rows: await rows(db, sql<BannerRow>`select ${banner} from banner b order by kind, rank, banner_id limit ${p.limit} offset ${p.offset}`), total: await totalIn(db, sql`banner`),
})
export const noticeRows = async (db: Db, p: Page) => ({
  rows: await rows(db, sql<NoticeRow>`select ${notice} from notice n order by rank, notice_id desc limit ${p.limit} offset ${p.offset}`), total: await totalIn(db, sql`notice`),
})
export const articleRows = async (db: Db, p: Page) => ({
  rows: await rows(db, sql<ArticleRow>`select ${article} from article a order by type limit ${p.limit} offset ${p.offset}`), total: await totalIn(db, sql`article`),
})

/** Each locked until the transaction ends. */
export const lockBanner = (tx: Db, id: number) => row(tx, sql<BannerRow>`select ${banner} from banner b where banner_id = ${id} for update`)
export const lockNotice = (tx: Db, id: number) => row(tx, sql<NoticeRow>`select ${notice} from notice n where notice_id = ${id} for update`)
export const lockArticle = (tx: Db, type: number) => row(tx, sql<ArticleRow>`select ${article} from article a where type = ${type} for update`)

export const insertBanner = async (tx: Db, b: Omit<BannerRow, 'id' | 'seen'>) =>
  (await theRow(tx, sql<{ id: number }>`
    insert into banner (kind, src, title, rank, enabled) values (${b.kind}, ${b.src}, ${b.title}, ${b.rank}, ${b.enabled}) returning banner_id as id`)).id
export const updateBanner = (tx: Db, b: Omit<BannerRow, 'seen'>) =>
  run(tx, sql`update banner set kind = ${b.kind}, src = ${b.src}, title = ${b.title}, rank = ${b.rank}, enabled = ${b.enabled} where banner_id = ${b.id}`)
export const deleteBanner = (tx: Db, id: number) => run(tx, sql`delete from banner where banner_id = ${id}`)

export const insertNotice = async (tx: Db, n: Omit<NoticeRow, 'id' | 'seen'>) =>
  (await theRow(tx, sql<{ id: number }>`
    insert into notice (content, rank, enabled, created_at) values (${n.content}, ${n.rank}, ${n.enabled}, ${n.createdAt}) returning notice_id as id`)).id
export const updateNotice = (tx: Db, n: Omit<NoticeRow, 'seen' | 'createdAt'>) =>
  run(tx, sql`update notice set content = ${n.content}, rank = ${n.rank}, enabled = ${n.enabled} where notice_id = ${n.id}`)
export const deleteNotice = (tx: Db, id: number) => run(tx, sql`delete from notice where notice_id = ${id}`)

export const upsertArticle = (tx: Db, a: { type: number; title: string; content: string; at: Date }) =>
  run(tx, sql`
    insert into article (type, title, content, changed_at) values (${a.type}, ${a.title}, ${a.content}, ${a.at})
    on conflict (type) do update set title = excluded.title, content = excluded.content, changed_at = excluded.changed_at`)

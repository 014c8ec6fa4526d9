import type { AdvertMode } from '@tianping/contract/adverts/facts'
import type { AdvertFinding } from '@tianping/contract/adverts/rules'
import { rows, run, sql, type Db } from '@tianping/database'

export type PictureStated = {
  src: string
  ageSign: boolean
  noMinors: boolean
  statedBy: string
  statedAt: Date
}

export const picturesStated = (db: Db, srcs: string[]) =>
  rows(
    db,
    sql<PictureStated>`
    select src, age_sign, no_minors, stated_by, stated_at from advert_picture where src = any(${srcs}::text[])`,
  )

export const statePicture = (tx: Db, p: PictureStated) =>
  run(
    tx,
    sql`
    insert into advert_picture (src, age_sign, no_minors, stated_by, stated_at)
    values (${p.src}, ${p.ageSign}, ${p.noMinors}, ${p.statedBy}, ${p.statedAt})
    on conflict (src) do update set age_sign = excluded.age_sign, no_minors = excluded.no_minors,
      stated_by = excluded.stated_by, stated_at = excluded.stated_at`,
  )

export type Check = {
  subject: string
  mode: AdvertMode
  findings: AdvertFinding[]
  reason: string
  by: string
  at: Date
}

export const insertCheck = (tx: Db, c: Check) =>
  run(
    tx,
    sql`
    insert into advert_check (subject, mode, findings, reason, by_operator, at)
    values (${c.subject}, ${c.mode}, ${JSON.stringify(c.findings)}::jsonb, ${c.reason}, ${c.by}, ${c.at})`,
  )

/** More than one save of a subject, or several letters of one, each have a check. */
const MOST_CHECKS = 10

/** The checks of a subject, in the order in which they were made. */
export const checksOf = (db: Db, subject: string) =>
  rows(
    db,
    sql<Pick<Check, 'findings' | 'reason'>>`
    select findings, reason from advert_check where subject = ${subject} order by check_id limit ${MOST_CHECKS}`,
  )

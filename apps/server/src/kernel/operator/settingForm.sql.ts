import { row, rows, run, sql, type Db } from '@tianping/database'

export type SettingVersion = {
  version: number
  value: unknown
  changedBy: string
  changedAt: Date
  note: string
  proposedBy: string
}

/** The newest versions of a setting, newest first. */
export const settingVersions = (db: Db, key: string, limit: number) =>
  rows(
    db,
    sql<SettingVersion>`
    select s.version, s.value, s.changed_by, s.changed_at, coalesce(n.note, '') as note, coalesce(n.proposed_by, '') as proposed_by
    from site_setting s left join setting_note n using (key, version) where s.key = ${key} order by s.version desc limit ${limit}`,
  )

/** Who writes a setting comes alone until the transaction ends. */
export const lockSetting = async (tx: Db, key: string): Promise<void> => {
  await row(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 47))`)
}

export const insertNote = (
  tx: Db,
  n: { key: string; version: number; note: string; proposedBy: string },
) =>
  run(
    tx,
    sql`insert into setting_note (key, version, note, proposed_by) values (${n.key}, ${n.version}, ${n.note}, ${n.proposedBy})`,
  )

/** The notes of versions that stand elsewhere than in the settings. */
export const notesOfKey = (db: Db, key: string) =>
  rows(
    db,
    sql<{
      version: number
      note: string
      proposedBy: string
    }>`select version, note, proposed_by from setting_note where key = ${key}`,
  )

// Settings as forms show them and operators write them: the schema, the value, the versions.
import { say } from '@tianping/contract/refusals'
import type { ConsoleGiven } from '@tianping/contract/console'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/services.ts'
import { readVersioned, settingVersion, writeSetting } from '../setting.ts'
import { issueText } from './issueText.ts'
import { insertNote, lockSetting, settingVersions, type SettingVersion } from './settingForm.sql.ts'

const MAX_VERSIONS = 20

export type By = { name: string; at: Date }
export type Trying = Pick<Services, 'db' | 'clock' | 'settings' | 'venues'>
export type Kept = {
  key: string
  label: string
  schema: z.ZodType
  /** Writes the next version where more than the setting belongs to it. */
  write?: (tx: Tx, value: unknown, by: By & { proposedBy: string }) => Promise<void>
  /** Tries the next value before it is proposed and before it is approved; refuses what fails. */
  tryOut?: (at: Trying, value: unknown) => Promise<void>
  /** Where the current value and the versions stand, when that is not the settings. */
  read?: (db: Db) => Promise<{ version: number; value: unknown }>
  versions?: (db: Db, limit: number) => Promise<SettingVersion[]>
}

/** A setting with its schema and its newest versions. */
export async function settingShown(
  db: Db,
  kept: Kept,
): Promise<Omit<ConsoleGiven<'POST /api/console/site/show'>, 'proposal' | 'draft_by'>> {
  const [{ version, value }, versions] = await Promise.all([
    current(db, kept),
    kept.versions ? kept.versions(db, MAX_VERSIONS) : settingVersions(db, kept.key, MAX_VERSIONS),
  ])
  return {
    key: kept.key,
    label: kept.label,
    version,
    schema: z.toJSONSchema(kept.schema, { io: 'output', unrepresentable: 'any' }) as Record<
      string,
      unknown
    >,
    value,
    versions: versions.map(each => ({
      version: each.version,
      value: each.value,
      changed_by: each.changedBy,
      changed_at: beijing(each.changedAt),
      note: each.note,
      proposed_by: each.proposedBy,
    })),
  }
}

/** The current value; a setting without defaults and without a version reads as null. */
export async function current(
  db: Db,
  { key, schema, read }: Kept,
): Promise<{ version: number; value: unknown }> {
  if (read) return read(db)
  return (await settingVersion(db, key)) === 0 && !schema.safeParse({}).success
    ? { version: 0, value: null }
    : readVersioned(db, key, schema)
}

type Issue = { path: string; message: string }

const MAX_ISSUES = 20
/** Refuses with the fields that do not fit, if any. */
export function refuseIssues(issues: Issue[]) {
  if (issues.length > 0)
    throw new Refusal(say('desk.form'), { issues: issues.slice(0, MAX_ISSUES) })
}

/** The value through the schema; refuses and names the fields when it does not fit. */
export function checkedValue<S extends z.ZodType>(
  { schema }: { schema: S },
  value: unknown,
): z.output<S> {
  const read = schema.safeParse(value, { error: issueText })
  if (!read.success)
    refuseIssues(
      read.error.issues.map(issue => ({
        path: issue.path.map(String).join('.'),
        message: issue.message,
      })),
    )
  return read.data as z.output<S>
}

/**
 * Refuses with 409 unless the current version is the one that the form began with; until the
 * transaction ends nobody else writes it.
 */
export async function lockVersion(tx: Tx, kept: Kept, version: number): Promise<unknown> {
  await lockSetting(tx, kept.key)
  const now = await current(tx, kept)
  if (now.version !== version)
    throw new Refusal(say('desk.setting_changed', { label: kept.label, version: now.version }), {
      version: now.version,
    })
  return now.value
}

/** Writes the next version with its note and answers its number. Call `lockVersion` first. */
export async function writeNext(
  tx: Tx,
  kept: Kept,
  value: unknown,
  by: By,
  why: { note: string; proposedBy: string },
): Promise<number> {
  if (kept.write) await kept.write(tx, value, { ...by, proposedBy: why.proposedBy })
  else await writeSetting(tx, kept.key, kept.schema, value as never, by)
  const { version } = await current(tx, kept)
  await insertNote(tx, { key: kept.key, version, ...why })
  return version
}

/**
 * What changed between two values, by the path of the field; the audit log keeps no more than that.
 */
export function changed(
  before: unknown,
  after: unknown,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const [was, is] = [leaves(before), leaves(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
    .filter(path => was.get(path) !== is.get(path))
    .slice(0, 200)
  const pick = (from: Map<string, unknown>) =>
    Object.fromEntries(paths.filter(path => from.has(path)).map(path => [path, from.get(path)]))
  return { before: pick(was), after: pick(is) }
}

function leaves(
  value: unknown,
  path = '',
  into = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      leaves(each, path ? `${path}.${key}` : key, into)
  else if (path) into.set(path, value)
  return into
}

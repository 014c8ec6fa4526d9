// The settings of backups. They are not the server's: the server holds no key of a backup.
import { secretProblems } from '@tianping/venue-protocol'
import type { Shelf } from './folder.ts'
import type { Work } from './runs.ts'

type Env = Record<string, string | undefined>

/** The names of all settings of backups, as deployments may set them. */
export const backupSettingNames = [
  'BACKUP_DIR',
  'BACKUP_KEY',
  'BACKUP_KEYS_OLD',
  'BACKUP_URL',
  'BACKUP_DAYS',
  'DRILL_DIR',
] as const

export class BackupSettingsWrong extends Error {
  constructor(problems: string[]) {
    super(
      `The settings of backups are not right:\n${problems.map(each => `- ${each}.`).join('\n')}`,
    )
  }
}

const listed = (text = '') =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')

/** What is wrong with the settings, one sentence each; `more` are others that a command needs. */
export function backupProblems(env: Env, more: readonly string[] = []): string[] {
  const missing = ['BACKUP_DIR', ...more]
    .filter(name => !env[name])
    .map(name => `${name} must be set`)
  const days = Number(env['BACKUP_DAYS'] ?? 35)
  return [
    ...missing,
    ...secretProblems([['BACKUP_KEY', env['BACKUP_KEY'] ?? '']], {
      old: listed(env['BACKUP_KEYS_OLD']).map((key, n) => [`BACKUP_KEYS_OLD (${n + 1})`, key]),
    }),
    ...(Number.isInteger(days) && days >= 2 && days <= 3_650
      ? []
      : ['BACKUP_DAYS is a number of days, 2 to 3650']),
  ]
}

/** Where backups lie and their keys; throws everything that is wrong at once. */
export function shelfOf(env: Env, more: readonly string[] = []): Shelf {
  const problems = backupProblems(env, more)
  if (problems.length > 0) throw new BackupSettingsWrong(problems)
  return {
    dir: env['BACKUP_DIR'] ?? '',
    keys: [env['BACKUP_KEY'] ?? '', ...listed(env['BACKUP_KEYS_OLD'])],
  }
}

/** What the backup process works with; throws everything that is wrong at once. */
export function workOf(env: Env, say: (text: string) => void): Work {
  const shelf = shelfOf(env, ['BACKUP_URL'])
  const { BACKUP_URL: url = '', BACKUP_DAYS: days = '35', DRILL_DIR: drillDir } = env
  return { shelf, url, days: Number(days), drillDir, say }
}

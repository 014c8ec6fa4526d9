// What is wrong with the settings of a deployment, as the server and the backup process read them.
import { settingNames, StartRefused } from '../../apps/server/src/kernel/environment.ts'
import { directorySettingNames } from '../../apps/server/src/brands/brandSettings.ts'
import { settingsToStart } from '../../apps/server/src/startProblems.ts'
import { backupProblems, backupSettingNames } from '../backup/settings.ts'

type Env = Record<string, string | undefined>

/** Settings of other processes and commands that may stand in the same file. */
export const otherSettingNames = [
  'VENUE_DATABASE_URL',
  'VENUE_PORT',
  'VENUE_MERCHANT_KEYS',
  'VENUE_OPERATOR_KEY',
  'SANDBOX_FAULTS',
  'MIGRATION_URL',
  'OPERATOR_PASSWORD',
  'LOG_LEVEL',
] as const
export const knownSettings: ReadonlySet<string> = new Set([
  ...settingNames,
  ...backupSettingNames,
  ...directorySettingNames,
  ...otherSettingNames,
])

/** Words that only our settings begin with; HOST_, PORT_ and the like are anybody's. */
const OURS =
  /^(TIANPING|DATABASE|VENUE|PROVIDER|CARD|FACTOR|DOCUMENT|SMTP|SMS|IDENTITY|REGISTER|SECURITY|RELEASE|BACKUP|HSTS|TRUST|DIRECTORY|BRAND)_/

/** Names that begin like settings and are none: nothing would read them. */
export const unknownSettings = (env: Env): string[] =>
  Object.keys(env)
    .filter(name => OURS.test(name) && !knownSettings.has(name))
    .map(name => `${name} is no setting; is it misspelt?`)

/** Everything that stands against a start, and what is wrong with the settings of backups. */
export async function configProblems(
  env: Env,
  { askDatabase }: { askDatabase: boolean },
): Promise<string[]> {
  const found = await settingsToStart(env, { askDatabase }).then(
    () => [],
    (error: Error) => (error instanceof StartRefused ? error.problems : [error.message]),
  )
  return [...found, ...(env['BACKUP_DIR'] ? backupProblems(env) : []), ...unknownSettings(env)]
}

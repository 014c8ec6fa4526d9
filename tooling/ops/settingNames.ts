// The names of the settings that a deployment may set. It loads no part of the server, so that a
// name is looked up at once.
import { settingNames } from '../../apps/server/src/kernel/environment.ts'
import { directorySettingNames } from '../../apps/server/src/brands/brandSettings.ts'
import { backupSettingNames } from '../backup/settings.ts'

type Env = Record<string, string | undefined>

/** Settings of other processes and commands that may stand in the same file. */
export const otherSettingNames = [
  'VENUE_DATABASE_URL',
  'VENUE_PORT',
  'VENUE_MERCHANT_KEYS',
  'VENUE_OPERATOR_KEY',
  'VENUE_BEACON',
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

// What is wrong with the settings of a deployment, as the server and the backup process read them.
import { StartRefused } from '../../apps/server/src/kernel/environment.ts'
import { directorySettings, processSettings } from '../../apps/server/src/brands/brandSettings.ts'
import { brandRows } from '../../apps/server/src/brands/directory.sql.ts'
import { settingsToStart } from '../../apps/server/src/startProblems.ts'
import { brandProblem, withDirectory } from './brands/work.ts'
import { backupProblems } from '../backup/settings.ts'
import { unknownSettings } from './settingNames.ts'

type Env = Record<string, string | undefined>

const problemsIn = (read: () => unknown): string[] => {
  try {
    read()
    return []
  } catch (error) {
    return error instanceof StartRefused ? error.problems : [(error as Error).message]
  }
}

/** What stands against the start of several brands: in what is common, and in each brand. */
async function brandsProblems(env: Env, askDatabase: boolean): Promise<string[]> {
  const common = [
    ...problemsIn(() => processSettings(env)),
    ...problemsIn(() => directorySettings(env)),
  ]
  if (common.length > 0 || !askDatabase) return common
  return withDirectory(env, directorySettings(env), async work => {
    const listed = (await brandRows(work.db)).filter(({ state }) => state !== 'closed')
    const found = await Promise.all(
      listed.map(async brand => {
        const own = await brandProblem(work, brand)
        return own.map(each => `${brand.code}: ${each}`)
      }),
    )
    return found.flat()
  })
}

/** Everything that stands against a start, and what is wrong with the settings of backups. */
export async function configProblems(
  env: Env,
  { askDatabase }: { askDatabase: boolean },
): Promise<string[]> {
  const start = env['DIRECTORY_URL']
    ? brandsProblems(env, askDatabase)
    : settingsToStart(env, { askDatabase }).then(() => [])
  const found = await start.catch((error: Error) =>
    error instanceof StartRefused ? error.problems : [error.message],
  )
  return [...found, ...(env['BACKUP_DIR'] ? backupProblems(env) : []), ...unknownSettings(env)]
}

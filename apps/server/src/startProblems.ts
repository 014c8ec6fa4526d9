import { connect, type Db } from '@tianping/database'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memberByName, passwordHashes } from './areas/account/account.ts'
import { ROLE } from './compose.ts'
import { operatorNamed } from './console/signIn/operator.sql.ts'
import { DEMO_MARK, demoMember, demoOperators } from './kernel/demoLogins.ts'
import { readSettings, StartRefused, type Settings } from './kernel/environment.ts'
import { passwordMatches } from './kernel/passwords.ts'
import { settingVersion } from './kernel/setting.ts'

/** What PostgreSQL says of a database that was never migrated. */
const UNDEFINED_TABLE = '42P01'
const UNDEFINED_ROLE = '22023'

type Env = Record<string, string | undefined>

async function demoOperatorNames(db: Db): Promise<string[]> {
  const found = await Promise.all(
    demoOperators.map(async ({ name, password }) => {
      const operator = await operatorNamed(db, name)
      return operator && (await passwordMatches(operator.passwordHash, password)) ? [name] : []
    }),
  )
  return found.flat()
}

async function hasDemoMember(db: Db): Promise<boolean> {
  const found = await memberByName(db, demoMember.name)
  if (!found) return false
  const { password, pay } = await passwordHashes(db, found.memberId)
  const matches = await Promise.all([
    passwordMatches(password, demoMember.password),
    passwordMatches(pay, demoMember.payPassword),
  ])
  return matches.includes(true)
}

/** What the demo left in the database, one sentence each. */
export async function demoProblems(db: Db): Promise<string[]> {
  const operators = await demoOperatorNames(db)
  return [
    ...((await settingVersion(db, DEMO_MARK)) > 0
      ? ['The database was filled with demo data; production needs a database of its own']
      : []),
    ...(operators.length > 0
      ? [`Operators with their published demo passwords: ${operators.join(', ')}; give them others`]
      : []),
    ...((await hasDemoMember(db))
      ? [`The member ${demoMember.name} has a published demo password; reset both passwords`]
      : []),
  ]
}

/** A database that cannot be asked says why when the site is opened. */
async function problemsIn(databaseUrl: string): Promise<string[]> {
  const db = connect(databaseUrl, {
    role: ROLE,
    applicationName: 'tianping-start',
    maxConnections: 1,
  })
  try {
    return await demoProblems(db)
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const hint = code === UNDEFINED_TABLE || code === UNDEFINED_ROLE ? '; migrate first' : ''
    return [`DATABASE_URL: ${message}${hint}`]
  } finally {
    await db.destroy()
  }
}

/** Browser apps that are named and were never built. */
export const appProblems = (env: Env): string[] =>
  ['MEMBER_DIST', 'CONSOLE_DIST']
    .map(name => [name, env[name]] as const)
    .filter(([, folder]) => folder !== undefined && !existsSync(join(folder, 'index.html')))
    .map(
      ([name, folder]) =>
        `${name}: ${folder} has no index.html; npm run build makes the browser apps`,
    )

/**
 * The settings of a process that may start; throws everything that stands against it at once, in
 * the environment and, in production, in the database.
 */
export async function settingsToStart(
  env: Env,
  { askDatabase = true }: { askDatabase?: boolean } = {},
): Promise<Settings> {
  const production = env['TIANPING_MODE'] !== 'sandbox'
  const url = env['DATABASE_URL']
  const found = production
    ? [...appProblems(env), ...(url && askDatabase ? await problemsIn(url) : [])]
    : []
  try {
    const settings = readSettings(env)
    if (found.length === 0) return settings
  } catch (error) {
    if (error instanceof StartRefused) throw new StartRefused([...error.problems, ...found])
    throw error
  }
  throw new StartRefused(found)
}

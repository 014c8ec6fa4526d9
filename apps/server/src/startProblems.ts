import { connect, type Db } from '@tianping/database'
import { memberByName, passwordHashes } from './areas/account/account.ts'
import { ROLE } from './compose.ts'
import { operatorNamed } from './console/signIn/operator.sql.ts'
import { DEMO_MARK, demoMember, demoOperators } from './kernel/demoLogins.ts'
import { readSettings, StartRefused, type Settings } from './kernel/environment.ts'
import { passwordMatches } from './kernel/passwords.ts'
import { settingVersion } from './kernel/setting.ts'

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
    return [`DATABASE_URL: ${(error as Error).message}`]
  } finally {
    await db.destroy()
  }
}

/**
 * The settings of a process that may start; throws everything that stands against it at once, in
 * the environment and, in production, in the database.
 */
export async function settingsToStart(env: Record<string, string | undefined>): Promise<Settings> {
  const production = env['TIANPING_MODE'] !== 'sandbox'
  const url = env['DATABASE_URL']
  const inDatabase = production && url ? await problemsIn(url) : []
  try {
    const settings = readSettings(env)
    if (inDatabase.length === 0) return settings
  } catch (error) {
    if (error instanceof StartRefused) throw new StartRefused([...error.problems, ...inDatabase])
    throw error
  }
  throw new StartRefused(inDatabase)
}

// `tianping check-config`: reads the environment as the server does and says everything that stands
// against a start, and what nobody has configured yet. It changes nothing.
import { connect } from '@tianping/database'
import { parseArgs } from 'node:util'
import { ROLE } from '../../apps/server/src/compose.ts'
import { notConfigured } from '../../apps/server/src/notConfigured.sql.ts'
import { configProblems } from './config.ts'

const lines = (all: string[]) => all.map(each => `- ${each}.`.replace('?.', '?')).join('\n')

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'settings-only': { type: 'boolean', default: false } },
  })
  const askDatabase = !values['settings-only']
  const problems = await configProblems(process.env, { askDatabase })
  if (problems.length > 0) {
    console.error(`These settings are not right:\n${lines(problems)}`)
    return 1
  }
  console.log('The settings are right.')
  // Each brand has an environment of its own: tianping brand run CODE check-config.
  if (!askDatabase || process.env['DIRECTORY_URL']) return 0
  const db = connect(process.env['DATABASE_URL'] ?? '', { role: ROLE, maxConnections: 1 })
  try {
    const missing = await notConfigured(db)
    console.log(
      missing.length > 0
        ? `Not configured yet:\n${lines(missing)}`
        : 'Everything that members need is configured.',
    )
  } finally {
    await db.destroy()
  }
  return 0
}

process.exitCode = await main()

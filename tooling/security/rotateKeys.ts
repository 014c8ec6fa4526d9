// `npm run rotate-keys`: seals by the current CARD_KEY and FACTOR_KEY what older keys have sealed.
// It reads the server's environment, runs beside the server, and may be stopped and started again.
import { connect } from '@tianping/database'
import { ROLE } from '../../apps/server/src/compose.ts'
import { sealedLegal } from '../../apps/server/src/areas/dataRights/store/legalSealed.sql.ts'
import { reseal } from '../../apps/server/src/kernel/reseal.ts'
import { readSettings, StartRefused } from '../../apps/server/src/kernel/environment.ts'
import { resealAll } from '../../apps/server/src/sealedColumns.ts'

function settingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

const settings = settingsOrExit()
const db = connect(settings.databaseUrl, {
  role: ROLE,
  applicationName: 'tianping-rotate-keys',
  maxConnections: 1,
})
// The server's role does not read the records of erased members.
const owner = connect(settings.databaseUrl, {
  applicationName: 'tianping-rotate-keys',
  maxConnections: 1,
})
const said = (name: string, left: number) => console.log(`${name}: ${left} left`)
try {
  const columns = [
    ...(await resealAll(db, settings, said)),
    await reseal(owner, sealedLegal(settings.cardKey), said),
  ]
  for (const { name, found, unreadable, left } of columns)
    console.log(
      `${name}: ${found} were sealed by an older key; ${left} left${unreadable > 0 ? `, ${unreadable} of them open with none of the keys given` : ''}.`,
    )
  const done = columns.every(({ left }) => left === 0)
  console.log(done ? 'The older keys are needed no longer.' : 'Keep the older keys, and run again.')
  process.exitCode = done ? 0 : 1
} finally {
  await db.destroy()
  await owner.destroy()
}

// `tianping backups`: a process that takes a backup a day and makes a drill a week. Any number may
// run: the database lets one at a time begin.
import { connect } from '@tianping/database'
import { lastPassed } from '../../../apps/server/src/areas/duties/duties.ts'
import { ROLE } from '../../../apps/server/src/compose.ts'
import { runBackup, runDrill, type Work } from '../runs.ts'
import { workOf } from '../settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOOK_MS = 5 * 60_000
/** What failed is tried again no sooner. */
const AGAIN_MS = HOUR_MS

const say = (text: string) => console.log(JSON.stringify({ at: new Date().toISOString(), text }))

async function lastRuns(url: string) {
  const db = connect(url, { role: ROLE, applicationName: 'tianping-backups', maxConnections: 1 })
  try {
    return await lastPassed(db)
  } finally {
    await db.destroy()
  }
}

const tried = { backup: 0, drill: 0 }

/** Runs what is due; what failed waits an hour. */
async function look(work: Work): Promise<void> {
  const last = await lastRuns(work.url)
  const now = Date.now()
  const due = (kind: 'backup' | 'drill', everyMs: number) =>
    now - (last[kind]?.getTime() ?? 0) >= everyMs && now - tried[kind] >= AGAIN_MS
  if (due('backup', DAY_MS)) {
    tried.backup = now
    say(`backup: ${await runBackup(work)}`)
  }
  if (due('drill', 7 * DAY_MS)) {
    tried.drill = now
    say(`drill: ${await runDrill(work)}`)
  }
}

let stopping = false
let wake = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true
    wake()
  })

try {
  const work = workOf(process.env, say)
  while (!stopping) {
    await look(work).catch((error: Error) => say(error.message))
    await new Promise<void>(done => {
      const timer = setTimeout(done, LOOK_MS)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

// One instance of the server. It keeps no state that a second one would miss: run as many as you
// like on one database.
import { waitForDatabase } from '@tianping/database'
import { newLog } from './kernel/log.ts'
import { openSite } from './compose.ts'
import type { Settings } from './kernel/environment.ts'
import { settingsToStart } from './startProblems.ts'

const log = newLog(process.env['LOG_LEVEL'] ?? 'info')
await databaseOrExit()
const settings = await settingsOrExit()
const site = await openSite(settings, { log })

try {
  await site.app.listen({ host: settings.host, port: settings.port })
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(
    taken ? `Port ${settings.port} is taken; set PORT to a free one.` : (error as Error).message,
  )
  await site.close()
  process.exit(1)
}
process.send?.({ ready: true, port: (site.app.server.address() as { port: number }).port })

let stopping = false
/** Proxies see first that nobody is to be sent here, then the calls under way end. */
async function stop() {
  if (stopping) return
  stopping = true
  site.drain()
  await new Promise(done => setTimeout(done, settings.graceMs))
  await site.close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stop().then(
      () => process.exit(0),
      error => {
        log.error({ err: error as Error }, 'not stopped cleanly')
        process.exit(1)
      },
    )
  })
}
// The launcher died: nobody is left to stop this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

/** A database that is still starting is waited for; any other fault is said at once. */
async function databaseOrExit(): Promise<void> {
  const url = process.env['DATABASE_URL']
  if (!url) return
  try {
    await waitForDatabase(url, text => log.warn(text))
  } catch (error) {
    console.error(`The server does not start: ${(error as Error).message}`)
    process.exit(1)
  }
}

async function settingsOrExit(): Promise<Settings> {
  try {
    return await settingsToStart(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

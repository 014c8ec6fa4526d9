// One instance of the server. It keeps no state that a second one would miss: run as many as you
// like on one database.
import { newLog } from './kernel/log.ts'
import { openSite } from './compose.ts'
import type { Settings } from './kernel/environment.ts'
import { settingsToStart } from './startProblems.ts'

const settings = await settingsOrExit()
const log = newLog(process.env['LOG_LEVEL'] ?? 'info')
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
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    site.close().then(
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

async function settingsOrExit(): Promise<Settings> {
  try {
    return await settingsToStart(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

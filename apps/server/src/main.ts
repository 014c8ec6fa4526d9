// One instance of the server. It keeps no state that a second one would miss: run as many as you
// like on one database, or on one directory of brands.
import './threads.ts'
import { waitForDatabase } from '@tianping/database'
import type { AddressInfo } from 'node:net'
import { Brands } from './brands/brands.ts'
import { directorySettings, processSettings } from './brands/brandSettings.ts'
import { newLog } from './kernel/log.ts'
import { openSite } from './compose.ts'
import { appProblems, settingsToStart } from './startProblems.ts'
import { StartRefused } from './kernel/environment.ts'

/** One site, or several brands behind one listener. */
type Instance = {
  port: number
  graceMs: number
  listen(): Promise<number>
  drain(): void
  close(): Promise<void>
}

const log = newLog(process.env['LOG_LEVEL'] ?? 'info')
const several = process.env['DIRECTORY_URL'] !== undefined
await databaseOrExit(several ? 'DIRECTORY_URL' : 'DATABASE_URL')
const instance = await (several ? openBrands() : openOne()).catch(exit)

let port = 0
try {
  port = await instance.listen()
} catch (error) {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(
    taken ? `Port ${instance.port} is taken; set PORT to a free one.` : (error as Error).message,
  )
  await instance.close()
  process.exit(1)
}
process.send?.({ ready: true, port })

let stopping = false
/** Proxies see first that nobody is to be sent here, then the calls under way end. */
async function stop() {
  if (stopping) return
  stopping = true
  instance.drain()
  await new Promise(done => setTimeout(done, instance.graceMs))
  await instance.close()
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

async function openOne(): Promise<Instance> {
  const settings = await settingsToStart(process.env)
  const site = await openSite(settings, { log })
  return {
    port: settings.port,
    graceMs: settings.graceMs,
    listen: async () => {
      await site.app.listen({ host: settings.host, port: settings.port })
      return (site.app.server.address() as AddressInfo).port
    },
    drain: site.drain,
    close: site.close,
  }
}

async function openBrands(): Promise<Instance> {
  const { env } = process
  const missing = env['TIANPING_MODE'] === 'sandbox' ? [] : appProblems(env)
  if (missing.length > 0) throw new StartRefused(missing)
  const common = processSettings(env)
  const brands = await Brands.open({ env, directory: directorySettings(env), log }, common)
  return {
    port: common.port,
    graceMs: common.graceMs,
    listen: () => brands.listen(),
    drain: () => brands.drain(),
    close: () => brands.close(),
  }
}

/** A database that is still starting is waited for; any other fault is said at once. */
async function databaseOrExit(name: 'DATABASE_URL' | 'DIRECTORY_URL'): Promise<void> {
  const url = process.env[name]
  if (!url) return
  try {
    await waitForDatabase(url, text => log.warn(text))
  } catch (error) {
    console.error(`The server does not start: ${(error as Error).message}`)
    process.exit(1)
  }
}

/** What stands against a start is a sentence; a defect keeps its stack. */
function exit(error: unknown): never {
  console.error(error instanceof StartRefused ? error.message : error)
  process.exit(1)
}

// The venue as a process of its own. Settings come from the environment; see
// docs/venue-protocol.md.
import { ensureDatabase } from '@tianping/database'
import { readSettings, type Settings } from './settings.ts'
import { startVenue, type RunningVenue } from './startVenue.ts'

let running: RunningVenue | undefined
let stopping = false

/** A message for whoever started the process, without a stack that tells him nothing. */
function giveUp(message: string): never {
  process.stderr.write(`venue: ${message}\n`)
  process.exit(1)
}

async function stop() {
  if (stopping) return
  stopping = true
  await running?.close()
  process.exit(0)
}

function settings(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    return giveUp((error as Error).message)
  }
}

process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// The launcher died: nobody is left to stop this process.
process.on('disconnect', () => void stop())

const { databaseUrl, ...options } = settings()
try {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const server = Object.assign(new URL(databaseUrl), { pathname: '/postgres' })
  if (name && name !== 'postgres') await ensureDatabase(server.href, name)
  running = await startVenue({
    databaseUrl,
    ...options,
    logger: {
      level: process.env['LOG_LEVEL'] ?? 'warn',
      redact: ['req.headers.authorization', 'req.headers["x-signature"]'],
    },
  })
  process.send?.({ ready: true, port: Number(new URL(running.url).port) })
  process.stdout.write(
    `venue: listening on ${running.url}${options.faults ? ', faults can be rehearsed' : ''}\n`,
  )
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  giveUp(
    code === 'EADDRINUSE'
      ? `port ${options.port} on ${options.host} is taken; choose another with VENUE_PORT`
      : message,
  )
}

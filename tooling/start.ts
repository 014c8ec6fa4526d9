// `npm start`: everything on this machine in one command, with demo data on the first run.
import { hasDemo } from '../apps/server/src/demo/mark.ts'
import { buildApps } from './build.ts'
import { startDemoChain, type DemoChain } from './chain/demo.ts'
import { inRoot } from './root.ts'
import { openStack, portIn, requireFreePort, type Stack } from './stack.ts'

const say = (text: string) => console.log(text)
/** What the environment says goes on to the server as it is. */
const HANDED_ON = [
  'PUBLIC_URL',
  'VENUE_PUBLIC_URL',
  'VENUE_BEACON',
  'TRUST_PROXY',
  'DATABASE_POOL',
  'DATABASE_PLANS',
  'SMTP_URL',
  'MAIL_FROM',
  'SMS_URL',
  'SMS_KEY_ID',
  'SMS_SECRET',
  'PUSH_PUBLIC_KEY',
  'PUSH_PRIVATE_KEY',
  'PUSH_CONTACT',
  'PUSH_SERVICES',
  'METRICS_PORT',
  'METRICS_HOST',
  'ACCESS_LOG',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]

const demo: { chain: DemoChain | null } = { chain: null }

async function start(): Promise<Stack> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const port = portIn('PORT', 8080)
  const venuePort = portIn('VENUE_PORT', 8081)
  await requireFreePort(port, host, 'PORT')
  await requireFreePort(venuePort, host, 'VENUE_PORT')
  await buildApps(say)
  const env = Object.fromEntries(
    HANDED_ON.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const dataDir = process.env['DATA_DIR'] ?? inRoot('data')
  demo.chain = await startDemoChain(dataDir, say)
  return openStack({
    dataDir,
    host,
    port,
    venuePort,
    databaseUrl: process.env['DATABASE_URL'],
    venueDatabaseUrl: process.env['VENUE_DATABASE_URL'],
    faults: process.env['SANDBOX_FAULTS'] === '1',
    env: { ...demo.chain?.env, ...env },
    say,
    supervised: true,
    before: async at => {
      if (await hasDemo(at.databaseUrl)) return
      // The whole server: loaded where it is needed.
      const { seedWithPast } = await import('./past.ts')
      if (await seedWithPast(at)) say('Demo data is in place.')
    },
  })
}

let starting: Promise<Stack> | undefined
let stopping = false
async function stop(code: number) {
  if (stopping) return
  stopping = true
  say('Stopping …')
  // Ctrl-C during the start must not leave PostgreSQL behind: what is being started is finished,
  // then stopped.
  const stack = await starting?.catch(() => undefined)
  await stack?.stop()
  await demo.chain?.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))

try {
  starting = start()
  const stack = await starting
  say(`
  天平 is running (play money, sandbox).

  Member app    ${stack.url}/            demo888 / demo888, payment password 888888
  Back office   ${stack.url}/console/    admin / admin888
  Sandbox venue ${stack.venueUrl}/

  Ctrl-C stops everything.`)
} catch (error) {
  console.error((error as Error).message)
  await demo.chain?.stop()
  process.exit(1)
}

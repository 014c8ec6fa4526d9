// How many calls of an evening's mix a site answers: calls arrive at a rate that rises until the
// 99th percentile passes a bound, with one instance and with two on one database; then it says
// which resource ended it. Alone: npm run bench -- load
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Row } from './ledger.ts'
import { ask, openCallSite, type CallSite, type Service } from './support/callSite.ts'
import { msOf, postgresMs } from './support/cpu.ts'
import { eveningRequests } from './support/evening.ts'
import { arriving, type Arrived } from './support/arriving.ts'

const MEMBERS = 64
const BOUND_MS = 200
const WARM_UP_MS = 3_000
const STEP_MS = 5_000
const FIRST_RATE = 50
const GROWTH = 1.4
const MOST_STEPS = 20
/** What counts as all of a resource. */
const FULL = 0.9
const TICK_MS = 10

type Spent = { cpu: NodeJS.CpuUsage }
type Pools = { waitedMs: number }
type Use = Record<'machine' | 'PostgreSQL' | 'generator' | 'others', number> & {
  servers: number[]
  waitedMs: number
}
type Step = Arrived & { rate: number; use: Use }

/** Milliseconds that all cores together were busy since the start of the machine. */
function machineMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) * TICK_MS
}

async function spent(site: CallSite, services: Service[]) {
  const cpus: number[] = []
  let waitedMs = 0
  for (const service of services) {
    cpus.push(msOf((await ask<Spent>(service, 'cpu')).cpu))
    waitedMs += (await ask<Pools>(service, 'pools')).waitedMs
  }
  return {
    at: performance.now(),
    cpus,
    waitedMs,
    machine: machineMs(),
    postgres: postgresMs(site.postmaster),
    generator: msOf(process.cpuUsage()),
  }
}

/** Shares of one core; of the machine, shares of all of them. */
async function used(site: CallSite, services: Service[], work: () => Promise<Arrived>) {
  const before = await spent(site, services)
  const arrived = await work()
  const after = await spent(site, services)
  const ms = after.at - before.at
  const share = (from: number, to: number) => (to - from) / ms
  const servers = after.cpus.map((cpu, n) => share(before.cpus[n] ?? 0, cpu))
  const postgres = share(before.postgres, after.postgres)
  const generator = share(before.generator, after.generator)
  const machine = share(before.machine, after.machine)
  const own = servers.reduce((sum, each) => sum + each, postgres + generator)
  const use: Use = {
    machine: machine / availableParallelism(),
    PostgreSQL: postgres,
    generator,
    others: Math.max(0, machine - own),
    servers,
    waitedMs: (after.waitedMs - before.waitedMs) / Math.max(1, arrived.answers),
  }
  return { ...arrived, use }
}

/** Which resource was all used, in the order in which one hides the next. */
function endedBy({ use }: Step): string {
  const cores = `${availableParallelism()} cores`
  const parts = `servers ${use.servers.map(each => each.toFixed(2)).join(' + ')}, PostgreSQL ${use.PostgreSQL.toFixed(2)}, generator ${use.generator.toFixed(2)}, others ${use.others.toFixed(2)} cores`
  if (use.machine >= FULL) return `the processor of the machine, ${cores}: ${parts}`
  if (Math.max(...use.servers) >= FULL) return `the event loop of a server: ${parts}`
  if (use.generator >= FULL) return `the generator, which says nothing of the site: ${parts}`
  if (use.waitedMs >= BOUND_MS / 4)
    return `the connections to PostgreSQL, ${use.waitedMs.toFixed(0)} ms of waiting a call: ${parts}`
  return `waiting in PostgreSQL, for locks or the disk: ${parts}`
}

async function rising(site: CallSite, services: Service[]): Promise<Step[]> {
  const ports = services.map(({ port }) => port)
  const next = eveningRequests(site.members)
  let sent = 0
  const at = (rate: number, ms: number) => arriving(ports, { rate, ms, next: () => next(sent++) })
  await at(FIRST_RATE, WARM_UP_MS)
  const steps: Step[] = []
  for (let rate = FIRST_RATE; steps.length < MOST_STEPS; rate = Math.round(rate * GROWTH)) {
    const step = { ...(await used(site, services, () => at(rate, STEP_MS))), rate }
    steps.push(step)
    console.log(
      `  ${String(rate).padStart(6)} calls/s arrive: ${step.perSecond.toFixed(0)} answered, p50 ${step.p50Ms.toFixed(1)} ms, p99 ${step.p99Ms.toFixed(0)} ms, refused ${step.refused}, machine ${(100 * step.use.machine).toFixed(0)} %`,
    )
    if (step.p99Ms > BOUND_MS) break
  }
  return steps
}

export async function runLoadBench(): Promise<Row[]> {
  const site = await openCallSite(MEMBERS)
  const services: Service[] = []
  const found: Row[] = []
  try {
    for (const instances of [1, 2]) {
      services.push(await site.start('site.ts'))
      console.log(`${instances} of the server:`)
      const steps = await rising(site, services)
      const last = steps.at(-1)!
      const ended = last.p99Ms > BOUND_MS
      console.log(ended ? `  ended by ${endedBy(last)}` : '  not ended: the steps were too few')
      const best = ended ? steps.at(-2) : last
      found.push({
        name: `evening's mix within p99 of ${BOUND_MS} ms, instances: ${instances}`,
        value: best?.rate ?? 0,
        unit: 'calls/s',
      })
    }
    return found
  } finally {
    await site.stop()
  }
}

if (import.meta.main) console.table(await runLoadBench())

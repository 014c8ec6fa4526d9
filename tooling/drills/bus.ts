// `npm run drill -- bus [CHANGES A SECOND ...]`: eight instances tell each other of members whose
// money moved, over LISTEN/NOTIFY, at the rate of a busy site. Says how late the news comes and
// what it costs PostgreSQL.
import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../root.ts'
import { launchPostgres } from '../postgres.ts'
import type { BusReport } from './support/busInstance.ts'
import { pause } from './support/cluster.ts'
import { quantile, Report } from './support/report.ts'
import { newPlace } from './support/tools.ts'

const INSTANCES = 8
/** The first warms the code up. */
const RATES = [1_000, 2_000, 4_000, 8_000]
/** The rate that a site must carry, and how late the news may come there. */
const REQUIRED = 2_000
const LATE_MS = 100
const SECONDS = 10
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Processor time of a process and its children that live, in ms. */
function cpuMs(pid: number): number {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .reduce((sum, name) => sum + cpuOf(name, pid), 0)
}

function cpuOf(name: string, parent: number): number {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ours = Number(name) === parent || Number(fields[1]) === parent
    return ours ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0
  } catch {
    return 0
  }
}

const heard = <T>(child: ChildProcess) =>
  new Promise<T>(done => child.once('message', message => done(message as T)))

async function open(url: string, n: number): Promise<ChildProcess> {
  const child = fork(inRoot('tooling/drills/support/busInstance.ts'), [url, String(n)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await heard(child)
  return child
}

type Seen = { delays: number[]; missed: number; cpu: number; rate: number }

/** One rate for ten seconds: what was published is looked for at the seven other instances. */
async function measure(instances: ChildProcess[], pid: number, rate: number): Promise<Seen> {
  const before = cpuMs(pid)
  const began = performance.now()
  for (const each of instances) each.send({ perSecond: rate / INSTANCES, ms: SECONDS * 1_000 })
  await Promise.all(instances.map(each => heard(each)))
  const tookMs = performance.now() - began
  const cpu = cpuMs(pid) - before
  await pause(1_000)
  const reports = await Promise.all(
    instances.map(each => {
      const answer = heard<BusReport>(each)
      each.send('report')
      return answer
    }),
  )
  const sent = new Map(reports.flatMap(each => each.sent))
  const delays = reports.flatMap(({ received }) =>
    received.flatMap(([key, at]) => [at - (sent.get(key) ?? at)]),
  )
  const published = reports.reduce((sum, each) => sum + each.published, 0)
  return {
    delays,
    missed: sent.size * (INSTANCES - 1) - delays.length,
    cpu: cpu / tookMs,
    rate: (published / tookMs) * 1_000,
  }
}

export async function drill(args: string[]): Promise<boolean> {
  const report = new Report()
  const place = newPlace()
  const postgres = await launchPostgres({ dataDir: join(place.outside, 'pg') })
  const url = postgres.url('postgres')
  const instances: ChildProcess[] = []
  try {
    for (let n = 1; n <= INSTANCES; n++) instances.push(await open(url, n))
    for (const rate of args.length > 0 ? args.map(Number) : RATES) {
      const { delays, missed, cpu, rate: reached } = await measure(instances, postgres.pid, rate)
      const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
      const figures =
        `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
        `${(cpu * 100).toFixed(0)} % of a core in PostgreSQL, ${missed} missed`
      if (rate === REQUIRED) {
        report.expect('changes a second', `${rate}`, reached.toFixed(0), reached > rate * 0.95)
        report.expect(
          `news at ${INSTANCES} instances`,
          `p99 within ${LATE_MS} ms, none missed`,
          figures,
          p99 <= LATE_MS && missed === 0,
        )
      } else report.say(`${reached.toFixed(0)} changes a second: ${figures}`)
    }
    return report.holds || args.length > 0
  } finally {
    for (const each of instances) each.kill('SIGKILL')
    await postgres.stop()
    rmSync(place.outside, { recursive: true, force: true })
  }
}

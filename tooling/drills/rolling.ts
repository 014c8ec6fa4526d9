// `npm run drill -- rolling [CALLS A SECOND]`: two servers behind haproxy are replaced one after
// the other while members ask at a steady pace. No call may fail.
import { endService } from '../stack.ts'
import { launchPostgres } from '../postgres.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './support/cluster.ts'
import { load, type Asked } from './support/load.ts'
import { hangUp } from './support/post.ts'
import { quantile, Report } from './support/report.ts'
import { DrillSite } from './support/site.ts'
import { newPlace, requireTools } from './support/tools.ts'

const CALLS_A_SECOND = 500
const MEMBERS = 100
const STEADY_MS = 3_000
const TURNS = 2
const CALLS: [Asked, ...Asked[]] = [
  ['/api/balance', '{}'],
  ['/api/homenotice', '{}'],
]

/** haproxy asks Patroni who is the primary; here somebody says that the only one is. */
const sayPrimary = (): Promise<Server> =>
  new Promise(done => {
    const server = createServer((_request, answer) => answer.end('{}'))
    server.listen(0, '127.0.0.1', () => done(server))
  })

async function replaceAll(site: DrillSite): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++)
    for (const instance of site.instances) {
      await endService(instance.child)
      Object.assign(instance, await site.startInstance(instance.port))
      await pause(STEADY_MS)
    }
}

export async function drill(args: string[]): Promise<boolean> {
  requireTools(['haproxy'])
  const perSecond = Number(args[0] ?? CALLS_A_SECOND)
  const report = new Report()
  const place = newPlace()
  const primary = await sayPrimary()
  const postgres = await launchPostgres({ dataDir: join(place.outside, 'pg'), maxConnections: 200 })
  const site = new DrillSite({
    place,
    nodes: [{ at: `127.0.0.1:${postgres.port}`, askAt: (primary.address() as AddressInfo).port }],
    superuserPassword: 'drill',
    members: MEMBERS,
  })
  try {
    await site.open()
    const { times, failed, stop } = load(site, CALLS, perSecond)
    const began = performance.now()
    await pause(STEADY_MS)
    await replaceAll(site)
    await stop()
    const rate = (times.length / (performance.now() - began)) * 1_000
    report.expect('calls a second', `${perSecond}`, rate.toFixed(0), rate > perSecond * 0.98)
    report.expect(
      `calls lost, of ${times.length}, while ${TURNS * 2} servers were replaced`,
      '0',
      failed.length === 0 ? 0 : `${failed.length} (${failed.slice(0, 3).join('; ')})`,
      failed.length === 0,
    )
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
    report.say(`answered in p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms`)
    return report.holds
  } finally {
    hangUp()
    await site.close()
    await postgres.stop()
    primary.close()
    rmSync(place.outside, { recursive: true, force: true })
  }
}

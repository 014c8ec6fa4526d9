// `npm run drill -- upgrade [COMMIT]`: two servers of an earlier release behind haproxy become
// servers of this one while members ask and move money: first the schema, then one server after the
// other. No call may fail. Without COMMIT it is the last one before the newest migration.
import { migrate } from '@tianping/database'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { launchPostgres } from '../postgres.ts'
import { root } from '../root.ts'
import { endService } from '../stack.ts'
import { pause } from './support/cluster.ts'
import { load, type Asked } from './support/load.ts'
import { Money } from './support/money.ts'
import { hangUp } from './support/post.ts'
import { brokenBooks, compareAcknowledged, differingMembers, headsOf } from './support/proof.ts'
import { commitBeforeMigrations, migrationsOf, unpackRelease } from './support/release.ts'
import { quantile, Report, seconds } from './support/report.ts'
import { DrillSite } from './support/site.ts'
import { newPlace, requireTools } from './support/tools.ts'

const MEMBERS = 40
const READS_A_SECOND = Number(process.env['DRILL_RATE'] ?? 50)
const MONEY_A_SECOND = 10
const STEADY_MS = 4_000
const CALLS: [Asked, ...Asked[]] = [
  ['/api/balance', '{}'],
  ['/api/user', '{}'],
  ['/api/homenotice', '{}'],
  ['/api/gettransrecord', '{"type":1}'],
  ['/api/betrecord', '{}'],
  ['/api/noticeList', '{}'],
  ['/api/uservip', '{}'],
]

/** haproxy asks Patroni who is the primary; here somebody says that the only one is. */
const sayPrimary = (): Promise<Server> =>
  new Promise(done => {
    const server = createServer((_request, answer) => answer.end('{}'))
    server.listen(0, '127.0.0.1', () => done(server))
  })

/** The schema first, then one server after the other. */
async function upgrade(site: DrillSite, report: Report): Promise<void> {
  await pause(STEADY_MS)
  const from = performance.now()
  const applied = await migrate(site.ownerUrl, migrationsOf(root))
  report.expect(
    'migrations, while the old release works',
    'at least 1',
    `${applied.length} in ${seconds(performance.now() - from)}`,
    applied.length > 0,
  )
  await pause(STEADY_MS)
  site.release = root
  for (const instance of site.instances) {
    await endService(instance.child)
    Object.assign(instance, await site.startInstance(instance.port))
    await pause(STEADY_MS)
  }
}

async function rehearse(site: DrillSite, report: Report): Promise<void> {
  const heads = await headsOf(site.db)
  const money = new Money(site.url, site.players, MONEY_A_SECOND)
  money.start()
  const reads = load(site, CALLS, READS_A_SECOND)
  await upgrade(site, report)
  await reads.stop()
  await money.stop()
  const { failed, times } = reads
  report.expect(
    `calls failed, of ${times.length}`,
    '0',
    failed.length === 0 ? 0 : `${failed.length} (${failed.slice(0, 3).join('; ')})`,
    failed.length === 0,
  )
  report.expect('calls about money tried again', '0', money.tries, money.tries === 0)
  const refused = [...money.refused].map(([why, times]) => `${why}: ${times}`).join(', ')
  if (refused !== '') report.say(`refused: ${refused}`)
  const { lost, doubled } = await compareAcknowledged(site.db, money.acknowledged)
  const total = money.acknowledged.length
  report.expect(`acknowledged postings lost, of ${total}`, '0', lost.length, lost.length === 0)
  report.expect('acknowledged postings doubled', '0', doubled.length, doubled.length === 0)
  const broken = await brokenBooks(site.db, heads)
  report.expect('the books', 'hold', broken.join(', ') || 'hold', broken.length === 0)
  const wrong = await differingMembers(site)
  report.expect(
    'members whose money differs from what they deposited',
    '0',
    wrong.slice(0, 3).join('; ') || 0,
    wrong.length === 0,
  )
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  report.say(`answered in p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms`)
}

export async function drill(args: string[]): Promise<boolean> {
  requireTools(['haproxy'])
  const report = new Report()
  const place = newPlace()
  const release = join(place.outside, 'release')
  const primary = await sayPrimary()
  const postgres = await launchPostgres({ dataDir: join(place.outside, 'pg'), maxConnections: 200 })
  const site = new DrillSite({
    place,
    nodes: [{ at: `127.0.0.1:${postgres.port}`, askAt: (primary.address() as AddressInfo).port }],
    superuserPassword: 'drill',
    members: MEMBERS,
  })
  try {
    report.say(`from ${unpackRelease(args[0] ?? commitBeforeMigrations(), release)}`)
    site.release = release
    await site.open()
    await rehearse(site, report)
    return report.holds
  } finally {
    hangUp()
    await site.close()
    await postgres.stop()
    primary.close()
    rmSync(place.outside, { recursive: true, force: true })
  }
}

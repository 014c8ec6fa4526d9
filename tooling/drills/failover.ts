// `npm run drill -- failover [ROUNDS] [FAULT ...]`: PostgreSQL under Patroni on three machines
// loses its primary again and again while members move money. What they were told is done must be
// there, once; the time without writes is measured. A control run without synchronous replication
// shows that the drill can see a loss. docs/operations.md says what it needs.
import { Cluster, pause, until } from './support/cluster.ts'
import { addressOf, insideNamespaces, Lab, machines } from './support/lab.ts'
import { Money } from './support/money.ts'
import { hangUp } from './support/post.ts'
import {
  brokenBooks,
  compareAcknowledged,
  differingMembers,
  headsOf,
  type Accounts,
} from './support/proof.ts'
import { longestGap, quantile, Report, seconds } from './support/report.ts'
import { DrillSite } from './support/site.ts'
import { requireTools } from './support/tools.ts'

const ROUNDS = 30
const MEMBERS = 40
const CALLS_A_SECOND = Number(process.env['DRILL_RATE'] ?? 100)
const POOLED = process.env['DRILL_PGBOUNCER'] === '1'
/** Calls before a fault, so that it meets a site at work. */
const STEADY_MS = 4_000
const AFTER_MS = 4_000
/** How long a machine stays frozen, cut off or full after another took over. */
const AWAY_MS = 5_000
/** How long a full disk goes unseen. */
const FULL_MS = 15_000
const TAKEOVER_MS = 90_000
const LOOK_MS = 200
/** Until the servers write again, once there is a primary. */
const MEND_MS = 3_000

type Fault = {
  strike: (cluster: Cluster, primary: number) => Promise<void> | void
  mend: (cluster: Cluster, primary: number) => Promise<void> | void
}

const faults: Record<string, Fault> = {
  /** Every process of PostgreSQL dies; Patroni sees it. */
  killed: {
    strike: ({ lab }, n) => lab.machine(n).signal('SIGKILL', 'postgres'),
    mend: () => {},
  },
  /** Every process of the machine dies, Patroni among them. */
  crashed: {
    strike: ({ lab }, n) => lab.machine(n).signal('SIGKILL'),
    mend: (cluster, n) => cluster.boot(cluster.lab.machine(n)),
  },
  /** The servers still reach the primary, the other machines do not. */
  partitioned: {
    strike: ({ lab }, n) => lab.cutFromPeers(n),
    mend: ({ lab }, n) => lab.healPeers(n),
  },
  /** Nobody reaches the primary. */
  unplugged: {
    strike: ({ lab }, n) => lab.unplug(n),
    mend: ({ lab }, n) => lab.plug(n),
  },
  /** Every process stands still, and wakes up when another took over. */
  frozen: {
    strike: ({ lab }, n) => lab.machine(n).signal('SIGSTOP'),
    mend: ({ lab }, n) => lab.machine(n).signal('SIGCONT'),
  },
  /** The disk is full. PostgreSQL may live on with errors, and then somebody switches over. */
  full: {
    strike: async (cluster, n) => {
      cluster.lab.machine(n).fill()
      await pause(FULL_MS)
      if ((await cluster.primary()) === n) await cluster.switchOver()
    },
    mend: ({ lab }, n) => lab.machine(n).unfill(),
  },
  switched: {
    strike: cluster => cluster.switchOver(),
    mend: () => {},
  },
}

type Round = { fault: string; outageMs: number; mendMs: number; accounts: Accounts }
type Scene = { cluster: Cluster; site: DrillSite; money: Money; report: Report }

/** The moment at which another machine confirms a write, asked past proxies and servers. */
async function takenOver(cluster: Cluster, before: number): Promise<number> {
  const others = machines.filter(n => n !== before)
  const deadline = performance.now() + TAKEOVER_MS
  for (;;) {
    const written = await Promise.all(others.map(n => cluster.takesWrites(n)))
    if (written.includes(true)) return performance.now()
    if (performance.now() > deadline) throw new Error('No other machine took over.')
    await pause(LOOK_MS)
  }
}

/** One fault under load, and what became of everything that was acknowledged. */
async function round(scene: Scene, name: string): Promise<Round> {
  const { cluster, site, money } = scene
  const fault = faults[name]
  if (!fault) throw new Error(`There is no fault ${name}.`)
  const primary = await cluster.whole()
  const heads = await headsOf(site.db)
  const before = money.acknowledged.length
  await until('money that moves', async () => money.acknowledged.length > before, TAKEOVER_MS)
  await pause(STEADY_MS)
  const struckAt = performance.now()
  await fault.strike(cluster, primary)
  const newAt = await takenOver(cluster, primary)
  const acked = () => money.acknowledged.some(({ at }) => at > newAt)
  await until('a member who is told that money moved', async () => acked(), TAKEOVER_MS)
  const mendMs = (money.acknowledged.find(({ at }) => at > newAt)?.at ?? Infinity) - newAt
  await pause(AWAY_MS)
  await fault.mend(cluster, primary)
  await pause(AFTER_MS)
  await cluster.whole()
  const moments = money.acknowledged.map(({ at }) => at)
  const outageMs = longestGap(moments, struckAt, performance.now())
  const accounts = await compareAcknowledged(site.db, money.acknowledged)
  const broken = await brokenBooks(site.db, heads)
  scene.report.say(
    `${name}: ${seconds(outageMs)} without writes, of which ${seconds(mendMs)} after another node` +
      ` took them; ${accounts.lost.length} of ${money.acknowledged.length} postings lost` +
      (broken.length > 0 ? `; BOOKS: ${broken.join(', ')}` : ''),
  )
  if (broken.length > 0)
    scene.report.expect(`books after ${name}`, 'hold', broken.join(', '), false)
  return { fault: name, outageMs, mendMs, accounts }
}

function conclude(report: Report, money: Money, rounds: readonly Round[]): void {
  const lost = new Set(rounds.flatMap(({ accounts }) => accounts.lost))
  const doubled = new Set(rounds.flatMap(({ accounts }) => accounts.doubled))
  const total = money.acknowledged.length
  report.expect(`acknowledged postings lost, of ${total}`, '0', lost.size, lost.size === 0)
  report.expect('acknowledged postings doubled', '0', doubled.size, doubled.size === 0)
  for (const fault of new Set(rounds.map(each => each.fault))) {
    const of = rounds.filter(each => each.fault === fault).map(each => each.outageMs)
    report.say(
      `${fault.padEnd(12)} ${of.length} rounds, ` +
        `without writes p50 ${seconds(quantile(of, 0.5))}, the most ${seconds(Math.max(...of))}`,
    )
  }
  const outages = rounds.map(each => each.outageMs)
  report.say(
    `all ${rounds.length} rounds: without writes p50 ${seconds(quantile(outages, 0.5))}, ` +
      `p99 ${seconds(quantile(outages, 0.99))}; ${money.tries} calls tried again`,
  )
  const mend = Math.max(...rounds.map(each => each.mendMs))
  report.expect(
    'servers write again after a new primary, the slowest',
    `within ${seconds(MEND_MS)}`,
    seconds(mend),
    mend <= MEND_MS,
  )
}

/** Without synchronous replication the partition must cost money; if not, the drill is blind. */
async function control(scene: Scene): Promise<void> {
  const { cluster, site, money, report } = scene
  await cluster.makeAsynchronous()
  const primary = await cluster.whole(false)
  await pause(STEADY_MS)
  cluster.lab.cutFromPeers(primary)
  await takenOver(cluster, primary)
  await pause(AWAY_MS)
  cluster.lab.healPeers(primary)
  await money.stop().catch((error: unknown) => report.say(String(error)))
  await cluster.whole(false)
  const { lost } = await compareAcknowledged(site.db, money.acknowledged)
  report.expect(
    'control run without synchronous replication: acknowledged postings lost',
    'more than 0',
    lost.length,
    lost.length > 0,
  )
}

const namesOf = (args: readonly string[]) => {
  const chosen = args.filter(each => !/^\d+$/.test(each))
  const unknown = chosen.filter(each => !(each in faults))
  if (unknown.length > 0)
    throw new Error(`There is no fault ${unknown.join(', ')}; ${Object.keys(faults).join(', ')}.`)
  return chosen.length > 0 ? chosen : Object.keys(faults)
}

async function openScene(lab: Lab, report: Report): Promise<Scene> {
  const cluster = new Cluster(lab)
  await cluster.open()
  const site = new DrillSite({
    place: lab.place,
    nodes: machines.map(n => ({ at: `${addressOf(n)}:5432`, askAt: 8008 })),
    superuserPassword: cluster.superuserPassword,
    members: MEMBERS,
    pooled: POOLED,
  })
  await site.open()
  const money = new Money(site.url, site.players, CALLS_A_SECOND)
  return { cluster, site, money, report }
}

export async function drill(args: string[]): Promise<boolean> {
  requireTools(['etcd', 'patroni', 'haproxy', 'postgres', ...(POOLED ? ['pgbouncer'] : [])])
  const namespaces = insideNamespaces()
  if (!namespaces.inside) return namespaces.status === 0
  const names = namesOf(args)
  const rounds = Number(args.find(each => /^\d+$/.test(each)) ?? ROUNDS)
  const report = new Report()
  const lab = new Lab()
  let scene: Scene | undefined
  try {
    scene = await openScene(lab, report)
    const { money, site } = scene
    money.start()
    const done: Round[] = []
    for (let n = 0; n < rounds; n++) {
      console.log(`round ${n + 1} of ${rounds}`)
      done.push(await round(scene, names[n % names.length] ?? ''))
    }
    await money.stop()
    conclude(report, money, done)
    const wrong = await differingMembers(site)
    report.expect(
      'members whose money differs from what they deposited',
      '0',
      wrong.slice(0, 3).join('; ') || 0,
      wrong.length === 0,
    )
    money.start()
    await control(scene)
    return report.holds
  } finally {
    hangUp()
    await scene?.site.close()
    lab.close(!report.holds)
  }
}

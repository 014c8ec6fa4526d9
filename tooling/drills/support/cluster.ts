// PostgreSQL under Patroni with etcd on the machines of a lab, configured by deploy/.
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addressOf, keepers, machines, nameOf, type Lab, type Machine } from './lab.ts'
import { deploy } from './template.ts'
import { postgresBin } from './tools.ts'

const UID = 65534
const READY_MS = 240_000
const LOOK_MS = 500
const PROBE_MS = 2_000

type Member = { name: string; role: string; state: string; timeline?: number }

export const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** Asks until the answer is there; throws after `longestMs`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  longestMs = READY_MS,
): Promise<T> {
  const deadline = performance.now() + longestMs
  for (;;) {
    const found = await ask()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`${what}: not within ${longestMs / 1_000} s`)
    await pause(LOOK_MS)
  }
}

export class Cluster {
  readonly lab: Lab
  readonly superuserPassword = randomBytes(12).toString('hex')
  readonly #passwords = {
    SUPERUSER_PASSWORD: this.superuserPassword,
    REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
    REWIND_PASSWORD: randomBytes(12).toString('hex'),
  }

  constructor(lab: Lab) {
    this.lab = lab
    for (const n of keepers) this.#configureEtcd(lab.machine(n))
    for (const n of machines) this.#configurePatroni(lab.machine(n))
  }

  #configureEtcd(machine: Machine): void {
    const etcdData = join(machine.home, 'etcd')
    mkdirSync(etcdData, { mode: 0o700 })
    chownSync(etcdData, UID, UID)
    const members = keepers.map(n => `${nameOf(n)}=http://${addressOf(n)}:2380`)
    deploy(
      'etcd/etcd.yml',
      {
        NODE: nameOf(machine.n),
        ADDRESS: addressOf(machine.n),
        DATA_DIR: machine.inside(etcdData),
        MEMBERS: members.join(','),
      },
      join(machine.home, 'etcd.yml'),
    )
  }

  #configurePatroni(machine: Machine): void {
    deploy(
      'patroni/patroni.yml',
      {
        NODE: nameOf(machine.n),
        ADDRESS: addressOf(machine.n),
        ...this.#passwords,
        ETCD_HOSTS: keepers.map(n => `${addressOf(n)}:2379`).join(','),
        DATA_DIR: machine.inside(join(machine.volume, 'pg')),
        HOME_DIR: machine.inside(machine.home),
        BIN_DIR: postgresBin() ?? '',
        NETWORK: '10.77.0.0/16',
        WAL_KEEP: '128MB',
        SLOT_KEEP: '256MB',
        MAX_WAL: '256MB',
        SHARED_BUFFERS: '128MB',
        WATCHDOG: "'off'",
      },
      join(machine.home, 'patroni.yml'),
    )
  }

  /** Starts Patroni, and with it PostgreSQL, on a machine. */
  boot(machine: Machine): void {
    machine.start('patroni', machine.inside(join(machine.home, 'patroni.yml')))
  }

  async open(): Promise<void> {
    for (const n of keepers) {
      const machine = this.lab.machine(n)
      machine.start('etcd', '--config-file', machine.inside(join(machine.home, 'etcd.yml')))
    }
    for (const n of machines) this.boot(this.lab.machine(n))
    await this.whole()
  }

  async #ask<T>(n: number, path: string, init: RequestInit = {}): Promise<T | undefined> {
    try {
      const answer = await fetch(`http://${addressOf(n)}:8008${path}`, {
        ...init,
        signal: AbortSignal.timeout(2_000),
      })
      if (!answer.ok) return undefined
      const text = await answer.text()
      return (text.startsWith('{') ? JSON.parse(text) : text) as T
    } catch {
      return undefined
    }
  }

  async members(): Promise<Member[]> {
    const views = await Promise.all(
      machines.map(n => this.#ask<{ members: Member[] }>(n, '/cluster')),
    )
    return views.find(Boolean)?.members ?? []
  }

  /** The machine whose PostgreSQL takes writes, as the proxies see it. */
  async primary(): Promise<number | undefined> {
    const views = await Promise.all(
      machines.map(async n => ((await this.#ask(n, '/primary')) === undefined ? [] : [n])),
    )
    const found = views.flat()
    return found.length === 1 ? found[0] : undefined
  }

  /** Whether a write on this machine is confirmed, by the synchronous standby too. */
  async takesWrites(n: number): Promise<boolean> {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${this.superuserPassword}@${addressOf(n)}/postgres`,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create table if not exists probe (at timestamptz)')
      await client.query('insert into probe values (clock_timestamp())')
      return true
    } catch {
      return false
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** Waits until one primary has two replicas that follow it, one of them synchronous. */
  whole(synchronous = true): Promise<number> {
    return until('a whole cluster', async () => {
      const members = await this.members()
      const followers = members.filter(each => each.state === 'streaming')
      const sync = members.some(each => each.role === 'sync_standby')
      if (followers.length < 2 || (synchronous && !sync)) return undefined
      return this.primary()
    })
  }

  /** Hands the primary over to the synchronous standby, as before maintenance. */
  async switchOver(): Promise<void> {
    const members = await this.members()
    const leader = members.find(each => each.role === 'leader')?.name
    const candidate = members.find(each => each.role === 'sync_standby')?.name
    const n = machines.find(each => nameOf(each) === leader)
    if (n === undefined || candidate === undefined) throw new Error('Nobody to switch over to.')
    await fetch(`http://${addressOf(n)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
      signal: AbortSignal.timeout(60_000),
    })
  }

  /** For the control run: commits wait for no other node. */
  async makeAsynchronous(): Promise<void> {
    const n = await this.whole()
    await this.#ask(n, '/config', {
      method: 'PATCH',
      body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
    })
    await until('asynchronous replication', async () => {
      const members = await this.members()
      return members.length === 3 && members.every(each => each.role !== 'sync_standby')
    })
  }
}

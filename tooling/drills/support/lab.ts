// The machines of a drill: network namespaces around a hub, a volume and processes each. All of
// it lies in namespaces of the drill's own and ends with the drill.
import { spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { launch, must, newPlace, toolsRoot, type Place } from './tools.ts'

const UID = 65534
const INSIDE = 'TIANPING_DRILL_INSIDE'
const VOLUME = '2G'
const FILLER = 'filler'

/** Machines of PostgreSQL. */
export const machines = [1, 2, 3] as const
/** Machines of etcd, apart from those of PostgreSQL. */
export const keepers = [4, 5, 6] as const
const everyone = [...machines, ...keepers]

export const nameOf = (n: number) => `n${n}`
export const addressOf = (n: number) => `10.77.${n}.2`
const space = (n: number) => `tianping${n}`

/**
 * Whether this process is in namespaces of its own; if not, runs the drill again in some and
 * answers with its exit code. A shell is the first process there and takes over orphans.
 */
export function insideNamespaces(): { inside: true } | { inside: false; status: number } {
  if (process.env[INSIDE]) return { inside: true }
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('The drill makes network namespaces and volumes: it needs root on Linux.')
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const { status } = spawnSync(
    'unshare',
    [...namespaces, 'bash', '-c', '"$@"; exit $?', 'drill', ...again],
    { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } },
  )
  return { inside: false, status: status ?? 1 }
}

function openNetwork(): void {
  must('ip', 'link', 'set', 'lo', 'up')
  mkdirSync('/run/netns', { recursive: true })
  must('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')
  for (const n of everyone) {
    const [name, hub] = [space(n), `10.77.${n}.1`]
    must('ip', 'netns', 'add', name)
    must('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    must('ip', 'addr', 'add', `${hub}/24`, 'dev', name)
    must('ip', 'link', 'set', name, 'up')
    must('ip', '-n', name, 'link', 'set', 'lo', 'up')
    must('ip', '-n', name, 'addr', 'add', `${addressOf(n)}/24`, 'dev', 'eth0')
    must('ip', '-n', name, 'link', 'set', 'eth0', 'up')
    must('ip', '-n', name, 'route', 'add', 'default', 'via', hub)
  }
}

/** The tools see devices, processes and shared memory as on a machine of their own. */
function prepareRoot(): void {
  if (toolsRoot === '/') return
  const at = (path: string) => join(toolsRoot, path)
  must('mount', '--rbind', '/dev', at('dev'))
  must('mount', '-t', 'proc', 'proc', at('proc'))
  must('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', at('dev/shm'))
}

/** One machine: what runs in its network, and its volume. */
export class Machine {
  readonly n: number
  readonly home: string
  readonly volume: string
  readonly #place: Place
  readonly #processes: ChildProcess[] = []

  constructor(n: number, place: Place) {
    this.n = n
    this.#place = place
    this.home = join(place.outside, nameOf(n))
    this.volume = join(this.home, 'volume')
    mkdirSync(this.volume, { recursive: true })
    const image = join(place.outside, `${nameOf(n)}.img`)
    must('truncate', '-s', VOLUME, image)
    must('mkfs.ext4', '-q', '-m', '0', image)
    must('mount', '-o', 'loop', image, this.volume)
    for (const folder of [this.home, this.volume]) chownSync(folder, UID, UID)
  }

  inside = (path: string) => this.#place.inside(path)

  /** Runs a program on this machine. */
  start(program: string, ...args: string[]): ChildProcess {
    const log = join(this.#place.outside, `${nameOf(this.n)}-${program}.log`)
    const child = launch({
      program,
      args,
      log,
      network: space(this.n),
      home: this.inside(this.home),
    })
    this.#processes.push(child)
    return child
  }

  /** The processes of this machine; those with this name only, if one is given. */
  #pids(name?: string): number[] {
    return must('ip', 'netns', 'pids', space(this.n))
      .split('\n')
      .map(Number)
      .filter(pid => pid > 0 && (name === undefined || nameOfProcess(pid) === name))
  }

  signal(signal: NodeJS.Signals, name?: string): void {
    // Twice: what was started between the list and the signal is met by the second.
    for (let turn = 0; turn < 2; turn++)
      for (const pid of this.#pids(name)) {
        try {
          process.kill(pid, signal)
        } catch {
          // It ended by itself.
        }
      }
  }

  /** Fills the volume to the last byte. */
  fill(): void {
    const free = Number(must('stat', '-f', '-c', '%f', this.volume))
    const size = Number(must('stat', '-f', '-c', '%S', this.volume))
    must('fallocate', '-l', String(Math.floor(free * 0.95) * size), join(this.volume, FILLER))
    // The rest byte for byte, against what is written meanwhile.
    spawnSync('dd', ['if=/dev/zero', `of=${join(this.volume, `${FILLER}2`)}`, 'bs=4096'])
  }

  unfill(): void {
    for (const name of [FILLER, `${FILLER}2`]) rmSync(join(this.volume, name), { force: true })
  }
}

function nameOfProcess(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The machines, and what can happen between them. */
export class Lab {
  readonly place: Place
  readonly all: readonly Machine[]

  constructor() {
    prepareRoot()
    openNetwork()
    this.place = newPlace()
    chmodSync(this.place.outside, 0o755)
    this.all = everyone.map(n => new Machine(n, this.place))
  }

  machine(n: number): Machine {
    const found = this.all.find(each => each.n === n)
    if (!found) throw new Error(`There is no machine ${n}.`)
    return found
  }

  /** Cuts a machine off from all others; servers and proxies still reach it. */
  cutFromPeers(n: number): void {
    for (const rule of peerRules(n)) must('ip', 'rule', 'add', ...rule)
  }

  healPeers(n: number): void {
    for (const rule of peerRules(n)) must('ip', 'rule', 'del', ...rule)
  }

  /** Pulls the cable of a machine. */
  unplug(n: number): void {
    must('ip', 'link', 'set', space(n), 'down')
  }

  plug(n: number): void {
    must('ip', 'link', 'set', space(n), 'up')
  }

  /** Ends everything; `keep` leaves what the programs logged. */
  close(keep: boolean): void {
    for (const each of this.all) each.signal('SIGKILL')
    for (const each of this.all) spawnSync('umount', ['-l', each.volume])
    for (const name of readdirSync(this.place.outside))
      if (!keep || !name.endsWith('.log'))
        rmSync(join(this.place.outside, name), { recursive: true, force: true })
    if (keep) console.log(`What the programs logged lies in ${this.place.outside}.`)
    else rmSync(this.place.outside, { recursive: true, force: true })
  }
}

const peerRules = (n: number): string[][] =>
  everyone
    .filter(each => each !== n)
    .flatMap(other => [
      ['from', addressOf(n), 'to', addressOf(other), 'blackhole'],
      ['from', addressOf(other), 'to', addressOf(n), 'blackhole'],
    ])

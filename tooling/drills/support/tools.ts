// The programs of a drill: on PATH, or in the root file system that DRILL_TOOLS names.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `nobody`: PostgreSQL and etcd do not run as root. */
const UID = 65534
const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** The root file system whose programs are run by chroot; / for those of this machine. */
export const toolsRoot = process.env['DRILL_TOOLS'] ?? '/'

/** Where PostgreSQL 18 lies in the tools; undefined when it is not there. */
export function postgresBin(): string | undefined {
  const debian = '/usr/lib/postgresql/18/bin'
  if (existsSync(join(toolsRoot, debian, 'postgres'))) return debian
  return FOLDERS.find(folder => existsSync(join(toolsRoot, folder, 'postgres')))
}

const searched = () => [postgresBin() ?? '', ...FOLDERS].filter(Boolean)

/** Which of these programs the tools lack. */
export const missingTools = (names: readonly string[]): string[] =>
  names.filter(name => !searched().some(folder => existsSync(join(toolsRoot, folder, name))))

/** Throws a sentence that says what to install. */
export function requireTools(names: readonly string[]): void {
  const missing = missingTools(names)
  if (missing.length === 0) return
  throw new Error(
    `The drill needs ${missing.join(', ')} in ${toolsRoot === '/' ? 'PATH' : 'DRILL_TOOLS'}. ` +
      'Install them, or set DRILL_TOOLS to a root file system that has them (docs/operations.md).',
  )
}

/** A folder that the tools see under the name that `inside` gives. */
export type Place = { outside: string; inside: (path: string) => string }

export function newPlace(): Place {
  const temporary = join(toolsRoot, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const outside = mkdtempSync(join(temporary, 'tianping-drill-'))
  chownSync(outside, UID, UID)
  return {
    outside,
    inside: path => (toolsRoot === '/' ? path : path.slice(toolsRoot.replace(/\/$/, '').length)),
  }
}

/** Gives everything under `path` to the user that the tools run as. */
export function give(path: string): void {
  chownSync(path, UID, UID)
  for (const name of readdirSync(path)) chownSync(join(path, name), UID, UID)
}

export type Launch = {
  program: string
  args?: readonly string[]
  /** The file that gets what the program says. */
  log: string
  /** The network namespace that the program runs in. */
  network?: string
  home: string
}

const wrapped = ({ program, args = [], network, home }: Omit<Launch, 'log'>): string[] => [
  ...(network ? ['nsenter', `--net=/run/netns/${network}`] : []),
  'chroot',
  `--userspec=${UID}:${UID}`,
  toolsRoot,
  'env',
  '-i',
  `PATH=${searched().join(':')}`,
  `HOME=${home}`,
  'LC_ALL=C',
  'TZ=UTC',
  program,
  ...args,
]

/** Starts a program of the tools as an unprivileged user. */
export function launch(asked: Launch): ChildProcess {
  const out = openSync(asked.log, 'a')
  const [command = '', ...args] = wrapped(asked)
  return spawn(command, args, { stdio: ['ignore', out, out], detached: true })
}

/** Runs a program of the tools to its end; answers its exit code and what it said. */
export function run(asked: Omit<Launch, 'log'>): { status: number; said: string } {
  const [command = '', ...args] = wrapped(asked)
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return { status: status ?? -1, said: `${stdout}${stderr}` }
}

/** Runs a command of this machine to its end; throws what it said when it failed. */
export function must(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${stderr || (error?.message ?? stdout)}`)
  return stdout
}

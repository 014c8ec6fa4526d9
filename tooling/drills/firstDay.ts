// `npm run drill -- firstDay`: does docs/first-day.md word for word, on a PostgreSQL and in folders
// of its own, up to the first deposit that a member is credited. It takes the last commit, the
// network for the packages, and root, as the page does.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { binaries } from '../binaries.ts'
import { freePort } from '../postgres.ts'
import { inRoot } from '../root.ts'
import { firstDeposit, type Seen } from './support/firstDeposit.ts'
import { commandsOf, placed } from './support/page.ts'

/** Whom the drill's PostgreSQL runs as. */
const NOBODY = 65_534
const CLOSED = '该存款方式维护中，请选择其他方式'
const PAUSE = '@@ part 7 @@'

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: join(binaries(), 'lib'), LC_ALL: 'C' },
  })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

/** A PostgreSQL of the drill's own, as an operator would have it: passwords, and a restart. */
async function postgresIn(home: string) {
  const native = binaries()
  const data = join(home, 'postgres')
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const pwfile = join(home, 'pw')
  writeFileSync(pwfile, password)
  mkdirSync(data, { mode: 0o700 })
  for (const each of [pwfile, data]) chownSync(each, NOBODY, NOBODY)
  const auth = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${pwfile}`]
  run(join(native, 'bin/initdb'), ['-D', data, ...auth, '-E', 'UTF8', '--locale=C'])
  const ctl = join(native, 'bin/pg_ctl')
  const where = ['-D', data, '-l', join(data, 'log'), '-w']
  const options = `-c port=${port} -c unix_socket_directories='' -c listen_addresses=127.0.0.1`
  run(ctl, [...where, '-o', options, 'start'])
  const as = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`
  return {
    pg: `127.0.0.1:${port}`,
    admin: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    restart: `cd / && ${as} env LD_LIBRARY_PATH=${native}/lib ${ctl} ${where.join(' ')} restart > /dev/null`,
    stop: () => run(ctl, [...where, '-m', 'fast', 'stop']),
  }
}

/** Runs a script in bash, which waits at the pause until part 7 is done. */
async function shell(file: string, passwords: string[], atPause: () => Promise<void>) {
  const bash = spawn('bash', [file], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const lines: string[] = []
  const ended = new Promise<number | null>(done => bash.once('exit', done))
  bash.stdin.write(passwords.map(each => `${each}\n`).join(''))
  const goOn = () =>
    atPause().then(
      () => bash.stdin.end('go on\n'),
      (error: unknown) => {
        console.error(error)
        bash.kill()
      },
    )
  createInterface({ input: bash.stdout }).on('line', line => {
    if (line === PAUSE) return void goOn()
    lines.push(line)
    console.log(`  ${line}`)
  })
  const code = await ended
  // The server that the page starts in the shell.
  try {
    process.kill(-(bash.pid ?? 0), 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
  return { code, lines }
}

/** What was expected and what was seen, a line each; whether they are the same. */
function judged(code: number | null, lines: string[], seen: Seen): boolean {
  const said = (wanted: RegExp) => lines.some(line => wanted.test(line))
  const findings: [what: string, expected: string | number, seen: string | number | null][] = [
    ['every command of the page ends with', 0, code],
    ['a bank deposit before an account is named is answered', CLOSED, seen.before],
    ["the member's balance after the credited deposit is", 300, seen.balance],
    ['the drill of the backup', 'passes', said(/^Drill .*: passed/) ? 'passes' : 'fails'],
    ['the books', 'hold', said(/^The books hold\./) ? 'hold' : 'do not hold'],
  ]
  for (const [what, expected, found] of findings)
    console.log(`${what}: expected ${expected}, seen ${found}`)
  return findings.every(([, expected, found]) => expected === found)
}

export async function drill(): Promise<boolean> {
  if (process.getuid?.() !== 0)
    throw new Error('The page asks for a root shell; so does its drill.')
  const home = mkdtempSync(join(tmpdir(), 'tianping-firstday-'))
  chmodSync(home, 0o755)
  const postgres = await postgresIn(home)
  const port = await freePort()
  const passwords = [1, 2].map(() => `${randomBytes(9).toString('base64url')}aA1`)
  const { places, before, after } = commandsOf(readFileSync(inRoot('docs/first-day.md'), 'utf8'))
  const own = placed(places, {
    SOURCE: inRoot('.'),
    PROGRAM: join(home, 'program'),
    CONF: join(home, 'conf'),
    BACKUP_DIR: join(home, 'backups'),
    PG: postgres.pg,
    ADMIN_URL: postgres.admin,
    PG_USER: 'nobody',
    RESTART_PG: postgres.restart,
    SITE: 'https://www.example.com',
    PORT: String(port),
  })
  const file = join(home, 'first-day.sh')
  writeFileSync(file, [own, before, `printf '\\n%s\\n' '${PAUSE}'; read -r _`, after].join('\n'))
  let seen: Seen = { before: 'never asked', balance: 0 }
  try {
    const { code, lines } = await shell(file, passwords, async () => {
      seen = await firstDeposit(`http://127.0.0.1:${port}`, passwords)
    })
    return judged(code, lines, seen)
  } finally {
    postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

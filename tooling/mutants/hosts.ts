import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, root } from '../root.ts'
import type { Asked, Told } from './host.ts'
import type { Numbered } from './switches.ts'

const WATCH_MS = 1_000

/** True once this time is over. */
export function within(ms: number): () => boolean {
  const until = performance.now() + ms
  return () => performance.now() > until
}

/** The process that runs tests with mutants, begun anew after one hung it. */
export class Host {
  private child: ChildProcess | null = null
  private readonly project: string
  private readonly list: string

  constructor(project: string, mutants: readonly Numbered[]) {
    this.project = project
    this.list = join(mkdtempSync(join(tmpdir(), 'tianping-mutants-')), 'mutants.json')
    writeFileSync(this.list, JSON.stringify(mutants))
  }

  private start(): ChildProcess {
    // A group of its own: what hangs is killed with its workers.
    const child = fork(inRoot('tooling/mutants/host.ts'), [this.project, this.list], {
      cwd: root,
      detached: true,
      silent: true,
    })
    child.stdout?.resume()
    child.stderr?.resume()
    return child
  }

  /** What the tests said; a process that ended by itself did not survive the mutant either. */
  async run(asked: Asked, isStuck: () => boolean = () => false): Promise<Told | 'hung'> {
    const child = (this.child ??= this.start())
    const { promise, resolve } = Promise.withResolvers<Told | 'hung'>()
    const end = () => resolve('hung')
    const watch = setInterval(() => isStuck() && end(), WATCH_MS)
    child.once('message', (told: Told) => resolve(told))
    child.once('exit', end)
    child.send(asked)
    const told = await promise
    clearInterval(watch)
    child.removeAllListeners('message').removeAllListeners('exit')
    if (told === 'hung') this.kill()
    return told
  }

  /** Ends it with its database. */
  async close(): Promise<void> {
    const { child } = this
    this.child = null
    if (!child?.connected) return
    const { promise, resolve } = Promise.withResolvers<void>()
    child.once('exit', () => resolve())
    child.disconnect()
    await promise
  }

  /** Ends what does not end by itself. */
  private kill(): void {
    const { child } = this
    this.child = null
    if (!child?.pid) return
    // The database leads a group of its own.
    spawnSync('pkill', ['-KILL', '-P', String(child.pid)])
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}

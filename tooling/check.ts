// Types, format, lint and the rules of the house, without tests.
import { spawn } from 'node:child_process'
import { inRoot, root } from './root.ts'

/** What must hold before a test runs, with what it says; throws what it complains of. */
export type Step = { name: string; run: () => Promise<string> }

/** Types and lint are Go inside: on more cores than one they do half of the work twice. */
const ONE_CORE = { GOMAXPROCS: '1' }

export const tool = (name: string, args: string[]): Step => ({
  name,
  run: () =>
    new Promise((done, failed) => {
      const child = spawn(process.execPath, args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...ONE_CORE },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      child.once('error', failed)
      child.once('close', code => (code === 0 ? done(output) : failed(new Error(output))))
    }),
})

/** The longest first. */
export const steps: readonly [Step, ...Step[]] = [
  tool('Types', [
    inRoot('node_modules/typescript/bin/tsc'),
    '-p',
    '.',
    '--checkers',
    '1',
    // What is the same as last time, with all that it imports, is not looked at again.
    '--incremental',
    '--tsBuildInfoFile',
    inRoot('.cache/types.tsbuildinfo'),
  ]),
  tool('Lint', [inRoot('node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']),
  tool('House', [inRoot('tooling/house.ts')]),
  tool('Format', [inRoot('node_modules/oxfmt/bin/oxfmt'), '--check', '.']),
]

export type Took = { name: string; seconds: number }

/**
 * Runs the steps two at a time, since most of them use one core each, and answers what each took.
 * What a step says is printed in one piece at its end; after one that fails no other begins.
 */
export async function runSteps(wanted: readonly Step[]): Promise<Took[]> {
  const waiting = [...wanted]
  const took: Took[] = []
  let failed = false
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now()
      try {
        const said = await step.run()
        const seconds = (performance.now() - started) / 1_000
        took.push({ name: step.name, seconds })
        console.log(`\n== ${step.name}\n${said}   ${seconds.toFixed(1)} s`)
      } catch (error) {
        failed = true
        waiting.length = 0
        console.error(`\n== ${step.name}\n${(error as Error).message}\n${step.name} failed.`)
      }
    }
  }
  await Promise.all([lane(), lane()])
  if (failed) process.exit(1)
  return took
}

if (import.meta.main) await runSteps(steps)

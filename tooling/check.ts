// Types, format, lint and the rules of the house, without tests.
import { spawnSync } from 'node:child_process'
import { inRoot, root } from './root.ts'

export const steps: readonly [name: string, args: string[]][] = [
  ['Types', [inRoot('node_modules/typescript/bin/tsc'), '-p', '.']],
  ['Format', [inRoot('node_modules/oxfmt/bin/oxfmt'), '--check', '.']],
  ['Lint', [inRoot('node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
  ['House', [inRoot('tooling/house.ts')]],
]

/** Runs one tool with the project's own Node; its output goes to the terminal. */
export function runStep(name: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n== ${name}`)
  const started = performance.now()
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) {
    console.error(`${name} failed.`)
    process.exit(status ?? 1)
  }
  console.log(`   ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

if (import.meta.main) for (const [name, args] of steps) runStep(name, args)

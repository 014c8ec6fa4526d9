import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs `npm run reconcile` as a person would, with this environment; answers its exit code and all
 * it printed.
 */
export function reconcileCommand(
  env: Record<string, string>,
  ...options: string[]
): Promise<{ code: number | null; text: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../tooling/reconcile.ts'), ...options],
    { env: { PATH: process.env['PATH'] ?? '', ...env } },
  )
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return new Promise(done => child.once('close', code => done({ code, text })))
}

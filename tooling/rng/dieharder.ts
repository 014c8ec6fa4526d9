// dieharder, where it is installed: it reads the stream's bytes from its standard input.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Source } from './stream.ts'

/** Its tests by number, each with so few samples that our stream feeds it in seconds. */
const TESTS = [
  ['0', '100', '10'],
  ['15', '50000', '10'],
  ['16', '10000', '10'],
  ['100', '50000', '10'],
  ['101', '50000', '10'],
] as const
const CHUNK_WORDS = 2 ** 14
const TIMEOUT_MS = 10 * 60_000

export const hasDieharder = (): boolean =>
  spawnSync('dieharder', ['-l'], { stdio: 'ignore', timeout: 10_000 }).error === undefined

export type DieharderResult = { test: string; p: number; verdict: string }

/** What dieharder says of a source, test by test. */
export async function askDieharder(source: Source): Promise<DieharderResult[]> {
  const results: DieharderResult[] = []
  for (const test of TESTS) results.push(...(await askOne(source, test)))
  return results
}

async function askOne(
  source: Source,
  [test, samples, repeats]: (typeof TESTS)[number],
): Promise<DieharderResult[]> {
  const args = ['-g', '200', '-d', test, '-t', samples, '-p', repeats]
  const child = spawn('dieharder', args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
  })
  const ended = once(child, 'close')
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  // It closes its input once it has enough.
  child.stdin.on('error', () => {})
  while (child.stdin.writable && child.exitCode === null) {
    const words = source.words(CHUNK_WORDS)
    if (child.stdin.write(Buffer.from(words.buffer))) await new Promise(setImmediate)
    else await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
  }
  await ended
  return said
    .split('\n')
    .map(line => line.split('|').map(part => part.trim()))
    .flatMap(([name, , , , p, verdict]) =>
      name && verdict && /^[\d.e-]+$/.test(p ?? '') ? [{ test: name, p: Number(p), verdict }] : [],
    )
}

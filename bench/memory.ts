// `npm run soak -- memory [MINUTES]`: the heap of a server after collection, over an evening's mix
// of calls. It has to be flat, within a share of its median, from the first minutes on.
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arriving } from './support/arriving.ts'
import { ask, openCallSite } from './support/callSite.ts'
import { eveningRequests } from './support/evening.ts'

const MEMBERS = 64
const BETS = 1_000
const RATE = 100
const SAMPLE_MS = 15_000
/** Until then code is compiled and memories fill. */
const WARM_SHARE = 0.3
const WARM_MOST_MS = 600_000
const FLAT = 0.05
const MIB = 2 ** 20

type Memory = { heap: number; rss: number }
type Sample = Memory & { atMs: number }

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** How far the last third is above the first one, after the warm-up. */
function growth(samples: Sample[], ms: number): number {
  const from = Math.min(ms * WARM_SHARE, WARM_MOST_MS)
  const heaps = samples.filter(({ atMs }) => atMs >= from).map(({ heap }) => heap)
  const third = Math.max(1, Math.floor(heaps.length / 3))
  return median(heaps.slice(-third)) / median(heaps.slice(0, third)) - 1
}

export async function watchMemory([minutes = '10']: readonly string[]): Promise<boolean> {
  const ms = Number(minutes) * 60_000
  if (!(ms > 0)) throw new Error(`${minutes} is no number of minutes`)
  const file = join(mkdtempSync(join(tmpdir(), 'tianping-memory-')), 'heap.csv')
  appendFileSync(file, 'seconds,heap_mib,rss_mib,calls\n')
  const site = await openCallSite(MEMBERS, BETS)
  try {
    const server = await site.start('site.ts', {}, ['--expose-gc'])
    const next = eveningRequests(site.members)
    const samples: Sample[] = []
    let calls = 0
    const begun = performance.now()
    while (performance.now() - begun < ms) {
      await arriving([server.port], { rate: RATE, ms: SAMPLE_MS, next: () => next(calls++) })
      const memory = await ask<Memory>(server, 'memory')
      const atMs = performance.now() - begun
      samples.push({ ...memory, atMs })
      const line = [atMs / 1_000, memory.heap / MIB, memory.rss / MIB].map(each => each.toFixed(1))
      appendFileSync(file, `${line.join(',')},${calls}\n`)
      console.log(`${line[0]} s  heap ${line[1]} MiB  rss ${line[2]} MiB  ${calls} calls`)
    }
    const grown = growth(samples, ms)
    const flat = Math.abs(grown) <= FLAT
    console.log(
      `The heap after collection ${flat ? 'is flat' : 'is not flat'}: ${(100 * grown).toFixed(1)} % from the first third after the warm-up to the last (at most ${100 * FLAT} %). ${file}`,
    )
    return flat
  } finally {
    await site.stop()
  }
}

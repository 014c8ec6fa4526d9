// What the machine itself makes everybody wait for: reads and appends of eight KiB, as a database
// does them, without a database.
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

const BLOCK = 8_192
const LARGE_BYTES = 16 * 1024 * 1024
const PAUSE_MS = 2

type Watch = {
  /** Ends it; answers the longest read or append seen, in ms. */
  stop: () => Promise<number>
}

/**
 * Reads at random from the large files below `dir` and appends to one of its own there, every two
 * ms, in a thread of its own.
 */
export function watchStalls(dir: string): Watch {
  const ending = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { dir, ending } })
  const longest = new Promise<number>((done, failed) => {
    worker.once('message', done)
    worker.once('error', failed)
  })
  return {
    stop: () => {
      Atomics.store(ending, 0, 1)
      return longest
    },
  }
}

function largeFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => statSync(file).size >= LARGE_BYTES)
}

function watch(dir: string, ending: Int32Array<SharedArrayBuffer>): number {
  const files = largeFiles(join(dir, 'base')).map(file => openSync(file, 'r'))
  const own = join(dir, 'stalls')
  const end = openSync(own, 'a')
  const block = Buffer.alloc(BLOCK)
  let longestMs = 0
  const timed = (act: () => void) => {
    const begun = performance.now()
    act()
    longestMs = Math.max(longestMs, performance.now() - begun)
  }
  while (Atomics.wait(ending, 0, 0, PAUSE_MS) === 'timed-out') {
    const file = files[Math.floor(Math.random() * files.length)]
    if (file !== undefined)
      timed(() =>
        readSync(
          file,
          block,
          0,
          BLOCK,
          Math.floor((Math.random() * fstatSync(file).size) / BLOCK) * BLOCK,
        ),
      )
    timed(() => writeSync(end, block))
  }
  for (const file of [...files, end]) closeSync(file)
  rmSync(own)
  return longestMs
}

if (!isMainThread) {
  const { dir, ending } = workerData as { dir: string; ending: Int32Array<SharedArrayBuffer> }
  parentPort!.postMessage(watch(dir, ending))
}

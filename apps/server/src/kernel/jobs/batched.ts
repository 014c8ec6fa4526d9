// Collects small writes that arrive together into one. For floods: red packets at their hour.
import { at, present } from '../present.ts'

export type Batching<Item, Result> = {
  /** Writes a batch, all of it or nothing, and answers one result for each item in their order. */
  write(batch: Item[]): Promise<Result[]>
  /** Whose item it is. Items of one owner are written in the order in which they came. */
  ownerOf(item: Item): bigint
  /** No owner has two items in a batch; the second waits for the batch after. */
  oncePerBatch?: boolean
  /** Batches under way at once. An owner's items always go the same lane. */
  lanes?: number
  mostPerBatch: number
  /** Items that may wait; beyond it one is refused at once instead of letting everybody wait. */
  mostWaiting: number
  /**
   * Whose flood must not keep others waiting: each name may have `mostWaiting` items, and a batch
   * takes from all names in turn.
   */
  shareOf?(item: Item): string
}

/** Too many items wait; nothing was written, try again later. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Waiting<Item, Result> = {
  item: Item
  done: (result: Result) => void
  failed: (error: unknown) => void
}
type Lane<Item, Result> = { waiting: Waiting<Item, Result>[]; running: boolean }

/**
 * Turns a writer of many items into a writer of one. There is no timer: a lane writes whatever
 * waits as soon as its last batch is back. So a lone item goes at once, and batches grow with the
 * load, not with a clock.
 *
 * The writer of one rejects with QueueFull when too many wait.
 */
export function batched<Item, Result>(
  batching: Batching<Item, Result>,
): (item: Item) => Promise<Result> {
  const { lanes: count = 1, mostWaiting, shareOf = () => '' } = batching
  const waitingBy = new Map<string, number>()
  const lanes = Array.from({ length: count }, (): Lane<Item, Result> => ({
    waiting: [],
    running: false,
  }))

  function counted(item: Item, change: 1 | -1) {
    const name = shareOf(item)
    const waiting = (waitingBy.get(name) ?? 0) + change
    if (waiting === 0) waitingBy.delete(name)
    else waitingBy.set(name, waiting)
  }

  async function work(lane: Lane<Item, Result>) {
    lane.running = true
    // Everything that arrives in this turn of the event loop belongs to the first batch too.
    await Promise.resolve()
    while (lane.waiting.length > 0) {
      const batch = takeBatch(batching, lane)
      for (const { item } of batch) counted(item, -1)
      await writeBatch(batching, batch)
    }
    lane.running = false
  }

  return async item => {
    const waiting = waitingBy.get(shareOf(item)) ?? 0
    if (waiting >= mostWaiting) throw new QueueFull(`${waiting} items wait already`)
    counted(item, 1)
    const lane = at(lanes, Number(batching.ownerOf(item) % BigInt(count)))
    return new Promise((done, failed) => {
      lane.waiting.push({ item, done, failed })
      if (!lane.running) void work(lane)
    })
  }
}

function takeBatch<Item, Result>(
  { ownerOf, oncePerBatch = false, mostPerBatch, shareOf }: Batching<Item, Result>,
  lane: Lane<Item, Result>,
): Waiting<Item, Result>[] {
  if (shareOf && lane.waiting.length > mostPerBatch)
    lane.waiting = inTurn(lane.waiting, ({ item }) => shareOf(item))
  if (!oncePerBatch) return lane.waiting.splice(0, mostPerBatch)
  const owners = new Set<bigint>()
  const batch: Waiting<Item, Result>[] = []
  const rest: Waiting<Item, Result>[] = []
  for (const each of lane.waiting) {
    const owner = ownerOf(each.item)
    const fits = batch.length < mostPerBatch && !owners.has(owner)
    owners.add(owner)
    ;(fits ? batch : rest).push(each)
  }
  lane.waiting = rest
  return batch
}

/** The first of each name, then the second of each, and so on. */
function inTurn<T>(all: readonly T[], nameOf: (each: T) => string): T[] {
  const seen = new Map<string, number>()
  return all
    .map(each => {
      const turn = seen.get(nameOf(each)) ?? 0
      seen.set(nameOf(each), turn + 1)
      return { each, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ each }) => each)
}

/**
 * Never throws: each item gets its result or its error. One that the database refuses must not take
 * the others with it.
 */
async function writeBatch<Item, Result>(
  batching: Batching<Item, Result>,
  batch: Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await batching.write(batch.map(each => each.item))
    batch.forEach((each, n) => each.done(present(results[n], `result ${n} of a batch`)))
  } catch (error) {
    if (batch.length > 1 && isTheirFault(error))
      for (const each of batch) await writeBatch(batching, [each])
    else for (const each of batch) each.failed(error)
  }
}

/**
 * Data that PostgreSQL refuses (SQLSTATE classes 22 and 23), as opposed to a lost connection or a
 * timeout: nothing was written.
 */
function isTheirFault(error: unknown): boolean {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(state)
}

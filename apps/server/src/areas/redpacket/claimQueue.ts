import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { claimAll, type Claimed, type Claiming } from './claimAll.ts'
import { at } from '../../kernel/present.ts'

/** One transaction holds the rows of so many members at most. */
const MAX_BATCH = 200
/** Then the honest answer is "busy": what waits is answered within the client's half minute. */
const MAX_WAITING = 20_000

type Waiting = {
  claiming: Claiming
  done: (claimed: Claimed) => void
  failed: (error: unknown) => void
}
type Queue = { waiting: Waiting[]; running: boolean }

const queues = new WeakMap<Db, Queue>()

/**
 * Everybody comes at ten o'clock. There is no timer: a lone claim goes at once, and what arrives
 * while one transaction is under way goes together with the next. A member's second claim waits for
 * the batch after.
 */
export function claimInTurn(db: Db, claiming: Claiming): Promise<Claimed> {
  const queue = queues.get(db) ?? { waiting: [], running: false }
  queues.set(db, queue)
  if (queue.waiting.length >= MAX_WAITING) throw new Refusal(say('request.busy'))
  return new Promise((done, failed) => {
    queue.waiting.push({ claiming, done, failed })
    if (!queue.running) void work(db, queue)
  })
}

async function work(db: Db, queue: Queue) {
  queue.running = true
  // Everything that arrives in this turn of the event loop belongs to the first batch too.
  await Promise.resolve()
  while (queue.waiting.length > 0) await run(db, takeBatch(queue))
  queue.running = false
}

function takeBatch(queue: Queue): Waiting[] {
  const members = new Set<bigint>()
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  for (const each of queue.waiting) {
    const fits = batch.length < MAX_BATCH && !members.has(each.claiming.memberId)
    members.add(each.claiming.memberId)
    ;(fits ? batch : rest).push(each)
  }
  queue.waiting = rest
  return batch
}

/**
 * Never throws: each claim gets its outcome or its error. One that the database refuses must not
 * take the others with it.
 */
async function run(db: Db, batch: Waiting[]): Promise<void> {
  try {
    const claimed = await transaction(db, tx =>
      claimAll(
        tx,
        batch.map(each => each.claiming),
      ),
    )
    batch.forEach((each, n) => each.done(at(claimed, n)))
  } catch (error) {
    if (batch.length > 1 && isTheirFault(error)) for (const each of batch) await run(db, [each])
    else for (const each of batch) each.failed(error)
  }
}

/**
 * Data that PostgreSQL refuses (SQLSTATE classes 22 and 23), as opposed to a lost connection or a
 * timeout.
 */
const isTheirFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

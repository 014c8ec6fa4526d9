import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { batched, QueueFull } from '../../kernel/jobs/batched.ts'
import { claimAll, type Claimed, type Claiming } from './claimAll.ts'

/** One transaction holds the rows of so many members at most. */
const MAX_BATCH = 200
/** Then the honest answer is "busy": what waits is answered within the client's half minute. */
const MAX_WAITING = 20_000

type Claim = (claiming: Claiming) => Promise<Claimed>
const claims = new WeakMap<Db, Claim>()

/** Everybody comes at ten o'clock: claims that arrive together go together. */
export async function claimInTurn(db: Db, claiming: Claiming): Promise<Claimed> {
  const claim = claims.get(db) ?? claimsOf(db)
  claims.set(db, claim)
  try {
    return await claim(claiming)
  } catch (error) {
    throw error instanceof QueueFull ? new Refusal(say('request.busy')) : error
  }
}

const claimsOf = (db: Db): Claim =>
  batched({
    write: batch => transaction(db, tx => claimAll(tx, batch)),
    ownerOf: claiming => claiming.memberId,
    oncePerBatch: true,
    mostPerBatch: MAX_BATCH,
    mostWaiting: MAX_WAITING,
  })

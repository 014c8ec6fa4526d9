import type { Given } from '@tianping/contract'
import { commitOf, fromHex, redPacketFen, sha256, toHex } from '@tianping/fairness'
import { fenOf } from '@tianping/money'
import { daysBetween } from '@tianping/money/day'

type Proof = Omit<Given<'POST /api/redpacketproof'>, 'why'>

export type Verdict = {
  /** The seed is the one whose hash was published before the claims. */
  commit: boolean
  /** The seed hangs on the chain that was published at its beginning. */
  chain: boolean
  /**
   * What the seed, the member's own seed and the number of the draw give, in fen, and whether it is
   * what was paid.
   */
  fen: number
  amount: boolean
}

/** A chain is a year long. */
const maxDays = 400

/**
 * Computes a draw again in the browser, from nothing but what was published. Only once the seed is
 * known.
 */
export function verify(proof: Proof): Verdict {
  const seed = fromHex(proof.server_seed)
  const days = daysBetween(proof.anchor_day, proof.day)
  const fen = redPacketFen(
    { serverSeed: seed, clientSeed: proof.client_seed, nonce: proof.nonce },
    { minFen: Number(fenOf(proof.amount_min)), maxFen: Number(fenOf(proof.amount_max)) },
  )
  return {
    commit: commitOf(seed) === proof.commit,
    chain: days >= 0 && days <= maxDays && toHex(hashed(seed, days + 1)) === proof.anchor,
    fen,
    amount: BigInt(fen) === fenOf(proof.redpacketmoney),
  }
}

function hashed(bytes: Uint8Array, times: number): Uint8Array {
  let value = bytes
  for (let i = 0; i < times; i++) value = sha256(value)
  return value
}

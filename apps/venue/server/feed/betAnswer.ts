import { toHex } from '@tianping/fairness'
import type { VenueBet } from '@tianping/venue-protocol'
import { verifyLegs } from '../book/verifyLegs.ts'
import type { BetRow } from './feed.sql.ts'

/** A bet as the feed gives it. */
export function betAnswer(row: BetRow): VenueBet {
  return {
    bet_id: row.bet_id,
    version: row.version ?? 0n,
    revision: row.revision,
    player: row.player_id,
    category: row.category,
    game_code: row.game_code,
    round_id: row.round_id,
    selection: row.selection,
    stake: row.stake,
    valid_amount: row.valid_amount,
    payout: row.payout,
    net: row.payout - row.stake,
    odds: row.odds,
    status: row.status,
    placed_at: row.placed_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    fairness: { commit: row.commit_hash, client_seed: row.client_seed, nonce: Number(row.nonce) },
    math_version: row.math_version,
  }
}

/**
 * What a replay needs besides; the seed only once it is revealed. A void bet has no payout to
 * compare with what its round came to.
 */
export function replayOf(row: BetRow, publicUrl: string) {
  const { lines } = row.selection as { lines?: { pick: string; stake: number }[] }
  const serverSeed = row.server_seed ? toHex(row.server_seed) : null
  const legs = verifyLegs(row)
  const fragment = new URLSearchParams({
    model: row.model,
    client_seed: row.client_seed,
    nonce: String(row.nonce),
    commit: row.commit_hash,
    stake: String(row.stake),
    bet: row.bet_id,
    ...(row.status === 'VOID' ? { void: '1' } : { payout: String(row.payout) }),
    math: row.math_version,
    ...(row.table_code && lines
      ? { lines: lines.map(({ pick, stake }) => `${pick}@${stake}`).join() }
      : {}),
    ...(serverSeed ? { server_seed: serverSeed } : {}),
    ...(legs ? { legs: JSON.stringify(legs) } : {}),
  })
  return {
    model: row.model,
    server_seed: serverSeed,
    outcome: row.outcome,
    verify_url: `${publicUrl}/verify#${fragment}`,
  }
}

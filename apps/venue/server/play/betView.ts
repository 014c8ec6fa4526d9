import { toHex } from '@tianping/fairness'
import type { BetRow } from '../feed/feed.sql.ts'
import { gameByCode } from '../../games/registry.ts'

/** A bet as the player's own page shows it. */
export function betView(row: BetRow) {
  return {
    bet_id: row.bet_id,
    client_bet_id: row.client_bet_id,
    game_code: row.game_code,
    game_name: gameByCode(row.game_code)?.name ?? row.game_code,
    round_id: row.round_id,
    selection: row.selection,
    stake: row.stake,
    payout: row.payout,
    valid_amount: row.valid_amount,
    net: row.payout - row.stake,
    status: row.status,
    revision: row.revision,
    placed_at: row.placed_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    model: row.model,
    math_version: row.math_version,
    outcome: row.outcome,
    fairness: {
      commit: row.commit_hash,
      client_seed: row.client_seed,
      nonce: row.nonce,
      server_seed: row.server_seed ? toHex(row.server_seed) : null,
    },
  }
}

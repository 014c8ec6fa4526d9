import { toHex } from '@tianping/fairness'
import type { BetRow } from '../feed/feed.sql.ts'
import { gameByCode } from '../../games/registry.ts'

/** What a shared round was mixed with; null before, and where it waited for no beacon. */
export function beaconProof(row: BetRow) {
  const { salt, beaconRound, beaconKey, beaconSignature } = row
  if (!salt || !beaconRound || !beaconKey || !beaconSignature) return null
  return {
    salt,
    round: Number(beaconRound),
    key: beaconKey,
    signature: toHex(beaconSignature),
  }
}

/** A bet as the player's own page shows it. */
export function betView(row: BetRow) {
  return {
    bet_id: row.betId,
    client_bet_id: row.clientBetId,
    game_code: row.gameCode,
    game_name: gameByCode(row.gameCode)?.name ?? row.gameCode,
    round_id: row.roundId,
    selection: row.selection,
    /** Of a free round, what it was drawn with: the player staked nothing. */
    stake: row.freeStake ?? row.stake,
    free_ref: row.freeRef,
    payout: row.payout,
    /** Of the payout, or of what it will be, what the bet won of a jackpot. */
    jackpot: row.jackpotWon ?? 0n,
    valid_amount: row.validAmount,
    net: row.payout - row.stake,
    status: row.status,
    revision: row.revision,
    placed_at: row.placedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    model: row.model,
    math_version: row.mathVersion,
    outcome: row.outcome,
    fairness: {
      commit: row.commitHash,
      client_seed: row.clientSeed,
      nonce: row.nonce,
      server_seed: row.serverSeed ? toHex(row.serverSeed) : null,
      beacon: beaconProof(row),
    },
  }
}

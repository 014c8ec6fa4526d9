import { toHex } from '@tianping/fairness'
import type { VenueBet } from '@tianping/venue-protocol'
import { beaconProof } from '../play/betView.ts'
import { verifyLegs } from '../book/verifyLegs.ts'
import type { BetRow } from './feed.sql.ts'

/** A bet as the feed gives it. */
export function betAnswer(row: BetRow): VenueBet {
  return {
    bet_id: row.betId,
    version: row.version ?? 0n,
    revision: row.revision,
    player: row.playerId,
    category: row.category,
    game_code: row.gameCode,
    round_id: row.roundId,
    selection: row.selection,
    stake: row.stake,
    valid_amount: row.validAmount,
    payout: row.payout,
    net: row.payout - row.stake,
    odds: row.odds,
    status: row.status,
    placed_at: row.placedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    fairness: { commit: row.commitHash, client_seed: row.clientSeed, nonce: Number(row.nonce) },
    math_version: row.mathVersion,
    ...(row.freeRef !== null && row.freeStake !== null
      ? { free_rounds: { ref: row.freeRef, stake: row.freeStake } }
      : {}),
    ...jackpotIn(row),
  }
}

/** What the bet had to do with a jackpot; nothing for most. */
function jackpotIn(row: BetRow): Pick<VenueBet, 'jackpot'> {
  const { jackpotRef: ref, jackpotCycle: cycle, jackpotSeed: seed } = row
  if (ref === null || cycle === null || seed === null) return {}
  // What an open round has won is told with the rest of its payout.
  const won = row.status === 'OPEN' ? 0n : (row.jackpotWon ?? 0n)
  return { jackpot: { ref, cycle, seed, share: row.jackpotShare ?? 0n, won } }
}

/** Enough to draw it again: part and room in ten-thousandths of a fen. */
const jackpotProof = ({ jackpotPart, jackpotRoom, jackpotWon }: BetRow): Record<string, string> =>
  jackpotPart === null || jackpotRoom === null
    ? {}
    : {
        jackpot_part: String(jackpotPart),
        jackpot_room: String(jackpotRoom),
        jackpot_won: String(jackpotWon ?? 0n),
      }

/**
 * What a replay needs besides; the seed only once it is revealed. A void bet has no payout to
 * compare with what its round came to.
 */
export function replayOf(row: BetRow, publicUrl: string) {
  const { lines } = row.selection as { lines?: { pick: string; stake: number }[] }
  const serverSeed = row.serverSeed ? toHex(row.serverSeed) : null
  const legs = verifyLegs(row)
  const beacon = beaconProof(row)
  const fragment = new URLSearchParams({
    model: row.model,
    client_seed: row.clientSeed,
    nonce: String(row.nonce),
    commit: row.commitHash,
    stake: String(row.freeStake ?? row.stake),
    bet: row.betId,
    ...(row.status === 'VOID' ? { void: '1' } : { payout: String(row.payout) }),
    math: row.mathVersion,
    ...(row.tableCode && lines
      ? { lines: lines.map(({ pick, stake }) => `${pick}@${stake}`).join() }
      : {}),
    ...(serverSeed ? { server_seed: serverSeed } : {}),
    ...jackpotProof(row),
    ...(legs ? { legs: JSON.stringify(legs) } : {}),
    ...(beacon
      ? {
          salt: beacon.salt,
          beacon_round: String(beacon.round),
          beacon_key: beacon.key,
          beacon_signature: beacon.signature,
        }
      : {}),
  })
  return {
    model: row.model,
    server_seed: serverSeed,
    outcome: row.outcome,
    verify_url: `${publicUrl}/verify#${fragment}`,
  }
}

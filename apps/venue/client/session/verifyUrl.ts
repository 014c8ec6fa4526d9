import { inLang } from '../words/words.ts'
import { verifyLegs } from '../../server/book/verifyLegs.ts'
import type { Bet } from './wire.ts'

/**
 * The verifier with everything about one round filled in; without the seed while it is not
 * revealed, and without the payout of a void bet.
 */
export function verifyUrl(bet: Bet): string {
  const { fairness } = bet
  const legs = verifyLegs(bet)
  // A slot's lines are a number; only a ticket names what was picked.
  const { lines } = bet.selection as { lines?: number | { pick: string; stake: number }[] }
  const fields = new URLSearchParams({
    model: bet.model,
    client_seed: fairness.client_seed,
    nonce: String(fairness.nonce),
    commit: fairness.commit,
    stake: String(bet.stake),
    bet: bet.bet_id,
    ...(bet.status === 'VOID' ? { void: '1' } : { payout: String(bet.payout) }),
    math: bet.math_version,
    ...(Array.isArray(lines)
      ? { lines: lines.map(({ pick, stake }) => `${pick}@${stake}`).join() }
      : {}),
    ...(legs ? { legs: JSON.stringify(legs) } : {}),
    ...(fairness.beacon
      ? {
          salt: fairness.beacon.salt,
          beacon_round: String(fairness.beacon.round),
          beacon_key: fairness.beacon.key,
          beacon_signature: fairness.beacon.signature,
        }
      : {}),
    ...(fairness.server_seed ? { server_seed: fairness.server_seed } : {}),
  })
  return `${inLang('/verify')}#${fields}`
}

import type { Round } from './wire.ts'

/** The verifier with everything about one drawn round filled in. */
export function roundUrl(model: string, round: Round): string {
  return `/verify#${new URLSearchParams({ model, client_seed: round.salt, nonce: String(round.number), commit: round.commit, math: round.math_version, ...(round.seed ? { server_seed: round.seed } : {}) })}`
}

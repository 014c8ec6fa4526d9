import type { Round, TableView } from './wire.ts'

/**
 * The verifier with everything about one drawn round filled in; its day's terminal hash too, when
 * the page knows it.
 */
export function roundUrl(model: string, round: Round, chains: TableView['chains']): string {
  const terminal = chains.find(chain => chain.day === round.day)?.terminal
  return `/verify#${new URLSearchParams({ model, client_seed: round.salt, nonce: String(round.number), commit: round.commit, math: round.math_version, ...(terminal ? { place: String(round.place), terminal } : {}), ...(round.seed ? { server_seed: round.seed } : {}) })}`
}

import { inLang } from '../words/words.ts'
import type { Round, TableView } from './wire.ts'

/**
 * The verifier with everything about one drawn round filled in; its day's terminal hash too, when
 * the page knows it.
 */
export function roundUrl(
  model: string,
  round: Round,
  { chains, beacons }: Pick<TableView, 'chains' | 'beacons'>,
): string {
  const terminal = chains.find(chain => chain.day === round.day)?.terminal
  return `${inLang('/verify')}#${new URLSearchParams({ model, client_seed: round.client_seed ?? round.salt, ...beaconFields(round, beacons), nonce: String(round.number), commit: round.commit, math: round.math_version, ...(terminal ? { place: String(round.place), terminal } : {}), ...(round.seed ? { server_seed: round.seed } : {}) })}`
}

/** What proves the beacon's part of a drawn round; nothing where it waited for none. */
function beaconFields(
  { salt, beacon }: Round,
  beacons: TableView['beacons'],
): Record<string, string> {
  const key = beacons.find(({ chain }) => chain === beacon?.chain)?.key
  if (!beacon?.signature || key === undefined) return {}
  return {
    salt,
    beacon_round: String(beacon.round),
    beacon_key: key,
    beacon_signature: beacon.signature,
  }
}

import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { providerStates, type ProviderState } from '@tianping/contract/providers/facts'
import type { Tone } from '../../ui/values/Status.tsx'

export const listCall = 'POST /api/console/providers/list'
export const hoursCall = 'POST /api/console/providers/hours'
export type Provider = ConsoleGiven<typeof listCall>[number]

/** What shows something else once a provider was changed. */
export const stale: ConsoleCallName[] = [
  listCall,
  'POST /api/console/rules/list',
  'POST /api/console/counts',
]

const tones: Record<ProviderState, Tone> = {
  draft: 'plain',
  testing: 'waiting',
  open: 'good',
  paused: 'bad',
}
export const stateOf = ({ state }: Provider) => ({
  tone: tones[state],
  text: providerStates[state],
})

import type { ConsoleCallName, ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import type { Tone } from '../../ui/values/Status.tsx'

export type Shown = ConsoleGiven<'POST /api/console/bank-lines/show'>

type Row = Pick<ConsoleRowOf<'POST /api/console/bank-lines/list'>, 'state' | 'match'>

export const toneOf = ({ state, match }: Row): Tone => {
  if (match === 'one' || state === 'assigned') return 'good'
  if (state === 'open' || state === 'returning') return 'waiting'
  return 'plain'
}

/** Calls whose answers are old after a line was decided. */
export const stale: ConsoleCallName[] = [
  'POST /api/console/bank-lines/list',
  'POST /api/console/bank-lines/show',
  'POST /api/console/deposits/list',
  'POST /api/console/deposits/show',
]

import { caseStates, type CaseState } from '@tianping/contract/cases/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import type { Shown } from '../../parts/states.ts'

/** A case with everything about it. */
export type Case = ConsoleGiven<'POST /api/console/aml/show'>

const tones = { open: 'waiting', proposed: 'waiting', closed: 'plain' } as const

export const stateOf = ({ state }: { state: CaseState }): Shown => ({
  text: caseStates[state],
  tone: tones[state],
})

import { caseStates, type CaseState } from '@tianping/contract/cases/facts'
import type { Shown } from '../../parts/states.ts'

const tones = { open: 'waiting', proposed: 'waiting', closed: 'plain' } as const

export const stateOf = ({ state }: { state: CaseState }): Shown => ({
  text: caseStates[state],
  tone: tones[state],
})

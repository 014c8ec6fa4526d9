import {
  complaintLabels,
  complaintOutcomes,
  complaintState,
  type ComplaintOutcome,
} from '@tianping/contract/complaints/facts'
import { nameOf } from '@tianping/contract/facts'
import { StateDot } from '../../ui/Chip.tsx'

type Complaint = { state: number; outcome: ComplaintOutcome | ''; answer_by: string }

const kinds = { open: 'wait', answered: 'ok', deadlock: 'bad', withdrawn: undefined } as const

/** How a complaint stands, with the day of the answer or the outcome. */
export function ComplaintState({ of: { state, outcome, answer_by } }: { of: Complaint }) {
  const name = nameOf(complaintState, state) ?? 'open'
  const kind = kinds[name]
  const more = outcome === '' ? '' : `：${complaintOutcomes[outcome]}`
  const until = name === 'open' ? `，${answer_by.slice(0, 10)} 前答复` : ''
  return (
    <StateDot long {...(kind ? { kind } : {})}>
      {complaintLabels[name]}
      {more}
      {until}
    </StateDot>
  )
}

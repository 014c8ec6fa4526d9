import type { ConsoleRowOf } from '@tianping/contract/console'
import { factorLabels, staffLabels } from '@tianping/contract/staff/facts'
import { accountStates } from '../../parts/states.ts'
import { Status } from '../../ui/values/Status.tsx'

export type StaffRow = ConsoleRowOf<'POST /api/console/staff/list'>

export const states = {
  ...accountStates,
  waits: { text: staffLabels.waits, tone: 'waiting' },
} as const
export const StaffState = ({ state }: { state: StaffRow['state'] }) => (
  <Status tone={states[state].tone}>{states[state].text}</Status>
)
/** Missing where it is required is the one thing to see at a glance. */
export const Factor = ({ row }: { row: StaffRow }) =>
  row.second_factor === 'none' && row.second_factor_required ? (
    <Status tone="bad">须设置</Status>
  ) : (
    <>{factorLabels[row.second_factor]}</>
  )

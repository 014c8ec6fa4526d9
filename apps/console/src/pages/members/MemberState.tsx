import type { ConsoleRowOf } from '@tianping/contract/console'
import { accountStates } from '../../parts/states.ts'
import { Status } from '../../ui/values/Status.tsx'

type State = ConsoleRowOf<'POST /api/console/members/list'>['state']

export const MemberState = ({ state }: { state: State }) => (
  <Status tone={accountStates[state].tone}>{accountStates[state].text}</Status>
)

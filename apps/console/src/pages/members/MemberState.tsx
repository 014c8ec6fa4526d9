import type { ConsoleRowOf } from '@tianping/contract/console'
import { Status } from '../../ui/values/Status.tsx'

type State = ConsoleRowOf<'POST /api/console/members/list'>['state']

export const memberStates = {
  active: { text: '正常', tone: 'good' },
  locked: { text: '已锁定', tone: 'bad' },
} as const satisfies Record<State, { text: string; tone: 'good' | 'bad' }>

export function MemberState({ state }: { state: string }) {
  const { tone, text } = state === 'active' ? memberStates.active : memberStates.locked
  return <Status tone={tone}>{text}</Status>
}

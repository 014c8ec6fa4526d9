import type { ConsoleGiven, ConsoleSent } from '@tianping/contract/console'
import {
  assessedFeatures,
  dutyKinds,
  dutyStates,
  recipients,
  type DutyKind,
} from '@tianping/contract/duties/facts'
import type { Tone } from '../../ui/values/Status.tsx'

export const dueCall = 'POST /api/console/duties/due'
export const listCall = 'POST /api/console/duties/list'
export const addCall = 'POST /api/console/duties/add'
export type Duty = ConsoleGiven<typeof dueCall>[number]
export type Sent = ConsoleSent<typeof addCall>

const tones: Record<Duty['duty_state'], Tone> = {
  overdue: 'bad',
  soon: 'waiting',
  done: 'good',
}

const subjects: Record<string, string> = { ...assessedFeatures, ...recipients }
const byName: readonly DutyKind[] = ['impact_assessment', 'export_assessment']

type About = { duty: DutyKind; about: string; about_label: string }

/** What a duty is about, in words where it is a feature, a recipient or a role. */
export const aboutLabel = ({ duty, about, about_label: label }: About): string =>
  (byName.includes(duty) ? subjects[about] : undefined) ?? label

/** How a duty stands: one that was never recorded and is not due yet is not in force. */
export function dutyState({ duty_state: state, done_on }: Pick<Duty, 'duty_state' | 'done_on'>) {
  if (state === 'done' && done_on === '') return { tone: 'plain' as Tone, text: '未到期' }
  return { tone: tones[state], text: dutyStates[state] }
}

export const dutyLabel = (of: About): string =>
  of.about === '' ? dutyKinds[of.duty] : `${dutyKinds[of.duty]} · ${aboutLabel(of)}`

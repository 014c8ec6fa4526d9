import type { ConsoleGiven, ConsoleSent } from '@tianping/contract/console'
import {
  assessedFeatures,
  dutyKinds,
  recipients,
  type DutyKind,
} from '@tianping/contract/duties/facts'
import type { Tone } from '../../ui/values/Status.tsx'

export const dueCall = 'POST /api/console/duties/due'
export const listCall = 'POST /api/console/duties/list'
export const addCall = 'POST /api/console/duties/add'
export type Duty = ConsoleGiven<typeof dueCall>[number]
export type Sent = ConsoleSent<typeof addCall>

export const tones: Record<Duty['duty_state'], Tone> = {
  overdue: 'bad',
  soon: 'waiting',
  done: 'good',
}

const subjects: Record<string, string> = { ...assessedFeatures, ...recipients }
const byName: readonly DutyKind[] = ['impact_assessment', 'export_assessment']

/** What a duty is about, in words where it is a feature or a recipient. */
export const aboutLabel = ({ duty, about }: { duty: DutyKind; about: string }): string =>
  (byName.includes(duty) ? subjects[about] : undefined) ?? about

export const dutyLabel = (of: { duty: DutyKind; about: string }): string =>
  of.about === '' ? dutyKinds[of.duty] : `${dutyKinds[of.duty]} · ${aboutLabel(of)}`

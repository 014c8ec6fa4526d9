import type {
  FundsState,
  IncidentState,
  ReportState,
  VoidState,
} from '@tianping/contract/compliance/facts'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import type { Tone } from '../../ui/values/Status.tsx'

export type Incident = ConsoleGiven<'POST /api/console/incidents/show'>

export const incidentTones: Record<IncidentState, Tone> = {
  open: 'waiting',
  proposed: 'waiting',
  closed: 'good',
}
export const voidTones: Record<VoidState, Tone> = {
  open: 'waiting',
  opened: 'bad',
  dismissed: 'plain',
}
export const reportTones: Record<ReportState, Tone> = {
  waiting: 'waiting',
  running: 'waiting',
  done: 'good',
  failed: 'bad',
}
export const fundsTones: Record<FundsState, Tone> = {
  open: 'waiting',
  covered: 'good',
  short: 'bad',
}

/** What shows something else once an incident has changed. */
export const staleIncidents: ConsoleCallName[] = [
  'POST /api/console/incidents/show',
  'POST /api/console/incidents/list',
  'POST /api/console/voids/list',
  'POST /api/console/counts',
]
export const optionsOf = (labels: Record<string, string>, all: string) => [
  { value: '', label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]

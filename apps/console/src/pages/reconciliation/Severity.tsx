import type { ConsoleRowOf } from '@tianping/contract/console'
import { Status } from '../../ui/values/Status.tsx'

type Severity = ConsoleRowOf<'POST /api/console/cases/list'>['severity']

export const severities = {
  mismatch: { text: '不符', tone: 'bad' },
  attention: { text: '关注', tone: 'waiting' },
} as const satisfies Record<Severity, { text: string; tone: 'bad' | 'waiting' }>

/** Whether money is wrong, or somebody should look. */
export const SeverityOf = ({ severity }: { severity: Severity }) => (
  <Status tone={severities[severity].tone}>{severities[severity].text}</Status>
)

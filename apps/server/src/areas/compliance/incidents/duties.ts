// Until when an incident has to be reported, by the rule as data.
import type { IncidentDuty, IncidentKind } from '@tianping/contract/compliance/facts'
import { addDays, beijingDay, endOfDay } from '@tianping/money/day'
import type { ComplianceRule } from '../setting.ts'

const HOUR_MS = 3_600_000

export type Found = {
  kind: IncidentKind
  foundAt: Date
  beganAt: Date
  endedAt: Date | null
  highRisk: boolean
}
export type Due = { duty: IncidentDuty; dueAt: Date; alarmAt: Date }

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The last moment of the nth working day after the day of a moment, in Beijing. */
export function workingDaysLater(at: Date, days: number, holidays: readonly string[]): Date {
  const off = new Set(holidays)
  let day = beijingDay(at)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (!isWeekend(day) && !off.has(day)) left--
  }
  return endOfDay(day)
}

/** An outage that was over soon enough is written down and reported to nobody. */
const isShort = ({ kind, beganAt, endedAt }: Found, { outageHours }: ComplianceRule) =>
  kind === 'outage' && endedAt !== null && +endedAt - +beganAt <= outageHours * HOUR_MS

function authorityBy(found: Found, rule: ComplianceRule): Date | null {
  const { foundHours, workingDays } = rule.terms[found.kind]
  if (isShort(found, rule)) return null
  const ends = [
    ...(foundHours > 0 ? [+found.foundAt + foundHours * HOUR_MS] : []),
    ...(workingDays > 0 ? [+workingDaysLater(found.foundAt, workingDays, rule.holidays)] : []),
  ]
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

function membersBy({ kind, foundAt, highRisk }: Found, { terms }: ComplianceRule): Date | null {
  const { tellMembers, memberHours } = terms[kind]
  const told = tellMembers === 'always' || (tellMembers === 'high_risk' && highRisk)
  return told ? new Date(+foundAt + memberHours * HOUR_MS) : null
}

/** Who has to hear of it and until when. */
export function dutiesOf(found: Found, rule: ComplianceRule): Due[] {
  const due = { authority: authorityBy(found, rule), members: membersBy(found, rule) }
  return (['authority', 'members'] as const).flatMap(duty => {
    const dueAt = due[duty]
    if (!dueAt) return []
    const alarmAt = new Date(Math.max(+found.foundAt, +dueAt - rule.earlyHours * HOUR_MS))
    return [{ duty, dueAt, alarmAt }]
  })
}

import { addDays, addMonths, beijingDay, isDay } from '@tianping/money/day'
import { lengthOf, rulesOf } from '../rule.ts'
import { COMPLAINT_TEXT_MAX } from './facts.ts'
import { complaintForm } from './texts.ts'

const complaint = rulesOf(complaintForm)
const SHORTEST = 10

/** How far back what happened may lie, in months, where the site has set nothing else. */
export const EVENT_MONTHS = 6

/** The first day that is not too old: the same day so many months ago, or the month's last. */
export function earliestEvent(today: string, months: number): string {
  const month = addMonths(today.slice(0, 7), -months)
  const same = `${month}-${today.slice(8)}`
  return isDay(same) ? same : addDays(`${addMonths(month, 1)}-01`, -1)
}

export const complaintRules = (
  f: { kind: string; content: string; event_day: string },
  months = EVENT_MONTHS,
  today = beijingDay(Date.now()),
) =>
  complaint(
    ['kind', f.kind === '', 'complaint.kind_missing'],
    ['content', lengthOf(f.content) < SHORTEST, 'complaint.text_short'],
    [
      'content',
      lengthOf(f.content) > COMPLAINT_TEXT_MAX,
      'complaint.text_long',
      { max: COMPLAINT_TEXT_MAX },
    ],
    ['event_day', f.event_day !== '' && !isDay(f.event_day), 'complaint.day_format'],
    ['event_day', f.event_day > today, 'complaint.day_future'],
    [
      'event_day',
      f.event_day !== '' && f.event_day < earliestEvent(today, months),
      'complaint.day_old',
      { months },
    ],
  )

/** A line that is added to a complaint. */
export const complaintMessageRules = (f: { content: string }) =>
  complaint(
    ['content', f.content === '', 'complaint.message_missing'],
    [
      'content',
      lengthOf(f.content) > COMPLAINT_TEXT_MAX,
      'complaint.text_long',
      { max: COMPLAINT_TEXT_MAX },
    ],
  )

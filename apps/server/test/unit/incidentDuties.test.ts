import { beijing } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { dutiesOf, workingDaysLater } from '../../src/areas/compliance/incidents/duties.ts'
import { complianceSchema } from '../../src/areas/compliance/setting.ts'

const at = (time: string) => new Date(`${time}+08:00`)
const rule = complianceSchema.parse({})
const found = {
  kind: 'outage',
  foundAt: at('2026-11-20T12:00'),
  beganAt: at('2026-11-20T00:00'),
  endedAt: null,
  highRisk: false,
} as const

test('working days leave out weekends and holidays, and end with the day', () => {
  const after = (days: number, holidays: string[] = []) =>
    beijing(workingDaysLater(at('2026-11-20T12:00'), days, holidays))
  expect(after(1)).toBe('2026-11-24 00:00:00')
  expect(after(5)).toBe('2026-11-28 00:00:00')
  expect(after(5, ['2026-11-23', '2026-11-24'])).toBe('2026-12-02 00:00:00')
  expect(beijing(workingDaysLater(at('2026-11-21T23:59'), 1, []))).toBe('2026-11-24 00:00:00')
})

test('the sooner of hours and working days counts, and the alarm comes before it', () => {
  const both = complianceSchema.parse({
    terms: { outage: { foundHours: 48, workingDays: 5 } },
    earlyHours: 6,
  })
  expect(dutiesOf(found, both)).toEqual([
    { duty: 'authority', dueAt: at('2026-11-22T12:00'), alarmAt: at('2026-11-22T06:00') },
  ])
  const soon = complianceSchema.parse({ terms: { outage: { foundHours: 3 } } })
  expect(dutiesOf(found, soon)[0]?.alarmAt, 'never before it was found').toEqual(found.foundAt)
})

test('an outage that goes on is due; one that lasted twelve hours is not, a minute more is', () => {
  const lasted = (endedAt: Date | null) => dutiesOf({ ...found, endedAt }, rule).length
  expect(lasted(null)).toBe(1)
  expect(lasted(at('2026-11-20T12:00'))).toBe(0)
  expect(lasted(at('2026-11-20T12:01'))).toBe(1)
})

test('members hear always, never or of a high risk, as the rule has it', () => {
  const duties = (kind: 'data_breach' | 'mispay' | 'dispute_body_change', highRisk: boolean) =>
    dutiesOf({ ...found, kind, highRisk }, rule).map(({ duty }) => duty)
  expect(duties('data_breach', false)).toEqual(['authority'])
  expect(duties('data_breach', true)).toEqual(['authority', 'members'])
  expect(duties('mispay', true)).toEqual(['authority'])
  expect(duties('dispute_body_change', false)).toEqual(['authority', 'members'])
})

import { incidentKinds, type IncidentKind } from '@tianping/contract/compliance/facts'
import { alike, type Table } from '../edge.ts'

const marked = (number: number, kind: string) => [number, '', kind, kind] as const

/** Markers of harm, the levels of their sum, and the steps that follow. */
export const harmEdges = {
  'harm.strongPercent': [300, '40', '80', '80'],
  'harm.sensitivePercent': marked(70, 'net_deposit'),
  'harm.youngUntil': [30, 'chasing', 'chasing', ''],
  'harm.netDeposit.minFen': marked(30_000_00, 'net_deposit'),
  'harm.depositGrowth.percent': marked(400, 'deposit_growth'),
  'harm.depositGrowth.minFen': marked(3_000_00, 'deposit_growth'),
  'harm.chasing.times': marked(5, 'chasing'),
  'harm.stakesUp.percent': marked(40, 'stakes_up'),
  'harm.stakesUp.bets': marked(80, 'stakes_up'),
  'harm.longHours.hoursFrom': marked(30, 'long_hours'),
  'harm.night.hoursFrom': marked(10, 'night'),
  'harm.longStretch.hoursFrom': marked(6, 'long_stretch'),
  'harm.limitRaises.times': marked(4, 'limit_raises'),
  'harm.raisedAtLimit.times': marked(3, 'raised_at_limit'),
  'harm.breaks.times': marked(4, 'breaks'),
  'harm.words.times': marked(2, 'words'),
  'harm.crisis.times': marked(2, 'crisis'),
  'harm.bonusAsks.times': marked(8, 'bonus_asks'),
  'harm.complaints.times': marked(4, 'complaints'),
  'harm.reversed.times': marked(3, 'reversed'),
  'harm.backAgain.times': marked(6, 'back_again'),
  'harm.methods.times': marked(5, 'methods'),
  'harm.failedDeposits.times': marked(7, 'failed_deposits'),
  'harm.levels.nudge': [35, 'level 0', 'level 1', 'level 1'],
  'harm.levels.task': [70, 'level 1', 'level 2', 'level 2'],
  'harm.levels.stop': [120, 'level 2', 'level 3', 'level 3'],
  'harm.escalateDays': [8, 'none', 'task', 'task'],
  'harm.nudgeAgainDays': [40, 'none', 'nudge', 'nudge'],
  'harm.risePercent': [150, 'none', 'none', 'task'],
  'harm.netCheck.minFen': [1_600_00, '', '', 'check'],
} satisfies Table

const kinds = Object.keys(incidentKinds) as IncidentKind[]
export const foundHours = kinds.map(kind => `compliance.terms.${kind}.foundHours` as const)
export const workingDays = kinds.map(kind => `compliance.terms.${kind}.workingDays` as const)
export const memberHours = kinds.map(kind => `compliance.terms.${kind}.memberHours` as const)

/** When a duty after an incident ends, against a moment one millisecond before, then, and after. */
const END = ['before', 'at its end', 'over'] as const
export const complianceEdges = {
  'compliance.earlyHours': [30, ...END],
  'compliance.outageHours': [10, '', '', 'authority'],
  'compliance.holidays[]': ['2026-11-24', 'works', 'off', 'works'],
  ...alike(foundHours, [10, ...END]),
  ...alike(workingDays, [3, ...END]),
  ...alike(memberHours, [5, ...END]),
} satisfies Table

export const everyDays = (
  [
    'rights_review',
    'penetration_test',
    'restore_drill',
    'risk_assessment',
    'impact_assessment',
    'export_assessment',
    'staff_training',
  ] as const
).map(kind => `duties.${kind}.everyDays` as const)

/** The calendar: by days since it was done, and by days before it is due. */
export const dutyEdges = {
  ...alike(everyDays, [10, 'soon', 'soon', 'overdue']),
  'duties.soonDays': [20, 'soon', 'soon', 'done'],
} satisfies Table

/** What is found of a member's rows, and the time a person has, by the millisecond. */
export const careEdges = {
  'harm.chasing.minFen': [300_00, '', 'chasing', 'chasing'],
  'harm.taskHours': [40, '', '', 'late'],
  'harm.stopHours': [30, '', '', 'late'],
  'harm.quietDays': [20, 'none', 'task', 'task'],
  'harm.againDays': [20, '', '', 'late'],
  'harm.netCheck.months': [6, 'none', 'check', 'check'],
  'harm.harmRate': [30, 'alert', '', ''],
} satisfies Table

/** A name that is so like one on a list, of 100; and the time of a case. */
export const caseEdges = {
  'cases.caseDays': [5, '', '', 'late'],
  'cases.urgentDays': [2, '', '', 'late'],
  'screening.threshold': [86, '', 'hit', 'hit'],
  'screening.pepThreshold': [86, '', 'hit', 'hit'],
  'screening.runAt': ['02:00', '', 'asked', 'asked'],
} satisfies Table

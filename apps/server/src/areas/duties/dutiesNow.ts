import {
  assessedFeatures,
  dutyKinds,
  isChangeDuty,
  recipients,
  type DutyKind,
  type DutyState,
} from '@tianping/contract/duties/facts'
import type { Db } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { ruled } from '../profiles/profiles.ts'
import { DUTIES_SETTING, dutiesSchema, type DutiesSetting } from './setting.ts'
import { latestRecords, running, type Recorded } from './store/duty.sql.ts'

export type Duty = { kind: DutyKind; subject: string; sha256: string; since: string }
export type DutyNow = Duty & {
  state: DutyState
  doneOn: string
  nextDue: string
  reference: string
}
type Calendar = Exclude<DutyKind, 'release' | 'game_certificate'>
export type Deps = Pick<Services, 'db' | 'clock' | 'operators'>

const order: readonly DutyState[] = ['overdue', 'soon', 'done']
const names = (of: object) => Object.keys(of)
/** Who meets members: these permissions ask for training. */
const trained = ['harm.review', 'complaint.answer'] as const

/** When a duty is due again at the latest. */
export const latestDue = (rule: DutiesSetting, kind: DutyKind, doneOn: string) =>
  isChangeDuty(kind) ? null : addDays(doneOn, rule[kind as Calendar].everyDays)

/** Everything that has to be done, by the rule and by who and what there is now. */
async function dutiesOf({ db, operators }: Deps, rule: DutiesSetting): Promise<Duty[]> {
  const { roles, since } = await operators.inUse()
  const people = await Promise.all(trained.map(each => operators.allowed(each)))
  const subjects: Record<Calendar, string[]> = {
    rights_review: roles,
    penetration_test: [''],
    restore_drill: [''],
    risk_assessment: [''],
    impact_assessment: names(assessedFeatures),
    export_assessment: names(recipients),
    staff_training: [...new Set(people.flat())],
  }
  const first = beijingDay(since)
  const calendar = names(subjects) as Calendar[]
  return [
    ...calendar.flatMap(kind =>
      subjects[kind].map(subject => ({ kind, subject, sha256: '', since: first })),
    ),
    ...(await running(db)).map(each => ({ ...each, since: beijingDay(each.since) })),
  ].filter(({ kind }) => rule[kind].enabled)
}

/** The record that counts: the newest of its subject, of changes the one of the same SHA-256. */
const recordOf = (records: Recorded[], { kind, subject, sha256 }: Duty) =>
  records.find(
    each =>
      each.kind === kind && each.subject === subject && (sha256 === '' || each.sha256 === sha256),
  )

/**
 * How a duty stands. What was never recorded is due as if it had been done when the platform was
 * set up; a change is due from the day it runs.
 */
export function standOf(
  duty: Duty,
  record: Recorded | undefined,
  { rule, today }: { rule: DutiesSetting; today: string },
): DutyNow {
  const { doneOn = '', reference = '' } = record ?? {}
  const known = { ...duty, doneOn, reference }
  if (isChangeDuty(duty.kind))
    return { ...known, state: record ? 'done' : 'overdue', nextDue: record ? '' : duty.since }
  const nextDue = record?.nextDue ?? latestDue(rule, duty.kind, duty.since) ?? duty.since
  const soon = addDays(today, rule.soonDays) >= nextDue
  const waiting = soon ? 'soon' : 'done'
  return { ...known, nextDue, state: nextDue < today ? 'overdue' : waiting }
}

/** The setting in force: a profile may keep games without a certificate closed. */
async function ruleOf(db: Db): Promise<DutiesSetting> {
  const { own, demands } = await ruled(db, DUTIES_SETTING, dutiesSchema)
  return { ...own, holdUncertified: own.holdUncertified || demands.holdUncertified }
}

/** Every duty as it stands now, late first. */
export async function dutiesNow(services: Deps): Promise<DutyNow[]> {
  const { db, clock } = services
  const rule = await ruleOf(db)
  const [duties, records] = await Promise.all([dutiesOf(services, rule), latestRecords(db)])
  const today = beijingDay(clock.now())
  const kinds = names(dutyKinds)
  return duties
    .map(duty => standOf(duty, recordOf(records, duty), { rule, today }))
    .toSorted(
      (a, b) =>
        order.indexOf(a.state) - order.indexOf(b.state) ||
        a.nextDue.localeCompare(b.nextDue) ||
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
    )
}

export { ruleOf as dutyRule }

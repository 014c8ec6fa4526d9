// The front of the calendar of duties: all that other areas may import.
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { dutyRule, latestDue } from './dutiesNow.ts'
import { insertRecord, trainedUntil, uncertifiedMaths } from './store/duty.sql.ts'
import { codesOf } from './sandboxGames.ts'

export { dutiesNow, type DutyNow } from './dutiesNow.ts'
export { beginRun, endRun, lastPassed, type RunEnd } from './store/backupRun.sql.ts'
export { runDuties } from './job.ts'
export { DUTIES_SETTING, dutiesSchema } from './setting.ts'

/**
 * The codes of the games that are kept closed: their mathematics runs without a certificate and
 * without a recorded reason why none is needed (PR-SEC-10).
 */
export async function heldGames(db: Db): Promise<string[]> {
  const { holdUncertified } = await dutyRule(db)
  return holdUncertified ? (await uncertifiedMaths(db)).flatMap(codesOf) : []
}

/** Records a drill that the backup process has made and that passed. */
export async function recordDrill(
  db: Db,
  { backup, note, day, at }: { backup: string; note: string; day: string; at: Date },
): Promise<void> {
  const kind = 'restore_drill'
  await insertRecord(db, {
    kind,
    subject: '',
    doneOn: day,
    doneBy: '自动恢复演练',
    reference: backup,
    sha256: '',
    note,
    nextDue: latestDue(await dutyRule(db), kind, day),
    by: 'system',
    at,
  })
}

/** Refuses an operator without valid training, where the site asks for it (PR-INT-11). */
export async function refuseUntrained(db: Db, name: string, now: Date): Promise<void> {
  const { trainingRequired } = await dutyRule(db)
  if (!trainingRequired) return
  const until = await trainedUntil(db, name)
  if (until === undefined || until < beijingDay(now)) throw new Refusal(say('duties.untrained'))
}

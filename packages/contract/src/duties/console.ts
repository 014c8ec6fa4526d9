import { z } from 'zod'
import { operator } from '../call.ts'
import { day } from '../consoleFields.ts'
import { nothing, oneOf, text, time } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { backupKinds, backupOutcomes, dutyKinds, dutyStates } from './facts.ts'

const recordRow = z.object({
  id: z.number().int(),
  duty: oneOf(dutyKinds),
  /** A role, an operator, a feature, a recipient, a game; empty for what there is one of. */
  about: z.string(),
  /** The role by its name, where it is about a role; `about` elsewhere. */
  about_label: z.string(),
  done_on: z.string(),
  done_by: z.string(),
  reference: z.string(),
  sha256: z.string(),
  note: z.string(),
  /** Empty for what is due anew with each change. */
  next_due: z.string(),
  added_by: z.string(),
  added_at: time,
})

const dutyRow = z.object({
  duty: oneOf(dutyKinds),
  about: z.string(),
  about_label: z.string(),
  duty_state: oneOf(dutyStates),
  /** Empty where nothing was ever recorded. */
  done_on: z.string(),
  next_due: z.string(),
  reference: z.string(),
  /** What a record has to be about; empty for what is due by the calendar. */
  sha256: z.string(),
})

const backupRow = z.object({
  id: z.number().int(),
  backup_kind: oneOf(backupKinds),
  backup_outcome: oneOf(backupOutcomes),
  started_at: time,
  /** Empty while it runs. */
  ended_at: z.string(),
  backup_name: z.string(),
  /** Mebibytes, as the sealed backup lies in its folder. */
  backup_mib: z.number().int(),
  /** The last transaction that a drill has brought back; empty for a backup. */
  restored_to: z.string(),
  note: z.string(),
})

/** The calendar of what the organisation does outside the platform, with alarms when it is late. */
export const dutiesConsole = {
  /** What is due, late first. */
  'POST /api/console/duties/due': operator('duties.read', nothing, z.array(dutyRow)),
  /** What was recorded, newest first. */
  'POST /api/console/duties/list': operator(
    'duties.read',
    z.object({ ...inOrder('POST /api/console/duties/list'), ...span, duty: text(30) }),
    keyed(recordRow),
  ),
  /** Records are never changed. Nobody records a review of the own role or the own training. */
  /** Backups and restore drills as they ran, newest first. */
  'POST /api/console/duties/backups': operator(
    'duties.read',
    z.object({ ...inOrder('POST /api/console/duties/backups'), ...span }),
    keyed(backupRow),
  ),
  'POST /api/console/duties/add': operator(
    'duties.write',
    z.object({
      duty: oneOf(dutyKinds),
      about: text(80),
      done_on: day,
      done_by: text(80),
      reference: text(120),
      sha256: text(64),
      note: text(500),
      /** Empty for the latest that the rule allows. */
      next_due: day,
    }),
    z.null(),
    { once: true },
  ),
} as const

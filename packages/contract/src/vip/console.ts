import { releaseLabels } from './facts.ts'
import { z } from 'zod'
import { operator } from '../call.ts'
import { day, orderFilter, remark } from '../consoleFields.ts'
import { reviewState } from '../facts.ts'
import { int2, int8, text, time, yuan, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'

const once = { once: true } as const

const checks = {
  affordability_on: day,
  affordability: text(200),
  harm_on: day,
  harm: text(200),
  diligence_on: day,
  diligence: text(200),
}

const waitingRow = z.object({
  member_id: z.number().int(),
  username: z.string(),
  vip: z.number().int(),
  to_vip: z.number().int(),
  /** The first review that found the figures. */
  since: z.string(),
  deposit: yuan,
  turnover: yuan,
  /** Whether checks for the level wait for their approval. */
  recorded: z.boolean(),
})

const releaseRow = z.object({
  release_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  to_vip: z.number().int(),
  affordability_on: z.string(),
  affordability: z.string(),
  harm_on: z.string(),
  harm: z.string(),
  diligence_on: z.string(),
  diligence: z.string(),
  recorded_by: z.string(),
  created_at: time,
  state: stateOf(reviewState, releaseLabels),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
  /** Of an approved one that was taken back. */
  ended_by: z.string(),
  ended_at: z.string(),
  ended_why: z.string(),
  /** Approved, not taken back, and no check is too old: the level can be reached. */
  stands: z.boolean(),
})

const decision = z.object({ id: int8, remark })

/**
 * Releases of levels with personal perks. A release lifts no level; the daily review does
 * (docs/decisions/0084-levels-with-perks-wait-for-a-release.md).
 */
export const vipConsole = {
  /** Members who have the figures of a level and wait; `q` is an id or the beginning of a name. */
  'POST /api/console/vip-releases/waiting': operator(
    'vip.read',
    z.object({ ...inOrder('POST /api/console/vip-releases/waiting'), ...span, q: text(64) }),
    keyed(waitingRow),
  ),
  /** `state` 0 all, 1 waiting, 2 approved, 3 rejected or withdrawn. */
  'POST /api/console/vip-releases/list': operator(
    'vip.read',
    orderFilter.extend({ ...sorted('POST /api/console/vip-releases/list'), ...span }),
    keyed(releaseRow),
  ),
  /** From which level on a release is needed (0 for none), and for how many days checks count. */
  'POST /api/console/vip-releases/rule': operator(
    'vip.read',
    z.object({}),
    z.object({ from: z.number().int(), days: z.number().int() }),
  ),
  /** The three checks of a member for the next level; `id` is the member. */
  'POST /api/console/vip-releases/record': operator(
    'vip.check',
    z.object({ id: int8, vip: int2, ...checks }),
    z.null(),
    once,
  ),
  'POST /api/console/vip-releases/approve': operator('vip.release', decision, z.null(), once),
  'POST /api/console/vip-releases/reject': operator('vip.release', decision, z.null(), once),
  /** Takes back what waits or stands; one person is enough. */
  'POST /api/console/vip-releases/end': operator('vip.check', decision, z.null(), once),
} as const

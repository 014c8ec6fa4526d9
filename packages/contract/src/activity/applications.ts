import { z } from 'zod'
import { amounts, keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import {
  claiming,
  decision,
  holds,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { int4, nothing, time, yuan, stateOf } from '../fields.ts'
import { reviewLabels, reviewState } from '../facts.ts'

const applicationRow = z.object({
  application_id: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  activity_id: z.number().int(),
  title: z.string(),
  /** What passing pays the member, and the turnover each yuan of it asks for. */
  bonus: yuan,
  turnover_times: z.number().int(),
  state: stateOf(reviewState, reviewLabels),
  created_at: time,
  ...decision.shape,
})

const applicationDetail = applicationRow.extend({
  /** The conditions as they were found when it was made; amounts in yuan as people write them. */
  conditions: z.array(
    z.object({
      text: z.string(),
      met: z.boolean(),
      needed: z.string(),
      found: z.string(),
      missing: z.string(),
    }),
  ),
  /** The rule it was judged by, line by line as members read it. */
  terms: z.array(z.string()),
  rule_version: z.number().int(),
  current_version: z.number().int(),
  /** Days in a row, for activities that count them. */
  streak: z.number().int(),
  /** Invited members that it counts, and what each of them is paid as well. */
  friends: z.array(z.object({ id: z.number().int(), username: z.string() })),
  friend_bonus: yuan,
  /** The member's other applications to the same activity, newest first. */
  earlier: z.array(
    z.object({
      created_at: time,
      state: stateOf(reviewState, reviewLabels),
      bonus: yuan,
      decided_by: z.string(),
      remark: z.string(),
    }),
  ),
  member: memberFigures,
  /** What stops the bonus, and who released it. */
  holds,
})

/** Applications to activities that wait for a person, and what became of them. */
export const applicationConsole = {
  /** `activity` 0 means all of them. */
  'POST /api/console/applications/list': operator(
    'activity.read',
    orderFilter.extend({
      ...sorted('POST /api/console/applications/list'),
      ...span,
      ...amounts,
      activity: int4.optional(),
    }),
    keyed(applicationRow),
  ),
  'POST /api/console/applications/activities': operator(
    'activity.read',
    nothing,
    z.array(z.object({ id: z.number().int(), title: z.string() })),
  ),
  'POST /api/console/applications/show': operator(
    'activity.read',
    z.object({ application_id: orderNo }),
    applicationDetail,
  ),
  'POST /api/console/applications/claim': operator(
    'activity.review',
    z.object({ application_id: orderNo, ...claiming }),
    z.null(),
  ),
  'POST /api/console/applications/approve': operator(
    'activity.review',
    z.object({ application_id: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  /** Releases what stops the bonus now; another person approves it then. */
  'POST /api/console/applications/release': operator(
    'hold.release',
    z.object({ application_id: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/applications/reject': operator(
    'activity.review',
    z.object({ application_id: orderNo, remark }),
    z.null(),
    { once: true },
  ),
} as const

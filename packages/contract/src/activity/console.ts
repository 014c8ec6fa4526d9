import { z } from 'zod'
import { operator } from '../call.ts'
import { advertStated } from '../adverts/console.ts'
import { proposal } from '../desk/proposal.ts'
import { moment, picture } from '../consoleFields.ts'
import { draft, draftBy } from '../site/versions.ts'
import { flag, int2, int4, int8, nothing, page, paged, text, yuan } from '../fields.ts'

const once = { once: true } as const

const rank = int2.pipe(z.number().min(0).max(9_999))

const activityRow = z.object({
  id: z.number().int(),
  seen: z.string(),
  type_id: z.number().int(),
  type: z.string(),
  title: z.string(),
  banner: z.string(),
  rank: z.number().int(),
  enabled: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** Which segment sees it, its name marked where it is out of use; 0 and empty for everybody. */
  segment_id: z.number().int(),
  segment: z.string(),
  rule_version: z.number().int(),
  /** Who proposed a change of its rule, or an opening, that waits; empty for none. */
  proposed_by: z.string(),
  applications: z.number().int(),
  /** What the last thirty days paid. */
  paid: yuan,
  draft_by: draftBy,
})

/** Activities: what is shown of them. Their rules are rules (`activity:…`) and take two persons. */
export const activityConsole = {
  'POST /api/console/activities/list': operator(
    'activity.read',
    z.object({ page }),
    paged(activityRow),
  ),
  'POST /api/console/activities/show': operator(
    'activity.read',
    z.object({ id: int4 }),
    activityRow.extend({
      content: z.string(),
      memo: z.string(),
      terms: z.array(z.string()),
      /** A change that opens it more, and waits for a second person. */
      opening: proposal.nullable(),
    }),
  ),
  /**
   * `id` 0 makes a new one, without a rule: it is only announced until its rule was approved. What
   * opens a paying one again, earlier or longer waits for a second person.
   */
  'POST /api/console/activities/save': operator(
    'activity.write',
    z.object({
      id: int4,
      seen: text(32),
      type_id: int4,
      title: text(60),
      banner: picture,
      content: text(16_000),
      memo: text(4_000),
      rank,
      enabled: flag,
      starts_at: moment,
      ends_at: moment,
      /** Number of a segment; 0 for everybody, visitors included. */
      segment_id: int8.default(0),
      advert: advertStated,
      draft,
    }),
    z.object({ id: z.number().int(), waits: z.boolean() }),
    once,
  ),
  'POST /api/console/activity-types/list': operator(
    'activity.read',
    nothing,
    z.array(
      z.object({
        id: z.number().int(),
        seen: z.string(),
        name: z.string(),
        rank: z.number().int(),
        enabled: z.boolean(),
        activities: z.number().int(),
      }),
    ),
  ),
  'POST /api/console/activity-types/save': operator(
    'activity.write',
    z.object({ id: int4, seen: text(32), name: text(10), rank, enabled: flag }),
    z.null(),
    once,
  ),
} as const

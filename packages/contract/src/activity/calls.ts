import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { flag, int4, nothing, oneOf, page, paged, text, time } from '../fields.ts'
import { why } from '../why.ts'
import { reviewState } from '../facts.ts'
import { activityUse, applyState } from './facts.ts'

export const activity = z.object({
  id: z.number().int(),
  type: z.number().int(),
  banner: z.string(),
  title: z.string(),
  /** First and last day, `YYYY-MM-DD` of Beijing; empty for no bound. */
  start_time: z.string(),
  end_time: z.string(),
  /** 0 = only announced, nothing to apply for. */
  apply: flag,
  /** The rule as the engine keeps it, line by line: its conditions stand beside its title. */
  terms: z.array(z.string()),
  /** What stands against an application now, by the rule; `open` also where none is made. */
  use: oneOf(activityUse),
  /** When it begins anew, to the second; empty where it does not or nothing stands against it. */
  again_at: z.string(),
})

export const activityCalls = {
  'POST /api/activitytype': anyone(
    nothing,
    z.array(z.object({ id: z.number().int(), name: z.string() })),
  ),
  'POST /api/activitylist': anyone(z.object({ type: text(10), page }), paged(activity)),
  'POST /api/activitydeatil': anyone(
    z.object({ id: int4 }),
    activity.extend({
      content: z.string(),
      memo: z.string(),
      /** The member's latest application: 0 none, 1 waiting, 2 approved, 3 rejected. */
      apply_state: z.enum(applyState),
    }),
  ),
  'POST /api/doactivityapply': member(z.object({ activityid: int4 }), z.null(), { once: true }),
  'POST /api/activityApplyLog': member(
    z.object({ page }),
    paged(
      z.object({
        activity_name: z.string(),
        created_at: time,
        state: z.enum(reviewState),
        remark: z.string(),
        why,
      }),
    ),
    { aliases: ['POST /api/activityapplylog'] },
  ),
} as const

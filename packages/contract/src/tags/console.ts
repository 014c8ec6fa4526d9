import { z } from 'zod'
import { operator } from '../call.ts'
import { day, remark } from '../consoleFields.ts'
import { flag, int8, nothing, text, time } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'

const once = { once: true } as const

/** The most members that one call puts a tag on. */
const MOST_AT_ONCE = 100

const watched = z.object({
  member_id: z.number().int(),
  username: z.string(),
  vip: z.number().int(),
  reason: z.string(),
  set_by: z.string(),
  set_at: time,
  /** The last day of the watch; empty for no end. */
  until: z.string(),
  /** The last day lies behind. */
  over: z.boolean(),
})

/** Tags of members, which lists and segments find them by, and the members who are watched. */
export const tagConsole = {
  /** Tags in use, by name, each with how many members have it (counted to 10,000). */
  'POST /api/console/tags/all': operator(
    'member.read',
    nothing,
    z.array(
      z.object({
        tag_id: z.number().int(),
        name: z.string(),
        note: z.string(),
        created_by: z.string(),
        created_at: time,
        members: z.number().int(),
      }),
    ),
  ),
  'POST /api/console/tags/add': operator(
    'member.tag',
    z.object({ name: text(20), note: remark }),
    z.object({ tag_id: z.number().int() }),
    once,
  ),
  /** A retired tag is seen nowhere and finds nobody; its name may be used again. */
  'POST /api/console/tags/retire': operator(
    'member.tag',
    z.object({ tag_id: int8, remark }),
    z.null(),
    once,
  ),
  /** Puts a tag on members (`on` 1) or takes it off (0); answers for how many that was new. */
  'POST /api/console/tags/set': operator(
    'member.tag',
    z.object({ tag_id: int8, ids: z.array(int8).max(MOST_AT_ONCE), on: flag, remark }),
    z.object({ changed: z.number().int() }),
    once,
  ),
  /** Who is watched, newest first. `q` is a member's id or how the name begins. */
  'POST /api/console/watch/list': operator(
    'member.watch',
    z.object({ ...inOrder('POST /api/console/watch/list'), q: text(64), ...span }),
    keyed(watched),
  ),
  /** The watch of one member; null for none. */
  'POST /api/console/watch/show': operator(
    'member.watch',
    z.object({ id: int8 }),
    watched.nullable(),
  ),
  /** Watches a member from now on, or says anew why and until when. */
  'POST /api/console/watch/set': operator(
    'member.watch',
    z.object({ id: int8, until: day, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/watch/end': operator(
    'member.watch',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
} as const

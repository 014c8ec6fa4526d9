import { z } from 'zod'
import { operator } from '../call.ts'
import { flag, int4, oneOf, time } from '../fields.ts'
import { inOrder, keyed } from '../listed.ts'
import { contentHows } from './facts.ts'

/** Of a saving: 1 keeps it in the history for a colleague, and members see nothing of it. */
export const draft = flag.default(0)

/** Of a row: who wrote the draft that is newer than what members see; empty for none. */
export const draftBy = z.string()

const version = z.object({
  version_id: z.number().int(),
  id: z.number().int(),
  how: oneOf(contentHows),
  /** As the form of the content has them. */
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Empty for what stood there before. */
  changed_by: z.string(),
  /** The second person, where a change took two. */
  approved_by: z.string(),
  changed_at: time,
})

/**
 * What content said before, the newest version first; of `id` 0 what was removed. There is one
 * popup, so its `id` is not read.
 */
export const versionConsole = {
  'POST /api/console/content-versions/list': operator(
    'site.read',
    z.object({
      ...inOrder('POST /api/console/content-versions/list'),
      of: z.enum(['banner', 'notice', 'article', 'popup']),
      id: int4,
    }),
    keyed(version),
  ),
  'POST /api/console/activity-versions/list': operator(
    'activity.read',
    z.object({ ...inOrder('POST /api/console/activity-versions/list'), id: int4 }),
    keyed(version),
  ),
} as const

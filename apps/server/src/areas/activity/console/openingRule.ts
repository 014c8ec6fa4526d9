// A change that opens a paying activity again, earlier or longer, as what takes two persons.
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { z } from 'zod'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { newestProposal } from '../../../kernel/operator/proposal.sql.ts'
import { keepVersion } from '../../../kernel/operator/contentVersion.ts'
import type { Kept } from '../../../kernel/operator/settingForm.ts'
import { notesOfKey } from '../../../kernel/operator/settingForm.sql.ts'
import * as rows from '../store/activities.sql.ts'

export const openingKey = (id: number) => `opening:${id}`

const openingSchema = z.object({
  /** The activity as the proposer saw it. */
  seen: z.string(),
  type_id: z.number().int(),
  heading: z.string(),
  banner: z.string(),
  content: z.string(),
  memo: z.string(),
  rank: z.number().int(),
  enabled: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  segment_id: z.number().int().default(0),
})
export type OpeningValue = z.output<typeof openingSchema>

export const openingValue = (a: rows.ActivitySet, seen: string): OpeningValue => ({
  seen,
  type_id: a.typeId,
  heading: a.title,
  banner: a.banner,
  content: a.content,
  memo: a.memo,
  rank: a.rank,
  enabled: a.enabled,
  starts_at: a.startsAt ? beijing(a.startsAt) : '',
  ends_at: a.endsAt ? beijing(a.endsAt) : '',
  segment_id: Number(a.segmentId ?? 0n),
})

const setOf = (value: OpeningValue): rows.ActivitySet => ({
  typeId: value.type_id,
  title: value.heading,
  banner: value.banner,
  content: value.content,
  memo: value.memo,
  rank: value.rank,
  enabled: value.enabled,
  startsAt: momentOf(value.starts_at, 'starts_at'),
  endsAt: momentOf(value.ends_at, 'ends_at'),
  segmentId: value.segment_id === 0 ? null : BigInt(value.segment_id),
})

/** An activity as its form has it. */
export const fieldsOf = (a: rows.ActivitySet) => {
  const { seen: _seen, heading: title, enabled, ...rest } = openingValue(a, '')
  return { ...rest, title, enabled: enabled ? 1 : 0 }
}

type Two = { name: string; proposedBy: string; at: Date }

async function write(
  tx: Db,
  { id, value, by }: { id: number; value: OpeningValue; by: Two },
): Promise<void> {
  const before = await rows.lockActivity(tx, id)
  if (!before) throw new Refusal(say('activity.gone'))
  if (before.seen !== value.seen) throw new Refusal(say('activity.changed'))
  const next = setOf(value)
  await rows.updateActivity(tx, id, next)
  await keepVersion(tx, {
    kind: 'activity',
    id,
    before: fieldsOf(before),
    after: fieldsOf(next),
    by: { name: by.proposedBy, approvedBy: by.name, at: by.at },
  })
}

/** Undefined for any other key. */
export async function openingRule(
  db: Db,
  key: string,
): Promise<(Kept & { group: 'activity' }) | undefined> {
  const id = Number(/^opening:(\d{1,9})$/.exec(key)?.[1] ?? 0)
  const found = id > 0 ? await rows.activitySet(db, id) : undefined
  if (!found || !(await newestProposal(db, key))) return undefined
  return {
    key,
    label: `开放活动：${found.title}`,
    group: 'activity',
    schema: openingSchema,
    read: async on => ({
      version: (await notesOfKey(on, key)).length,
      value: openingValue(found, found.seen),
    }),
    versions: async () => [],
    write: (tx, value, by) => write(tx, { id, value: openingSchema.parse(value), by }),
  }
}

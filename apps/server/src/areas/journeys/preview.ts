import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { addDays, beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import { underWeeklyCap } from '../message/message.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { belongingAmong, examplesOf } from '../segments/segments.ts'
import type { Journey } from './store/journey.sql.ts'
import { knownAmong, occasionsAfter } from './store/occasion.sql.ts'

const SPAN = 1_000
/** Members are counted up to here. */
const MOST = 10_000
const EXAMPLES = 10

type Asked = Pick<Journey, 'segmentId' | 'product' | 'trigger' | 'days' | 'bonusFen' | 'perDay'>

/** Members of the segment to whom it happens on the Beijing day of `now`, as far as is known. */
async function happening(db: Db, asked: Asked, now: Date): Promise<bigint[]> {
  const day = beijingDay(now)
  const before = asked.days * DAY_MS
  const window = {
    from: new Date(+startOfDay(day) - before),
    until: new Date(+startOfDay(addDays(day, 1)) - before),
  }
  const of = { trigger: asked.trigger, days: asked.days, againDays: null, seriesId: 0 }
  const found: bigint[] = []
  let after: { at: string | null; memberId: bigint } = { at: null, memberId: 0n }
  while (found.length < MOST) {
    const part = await occasionsAfter(db, { of, window, after, limit: SPAN, now })
    const memberIds = part.map(({ memberId }) => memberId)
    found.push(...(await belongingAmong(db, { segmentId: asked.segmentId, memberIds, now })))
    const last = part.at(-1)
    if (part.length < SPAN || !last) break
    after = { at: last.occasion, memberId: last.memberId }
  }
  return found.slice(0, MOST)
}

/** Who would get it today, and what that costs; the guards are asked again when it is sent. */
export async function previewOf(db: Db, asked: Asked, now: Date) {
  const memberIds = await happening(db, asked, now)
  const offering = { memberIds, product: asked.product, channel: 'inbox', now } as const
  const may = memberIds.length === 0 ? [] : await mayBeContacted(db, offering)
  const known = asked.bonusFen > 0n ? await knownAmong(db, may) : may
  const open = known.length === 0 ? [] : await underWeeklyCap(db, known, now)
  const reached = open.slice(0, asked.perDay)
  return {
    happens: memberIds.length,
    reached: reached.length,
    cost: yuanOf(asked.bonusFen * BigInt(reached.length)),
    examples: await examplesOf(db, reached.slice(0, EXAMPLES)),
  }
}

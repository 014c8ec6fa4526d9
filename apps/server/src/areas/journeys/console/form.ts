// What the form of a journey says, or which field is wrong.
import type { ConsolePayload } from '@tianping/contract/console'
import {
  JOURNEY_DAYS,
  JOURNEY_PER_DAY,
  JOURNEY_SPAN_DAYS,
  journeyTriggers,
} from '@tianping/contract/journeys/facts'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import { segmentFacts } from '@tianping/contract/segments/facts'
import type { Db } from '@tianping/database'
import { parseYuan } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { checkMessage } from '../../message/message.ts'
import { audienceOf, segmentOf } from '../../segments/segments.ts'

type Typed = ConsolePayload<'POST /api/console/journeys/propose'>
type Standing = ConsolePayload<'POST /api/console/journeys/preview'>

const MAX_TIMES = 50
const MAX_BONUS_FEN = 1_000_000_000n
const MAX_BUDGET_FEN = 1_000_000_000_000n

const wrong = (field: string, said: Said) => new Refusal(said, { field })

const NOTHING = /^0*(\.0{1,2})?$/

/** An amount up to a bound, or none; refuses any other. */
function fenOf(typed: string | number | undefined, most: bigint, refusal: Refusal): bigint {
  if (NOTHING.test(String(typed ?? ''))) return 0n
  const fen = parseYuan(typed)
  if (fen === null || fen > most) throw refusal
  return fen
}

/** A rule that asks for losses would make a journey that follows them. */
async function segmentFor(db: Db, segmentId: number): Promise<bigint | null> {
  const id = await audienceOf(db, segmentId)
  if (id === null) return null
  const { conditions } = await segmentOf(db, id)
  if (conditions.some(({ fact }) => fact === 'loss'))
    throw wrong('segment_id', say('journey.loss_segment', { fact: segmentFacts.loss.label }))
  return id
}

/** Segment, trigger, bonus and the limit of a day. */
export async function readStanding(db: Db, body: Standing) {
  const { trigger, days, per_day: perDay, product } = body
  const { least } = journeyTriggers[trigger]
  if (days < least || days > JOURNEY_DAYS)
    throw wrong('days', say('journey.days', { least, most: JOURNEY_DAYS }))
  if (perDay < 1 || perDay > JOURNEY_PER_DAY)
    throw wrong('per_day', say('journey.per_day', { max: JOURNEY_PER_DAY }))
  const bonusFen = fenOf(body.bonus, MAX_BONUS_FEN, wrong('bonus', say('journey.bonus')))
  const segmentId = await segmentFor(db, body.segment_id)
  return { segmentId, product, trigger, days, perDay, bonusFen }
}

function budgetOf({ month_budget }: Typed, bonusFen: bigint): bigint {
  const refusal = wrong('month_budget', say('journey.budget'))
  const monthFen = fenOf(month_budget, MAX_BUDGET_FEN, refusal)
  if (bonusFen === 0n && monthFen > 0n) throw wrong('month_budget', say('journey.no_budget'))
  if (bonusFen > monthFen) throw refusal
  return monthFen
}

function againOf({ again_days: days, trigger }: Typed): number | null {
  if (days === 0) return null
  if (days < 0 || days > JOURNEY_DAYS) throw wrong('again_days', say('journey.again'))
  if (!journeyTriggers[trigger].again) throw wrong('again_days', say('journey.again_never'))
  return days
}

function spanOf({ starts_at, ends_at }: Typed, now: Date) {
  const startsAt = momentOf(starts_at, 'starts_at')
  const endsAt = momentOf(ends_at, 'ends_at')
  if (!endsAt || endsAt <= now) throw wrong('ends_at', say('journey.past'))
  const longest = JOURNEY_SPAN_DAYS * DAY_MS
  if (!startsAt || endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > longest)
    throw wrong('ends_at', say('journey.span', { days: JOURNEY_SPAN_DAYS }))
  return { startsAt, endsAt }
}

export async function read(db: Db, body: Typed, now: Date) {
  const { name, title, turnover_times: turnoverTimes } = body
  if (name === '') throw wrong('name', say('journey.name'))
  const standing = await readStanding(db, body)
  const againDays = againOf(body)
  const monthFen = budgetOf(body, standing.bonusFen)
  if (turnoverTimes < 0 || turnoverTimes > MAX_TIMES)
    throw wrong('turnover_times', say('journey.times'))
  const span = spanOf(body, now)
  const content = checkMessage({ title, html: body.content })
  return { name, ...standing, againDays, monthFen, turnoverTimes, ...span, title, content }
}

// What the form of a campaign says, or which field is wrong.
import { CAMPAIGN_DAYS, GOAL_DAYS } from '@tianping/contract/campaigns/facts'
import type { ConsolePayload } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import { parseYuan } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { checkMessage } from '../../message/message.ts'
import type { Arm } from '../store/campaign.sql.ts'

type Typed = ConsolePayload<'POST /api/console/campaigns/propose'>

const MAX_TIMES = 50
const MAX_BONUS_FEN = 1_000_000_000n
const MAX_BUDGET_FEN = 1_000_000_000_000n
const HUNDRED = 100

const wrong = (field: string, said: Said) => new Refusal(said, { field })

const NOTHING = /^0*(\.0{1,2})?$/

/** An amount up to a bound, or none; refuses any other. */
function fenOf(typed: string | number | undefined, most: bigint, refusal: Refusal): bigint {
  if (NOTHING.test(String(typed ?? ''))) return 0n
  const fen = parseYuan(typed)
  if (fen === null || fen > most) throw refusal
  return fen
}

/** A letter as it is kept; refuses one that says nothing, at its own field. */
function letterOf(arm: 'a' | 'b', title: string, html: string) {
  try {
    return { title, content: checkMessage({ title, html }) }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { field = 'content' } = refusal.data as { field?: string }
    throw wrong(`${arm}_${field}`, refusal.said)
  }
}

function armsOf(body: Typed): Arm[] {
  const { a_percent: a, b_percent: b } = body
  if (a < 1 || b < 0 || a + b > HUNDRED) throw wrong('a_percent', say('campaign.percent'))
  const bonus = (field: 'a_bonus' | 'b_bonus') =>
    fenOf(body[field], MAX_BONUS_FEN, wrong(field, say('campaign.bonus')))
  const first = { ...letterOf('a', body.a_title, body.a_content), bonusFen: bonus('a_bonus') }
  const arms: Arm[] = [{ arm: 'a', percent: a, ...first }]
  if (b === 0) return arms
  const second = { ...letterOf('b', body.b_title, body.b_content), bonusFen: bonus('b_bonus') }
  return [...arms, { arm: 'b', percent: b, ...second }]
}

function budgetOf({ budget }: Typed, arms: Arm[]): bigint {
  const refusal = wrong('budget', say('campaign.budget'))
  const budgetFen = fenOf(budget, MAX_BUDGET_FEN, refusal)
  const gives = arms.some(({ bonusFen }) => bonusFen > 0n)
  if (!gives && budgetFen > 0n) throw wrong('budget', say('campaign.no_budget'))
  if (arms.some(({ bonusFen }) => bonusFen > budgetFen)) throw refusal
  return budgetFen
}

function spanOf({ starts_at, ends_at }: Typed, now: Date) {
  const startsAt = momentOf(starts_at, 'starts_at')
  const endsAt = momentOf(ends_at, 'ends_at')
  if (!endsAt || endsAt <= now) throw wrong('ends_at', say('campaign.past'))
  const longest = CAMPAIGN_DAYS * DAY_MS
  if (!startsAt || endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > longest)
    throw wrong('ends_at', say('campaign.span', { days: CAMPAIGN_DAYS }))
  return { startsAt, endsAt }
}

export function read(body: Typed, now: Date) {
  const { name, product, goal, goal_days: goalDays, turnover_times: turnoverTimes } = body
  if (name === '') throw wrong('name', say('campaign.name'))
  const arms = armsOf(body)
  const budgetFen = budgetOf(body, arms)
  if (turnoverTimes < 0 || turnoverTimes > MAX_TIMES)
    throw wrong('turnover_times', say('campaign.times'))
  if (goalDays < 1 || goalDays > GOAL_DAYS)
    throw wrong('goal_days', say('campaign.goal_days', { days: GOAL_DAYS }))
  const span = spanOf(body, now)
  return { name, product, goal, goalDays, turnoverTimes, arms, budgetFen, ...span }
}

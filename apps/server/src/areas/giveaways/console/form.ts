// What the forms of giveaways say, or which field is wrong.
import type { ConsolePayload } from '@tianping/contract/console'
import { codeTyped } from '@tianping/contract/giveaways/rules'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import { formatFen, parseYuan } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { clockTime } from '../../../kernel/setting.ts'
import { MAX_DRAW_FEN, type CodeTerms, type PacketsTerms } from '../terms.ts'

type Packets = ConsolePayload<'POST /api/console/giveaways/propose-packets'>
type Common = Pick<
  Packets,
  'name' | 'note' | 'budget' | 'turnover_times' | 'min_vip' | 'segment_id' | 'starts_at' | 'ends_at'
>

export const MAX_DAYS = 93
const MAX_TIMES = 50
const MAX_VIP = 10
const MAX_CLAIMS = 100
const CODE = /^[A-Z0-9]{6,20}$/
const MAX_FEN = 1_000_000_000_000n

export const wrong = (field: string, said: Said) => new Refusal(said, { field })
const isWithin = (value: number, most: number) => value >= 0 && value <= most

/** An amount from a fen up to a bound; refuses any other. */
export function fenIn(typed: string | number | undefined, field: string, said?: Said): bigint {
  const fen = parseYuan(typed ?? '')
  if (fen === null || fen < 1n || fen > MAX_FEN) throw wrong(field, said ?? say('giveaway.amount'))
  return fen
}

function spanOf({ starts_at, ends_at }: Common, now: Date) {
  const startsAt = momentOf(starts_at, 'starts_at')
  const endsAt = momentOf(ends_at, 'ends_at')
  if (!startsAt || startsAt <= now) throw wrong('starts_at', say('giveaway.past'))
  if (!endsAt || endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > MAX_DAYS * DAY_MS)
    throw wrong('ends_at', say('giveaway.span', { days: MAX_DAYS }))
  return { startsAt, endsAt }
}

/** What every kind of giveaway has. */
export function commonOf(body: Common, now: Date) {
  const { name, note, turnover_times: turnoverTimes, min_vip: minVip } = body
  if (name === '') throw wrong('name', say('giveaway.name'))
  const span = spanOf(body, now)
  const budgetFen = fenIn(body.budget, 'budget', say('giveaway.budget_range'))
  if (!isWithin(turnoverTimes, MAX_TIMES)) throw wrong('turnover_times', say('giveaway.times'))
  if (!isWithin(minVip, MAX_VIP)) throw wrong('min_vip', say('giveaway.vip'))
  const segmentId = body.segment_id > 0 ? BigInt(body.segment_id) : null
  return { name, note, turnoverTimes, minVip, segmentId, budgetFen, ...span }
}

/** Codes of a batch are rows, drawn in one statement when it is approved. */
const MAX_BATCH = 5_000
const MAX_USES = 1_000_000

export function codeOf(
  body: ConsolePayload<'POST /api/console/giveaways/propose-code'>,
): CodeTerms {
  const code = body.shared ? codeTyped(body.code) : ''
  if (body.shared && !CODE.test(code)) throw wrong('code', say('giveaway.code_format'))
  const amountFen = fenIn(body.amount, 'amount')
  const max = code === '' ? MAX_BATCH : MAX_USES
  if (body.uses < 1 || body.uses > max) throw wrong('uses', say('giveaway.uses', { max }))
  const costFen = amountFen * BigInt(body.uses)
  const budgetFen = fenIn(body.budget, 'budget', say('giveaway.budget_range'))
  if (costFen > budgetFen) {
    const said = { cost: formatFen(costFen), budget: formatFen(budgetFen) }
    throw wrong('budget', say('giveaway.code_budget', said))
  }
  return { kind: 'code', amountFen: Number(amountFen), uses: body.uses, code }
}

export function packetsOf(body: Packets): PacketsTerms {
  const { opens, closes, claims } = body
  const areClocks = [opens, closes].every(each => clockTime.safeParse(each).success)
  if (!areClocks || opens >= closes) throw wrong('opens', say('giveaway.clock'))
  const neededFen = Number(fenIn(body.needed, 'needed'))
  if (claims < 1 || claims > MAX_CLAIMS) throw wrong('claims', say('giveaway.claims'))
  const drawMinFen = Number(fenIn(body.draw_min, 'draw_min'))
  const drawMaxFen = Number(fenIn(body.draw_max, 'draw_max'))
  if (drawMaxFen < drawMinFen || drawMaxFen > MAX_DRAW_FEN)
    throw wrong('draw_max', say('giveaway.draw_range'))
  const dayBudgetFen = fenIn(body.day_budget, 'day_budget')
  const budgetFen = fenIn(body.budget, 'budget', say('giveaway.budget_range'))
  if (dayBudgetFen < BigInt(drawMaxFen) || dayBudgetFen > budgetFen)
    throw wrong('day_budget', say('giveaway.day_budget_range'))
  const draw = { drawMinFen, drawMaxFen, dayBudgetFen: Number(dayBudgetFen) }
  return { kind: 'packets', opens, closes, neededFen, claims, ...draw }
}

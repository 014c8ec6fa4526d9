import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import { isPicture } from './addresses.ts'
import { isTarget } from './site/targets.ts'
import { int2, oneOf, page, text, time, yuan } from './fields.ts'
import { flagState, riskKinds } from './risk/facts.ts'
import { accountLabels } from './account/facts.ts'

/** A Beijing day `YYYY-MM-DD`; empty for all of them. */
export const day = text(10).pipe(z.string().refine(typed => typed === '' || isDay(typed)))

/** A Beijing moment `YYYY-MM-DD HH:mm` as a form writes it; empty for none. */
export const moment = text(19).pipe(z.string().regex(/^(|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?)$/))

/**
 * 0 any, 1 waiting for a person, 2 approved, 3 rejected. `q` is an order number, a member's id or
 * how the name begins.
 */
export const orderFilter = z.object({ page, state: int2.optional(), q: text(64) })

/** A member's figures beside an item under review. */
export const memberFigures = z.object({
  id: z.number().int(),
  username: z.string(),
  realname: z.string(),
  vip: z.number().int(),
  joined_at: time,
  state: oneOf(accountLabels),
  cash: yuan,
  cash_available: yuan,
  venues: yuan,
  deposits_total: yuan,
  deposits_count: z.number().int(),
  withdrawals_total: yuan,
  withdrawals_count: z.number().int(),
  bets_total: yuan,
  payouts_total: yuan,
  missing_turnover: yuan,
  /** The requirements that are still open, oldest first. */
  wagering: z.array(
    z.object({ source: z.string(), required: yuan, contributed: yuan, opened_at: time }),
  ),
  /** What risk has flagged and nobody dismissed, the weightiest first. */
  flags: z.array(
    z.object({
      flag_id: z.number().int(),
      kind: oneOf(riskKinds),
      explained: z.string(),
      state: z.enum(flagState),
      raised_at: time,
    }),
  ),
  /** The member's tags by name; none for an operator without `member.read`. */
  tags: z.array(z.object({ tag_id: z.number().int(), name: z.string() })),
  /** A watch that runs today; null for none, and for an operator without `member.watch`. */
  watch: z
    .object({ reason: z.string(), set_by: z.string(), set_at: time, until: z.string() })
    .nullable(),
})

export const decision = z.object({
  claimed_by: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

/**
 * Of an order whose approval takes two persons from an amount on (`cashier.review`): whether it
 * does, and who was first.
 */
export const confirmation = z.object({
  takes_two: z.boolean(),
  from: yuan,
  /** Empty while nobody has approved it. */
  by: z.string(),
  at: z.string(),
  remark: z.string(),
})

/** What keeps money from going out; `released_by` is empty while nobody has released it. */
export const holds = z.array(
  z.object({ key: z.string(), text: z.string(), released_by: z.string() }),
)

export const orderNo = text(64)
export const remark = text(200)
/** Of a call that claims an item for review: `release` gives it back instead. */
export const claiming = { release: z.boolean().default(false) }

/** Empty, a path of the site or a complete https address. */
export const picture = text(300).refine(
  address => address === '' || isPicture(address),
  '须是站内 / 开头的路径或 https:// 开头的完整地址',
)

/** Where something leads: empty, a path of the site or a complete https address. */
export const target = text(300).refine(isTarget, '须是站内 / 开头的路径或 https:// 开头的完整地址')

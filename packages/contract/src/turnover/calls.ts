import { z } from 'zod'
import { member } from '../call.ts'
import { dateRange, page, paged, text, time, yuan } from '../fields.ts'
import { why } from '../why.ts'
import { betStatus } from '../records/facts.ts'

export const gameWeight = z.object({ label: z.string(), counts: z.number().int().min(0).max(100) })

/** One turnover requirement that is open. */
export const openRequirement = z.object({
  /** What opened it, as a key and as people read it, and its number. */
  source: z.string(),
  source_label: z.string(),
  source_no: z.string(),
  required: yuan,
  counted: yuan,
  missing: yuan,
  opened_at: time,
  /** A gift of the house: turnover counts by `weights`. */
  gift: z.boolean(),
  /** When a gift that is not played through by then is forfeited; empty where it never is. */
  expires_at: z.string(),
  /** The title of the activity behind a bonus; empty for every other source. */
  title: z.string(),
  /** A bonus that the member may give up: its amount, and what that takes from the wallet now. */
  bonus: z.object({ amount: yuan, takes: yuan }).nullable(),
})

/**
 * A bet under turnover audit (流水稽核): what of it counted for which requirement, or why it did not.
 */
export const auditedBet = z.object({
  bet_id: z.string(),
  platname: z.string(),
  venue_name: z.string(),
  game_name: z.string(),
  bet_amount: yuan,
  valid_amount: yuan,
  /** 0 invalid, 1 settled, 2 unsettled. */
  status: z.enum(betStatus),
  placed_at: time,
  /** Empty while it is not settled. */
  settled_at: z.string(),
  counted: yuan,
  /**
   * partly: the rest found no open requirement · before: settled before what is open was opened ·
   * met: nothing was open · weighed: its game counts too little for the gifts that were.
   */
  verdict: z.enum(['counted', 'partly', 'void', 'unsettled', 'zero', 'before', 'met', 'weighed']),
  reason: z.string(),
  parts: z.array(
    z.object({
      source: z.string(),
      source_label: z.string(),
      opened_at: time,
      /** What the requirement counts, which is `weight` percent of the turnover it takes. */
      amount: yuan,
      weight: z.number().int().min(0).max(100),
    }),
  ),
})

export const turnoverCalls = {
  /** What a withdrawal still waits for and why; the bets by date range (1-4) and page. */
  'POST /api/wageringaudit': member(
    z.object({ date: dateRange, page }),
    z.object({
      missing: yuan,
      requirements: z.array(openRequirement),
      /** Games of which gifts count less than all turnover: by kind, venue or game, in percent. */
      weights: z.array(gameWeight),
      bets: paged(auditedBet),
      why,
    }),
  ),
  /**
   * Gives a bonus up: takes its amount from the central wallet, never more than is there, and ends
   * its turnover requirement. Winnings stay. `takes` is what the member was shown and agreed to.
   */
  'POST /api/wageringaudit/giveup': member(
    z.object({ source: text(40), source_no: text(400), takes: yuan }),
    z.object({ taken: yuan, freed: yuan }),
    { once: true },
  ),
} as const

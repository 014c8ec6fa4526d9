import { z } from 'zod'
import { member } from '../call.ts'
import { dateRange, page, paged, text, time, yuan } from '../fields.ts'
import { why } from '../why.ts'
import { betStatus } from '../records/facts.ts'

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
   * met: nothing was open.
   */
  verdict: z.enum(['counted', 'partly', 'void', 'unsettled', 'zero', 'before', 'met']),
  reason: z.string(),
  parts: z.array(
    z.object({ source: z.string(), source_label: z.string(), opened_at: time, amount: yuan }),
  ),
})

export const turnoverCalls = {
  /** What a withdrawal still waits for and why; the bets by date range (1-4) and page. */
  'POST /api/wageringaudit': member(
    z.object({ date: dateRange, page }),
    z.object({
      missing: yuan,
      requirements: z.array(openRequirement),
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

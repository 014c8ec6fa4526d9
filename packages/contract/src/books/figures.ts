import { z } from 'zod'
import { operator } from '../call.ts'
import { int2, int8, text, time, yuan, stateOf } from '../fields.ts'
import { amounts, keyed, sorted, span } from '../listed.ts'
import { betLabels, betStatus } from '../records/facts.ts'

const dayFigures = z.object({
  day: z.string(),
  deposits: yuan,
  deposits_count: z.number().int(),
  withdrawals: yuan,
  withdrawals_count: z.number().int(),
  new_members: z.number().int(),
  /** Members with a settled bet or a credited deposit on the day. */
  active_members: z.number().int(),
})

const play = z.object({
  day: z.string(),
  venue_id: z.number().int(),
  bets: z.number().int(),
  stake: yuan,
  valid: yuan,
  payout: yuan,
})

const betRow = z.object({
  bet_id: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  venue_id: z.number().int(),
  venue: z.string(),
  game: z.string(),
  round_id: z.string(),
  selection: z.string(),
  stake: yuan,
  valid: yuan,
  payout: yuan,
  net: yuan,
  /** 0 void, 1 settled, 2 not settled yet. */
  status: stateOf(betStatus, betLabels),
  placed_at: time,
  settled_at: z.string(),
})

const entry = z.object({
  transaction_id: z.string(),
  at: time,
  code: z.string(),
  phase: z.string(),
  actor: z.string(),
  key: z.string(),
  lines: z.array(
    z.object({
      account_code: z.number().int(),
      account: z.string(),
      layer: z.string(),
      amount: yuan,
      balance_after: z.number().nullable(),
    }),
  ),
})

/** The days behind today, and the rows behind each figure. */
export const figureConsole = {
  /** Whole Beijing days, the newest being the one under way. */
  'POST /api/console/figures': operator(
    'figure.read',
    z.object({ days: int2.pipe(z.union([z.literal(7), z.literal(30), z.literal(90)])) }),
    z.object({
      days: z.array(dayFigures),
      play: z.array(play),
      venues: z.array(z.object({ venue_id: z.number().int(), name: z.string() })),
    }),
  ),
  /**
   * Bets, newest first. `day` is the Beijing day on which a bet first settled, which is where the
   * figures count it; `member_id` and `venue_id` 0 mean all, `status` 9 any. `q` is a bet's or a
   * round's number, a member's id or the beginning of a name.
   */
  'POST /api/console/bets/list': operator(
    'bet.read',
    z.object({
      ...sorted('POST /api/console/bets/list'),
      ...span,
      ...amounts,
      member_id: int8.optional(),
      venue_id: int2.optional(),
      /** A game of the venue. */
      game_code: text(64),
      status: int2.optional(),
      q: text(80),
    }),
    keyed(betRow),
  ),
  /**
   * What the ledger booked for one source (an order, a transfer, a claim), line by line, oldest
   * first.
   */
  'POST /api/console/ledger/entries': operator(
    'ledger.read',
    z.object({ member_id: int8, source_id: text(200) }),
    z.array(entry),
  ),
} as const

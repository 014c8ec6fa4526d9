import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import { anyone, member } from '../call.ts'
import {
  dateRange,
  int2,
  nothing,
  oneOf,
  page,
  paged,
  secret,
  text,
  time,
  yuan,
} from '../fields.ts'
import { why } from '../why.ts'
import { partKinds, statementState } from './facts.ts'

/** What a team or one of its members did in a span; `result` is what the house won. */
const play = {
  deposits: yuan,
  withdrawals: yuan,
  bets: yuan,
  valid: yuan,
  payouts: yuan,
  result: yuan,
}

/** One month: everything the commission follows from, and what became of it. */
const statement = z.object({
  /** `YYYY-MM` of Beijing; `from_day` to `until_day`, the latter not included. */
  month: z.string(),
  from_day: z.string(),
  until_day: z.string(),
  rule_version: z.number().int(),
  /** Made by a plan of the agent's own: `parts` of the statement say what it consists of. */
  by_plan: z.boolean(),
  members: z.number().int(),
  active: z.number().int(),
  base: yuan,
  carried_in: yuan,
  commissionable: yuan,
  percent: z.number(),
  commission: yuan,
  carried_out: yuan,
  /** 0 nothing to pay, 1 pending review, 2 paid, 3 rejected. */
  state: z.enum(statementState),
  made_at: time,
  decided_at: z.string(),
  remark: z.string(),
  why,
})

/** A part of a statement; the amounts of all parts add up to the commission. */
export const statementPart = z.object({
  kind: oneOf(partKinds),
  title: z.string(),
  /** Of the tree; 1 are the agent's own members. */
  level: z.number().int(),
  members: z.number().int(),
  /** Of a share: its base, what was carried over, and the percentage of both. */
  base: yuan,
  carried_in: yuan,
  percent: z.number(),
  /** What is paid per first depositor. */
  unit: yuan,
  amount: yuan,
  carried_out: yuan,
})

/** The formula a statement was made by, for anyone to compute it again: amounts in yuan. */
const formula = z.object({
  /**
   * What a line adds to the base: stakes less payouts (less promotions when `deduct_promotions`),
   * or valid turnover.
   */
  basis: z.enum(['net_result', 'turnover']),
  deduct_promotions: z.boolean(),
  carry_negative: z.boolean(),
  active_valid: yuan,
  /** Rising; the highest whose amount and active members are reached gives its percentage. */
  tiers: z.array(z.object({ from: yuan, min_active: z.number().int(), percent: z.number() })),
  turnover_times: z.number().int(),
})

const figures = { bets: yuan, valid: yuan, payouts: yuan, promotions: yuan }

/** What members of one depth of the tree did on a day. */
const depth = z.object({
  registrations: z.number().int(),
  first_deposits: z.number().int(),
  deposit: yuan,
  valid: yuan,
  ngr: yuan,
})

/** Days of an agent, the newest first; `before` asks for the page behind, empty at the end. */
export const agentDays = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      /** Members whom the agent invited. */
      direct: depth,
      /** Members whom those invited, and whom these did, as one sum. */
      deeper: depth,
    }),
  ),
  before: z.string(),
})

/** A Beijing day before which days are asked for; empty for the newest. */
export const beforeDay = text(10).pipe(
  z.string().refine(typed => typed === '' || isDay(typed), '日期格式不正确'),
)

export const agentCalls = {
  /**
   * Opens a session of the agent site's own: with the ticket of `getAgentLoginUrl`, which works
   * once, for a minute, or with the member's name and password.
   */
  'POST /api/agent/login': anyone(
    z.object({ ticket: text(64), name: text(32), password: secret, proof: text(2_000) }),
    z.object({ api_token: z.string() }),
  ),
  /** Ends the session that asks, and nothing else: games that the member has open go on. */
  'POST /api/agent/logoff': member(nothing, z.null()),
  'POST /api/agent/summary': member(
    z.object({ date: dateRange }),
    z.object({
      username: z.string(),
      invite_code: z.string(),
      since: z.string(),
      members: z.number().int(),
      joined: z.number().int(),
      depositors: z.number().int(),
      players: z.number().int(),
      ...play,
      /** The formula in force, line by line. */
      rule: z.array(z.string()),
      rule_version: z.number().int(),
    }),
  ),
  /** Day by day since the agent was approved, from the facts by day; 31 days a page. */
  'POST /api/agent/days': member(z.object({ before: beforeDay }), agentDays),
  'POST /api/agent/team': member(
    z.object({ date: dateRange, page }),
    paged(z.object({ username: z.string(), vip: z.number().int(), joined_at: time, ...play })),
  ),
  'POST /api/agent/invite': member(
    nothing,
    z.object({ invite_code: z.string(), url: z.string(), qrcode: z.string() }),
  ),
  'POST /api/agent/statements': member(z.object({ page }), paged(statement)),
  /**
   * One statement with its lines: what each member adds to the base, corrections of earlier months
   * beside it; `per_page` up to 100.
   */
  'POST /api/agent/statement': member(
    z.object({ month: text(7), page, per_page: int2.optional() }),
    z.object({
      statement,
      /** The plan it was made by; empty for the general rule alone. */
      plan: z.string(),
      parts: z.array(statementPart),
      rule: z.array(z.string()),
      formula,
      lines: paged(
        z.object({
          username: z.string(),
          ...figures,
          corrections: z.object(figures),
          active: z.boolean(),
          base: yuan,
        }),
      ),
    }),
  ),
} as const

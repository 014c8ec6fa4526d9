import { z } from 'zod'
import { operator } from '../call.ts'
import { day, memberFigures, remark } from '../consoleFields.ts'
import { int8, oneOf, text, time, yuan } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { accountLabels } from '../account/facts.ts'
import { gameWeight } from '../turnover/calls.ts'

const memberRow = z.object({
  id: z.number().int(),
  username: z.string(),
  realname: z.string(),
  vip: z.number().int(),
  state: oneOf(accountLabels),
  joined_at: time,
  last_login_at: z.string(),
  cash: yuan,
  venues: yuan,
  /** Names of the tags in use that staff put on. */
  tags: z.array(z.string()),
})

const memberDetail = memberRow.extend({
  mobile: z.string(),
  email: z.string(),
  birthday: z.string(),
  invited_by: z.string(),
  /** The same tags with their numbers, and who put them on. */
  tagged: z.array(
    z.object({ tag_id: z.number().int(), name: z.string(), set_by: z.string(), set_at: time }),
  ),
  /** When the member asked to close the account, and when it was closed; empty for neither. */
  closing_at: z.string(),
  closed_at: z.string(),
  figures: memberFigures,
  venue_balances: z.array(
    z.object({ name: z.string(), platname: z.string(), balance: yuan, pending: yuan }),
  ),
  requirements: z.array(
    z.object({
      source: z.string(),
      required: yuan,
      contributed: yuan,
      state: z.string(),
      opened_at: time,
      /** Turnover counts by `weights`. */
      gift: z.boolean(),
      /** Empty where it never expires. */
      expires_at: z.string(),
    }),
  ),
  /** Games of which gifts count less than all turnover. */
  weights: z.array(gameWeight),
  /**
   * `mark` names a session when it is to be ended; it opens nothing. `device` is the beginning of
   * the browser's mark, `others` have it too.
   */
  sessions: z.array(
    z.object({
      mark: z.string(),
      created_at: time,
      last_seen_at: time,
      address: z.string(),
      agent: z.string(),
      device: z.string(),
      others: z.number().int(),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.number().int(),
      bank: z.string(),
      bank_owner: z.string(),
      bank_no: z.string(),
      bound_at: time,
      locked: z.boolean(),
      others: z.number().int(),
    }),
  ),
})

export const memberConsole = {
  /**
   * Days are those they joined on, `played` one on which they played or deposited, `tag` the number
   * of a tag in use.
   */
  'POST /api/console/members/list': operator(
    'member.read',
    z.object({
      ...inOrder('POST /api/console/members/list'),
      ...span,
      q: text(64),
      state: text(10),
      played: day.optional(),
      tag: int8.optional(),
    }),
    keyed(memberRow),
  ),
  'POST /api/console/members/show': operator('member.read', z.object({ id: int8 }), memberDetail),
  /**
   * Names, numbers and addresses in full; each look is written to the audit log with its reason.
   */
  'POST /api/console/members/unmask': operator(
    'member.unmask',
    z.object({ id: int8, remark }),
    z.object({
      realname: z.string(),
      mobile: z.string(),
      email: z.string(),
      cards: z.array(
        z.object({ id: z.number().int(), bank_owner: z.string(), bank_no: z.string() }),
      ),
    }),
  ),
} as const

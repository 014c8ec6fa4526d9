import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int4, nothing, oneOf, text, time, yuan } from '../fields.ts'
import { connectionStates, trialSteps, VENUE_KEY_LENGTH, venueAdapterNames } from './facts.ts'

const code = text(12)
const once = { once: true } as const

const trial = z.object({
  passed: z.boolean(),
  /** Whether it was of what is in force now, and not of an earlier or a proposed configuration. */
  of_present: z.boolean(),
  steps: z.array(
    z.object({
      step: oneOf(trialSteps),
      ok: z.boolean(),
      said: z.string(),
      ms: z.number().int(),
    }),
  ),
  tried_by: z.string(),
  tried_at: time,
})

const connectionRow = z.object({
  code: z.string(),
  /** The venue's name on the site; empty until it was added there. */
  name: z.string(),
  adapter: oneOf(venueAdapterNames),
  endpoint: z.string(),
  merchant: z.string(),
  currency: z.string(),
  feed_seconds: z.number().int(),
  /** The most of one transfer, and of what all members hold there; 0 for no limit. */
  max_transfer: yuan,
  exposure: yuan,
  /** 1 is Monday, 0 every day; the same time twice is no window. */
  window_day: z.number().int(),
  window_from: z.string(),
  window_until: z.string(),
  state: oneOf(connectionStates),
  version: z.number().int(),
  /** Short digests of the live keys; empty where there is none. */
  key: z.string(),
  previous_key: z.string(),
  /** Until when no call is made; empty while the venue answers. */
  rests_until: z.string(),
  failures: z.number().int(),
  last_error: z.string(),
  /** Who proposed what waits for a second person; empty for nothing. */
  proposed_by: z.string(),
  /** Whether what waits is another key for the same place, which is tried before it counts. */
  proposed_key: z.boolean(),
  trial: trial.nullable(),
})

/** How venues are reached: connected, tried and changed here, each change by two persons. */
export const connectionConsole = {
  'POST /api/console/venues/connections': operator('venue.read', nothing, z.array(connectionRow)),
  /**
   * Proposes a new connection (`version` 0) or a change; another person approves it. A change of
   * address, merchant or adapter closes the venue until it was tried again.
   */
  'POST /api/console/venues/connect': operator(
    'venue.write',
    z.object({
      code,
      version: int4,
      adapter: text(20),
      endpoint: text(200),
      merchant: text(64),
      feed_seconds: int4,
      max_transfer: z.union([z.number(), text(20)]),
      exposure: z.union([z.number(), text(20)]),
      window_day: int4,
      window_from: text(5),
      window_until: text(5),
      remark,
    }),
    z.null(),
    once,
  ),
  /**
   * Hands in a key; once another person approves, the current one becomes the previous. A key for
   * an open venue has to be tried first, so that no call fails.
   */
  'POST /api/console/venues/keys': operator(
    'venue.write',
    z.object({
      code,
      /** Which of our keys it is, where the venue tells keys apart by a name. */
      key_id: text(40),
      /** Signs what we send. */
      sign_key: z.string().max(VENUE_KEY_LENGTH),
      /** Proves what the venue sends, where that is another key. */
      verify_key: z.string().max(VENUE_KEY_LENGTH),
      remark,
    }),
    z.null(),
    once,
  ),
  /** Tries the connection in force, or with a proposed key; no money moves. */
  'POST /api/console/venues/try': operator(
    'venue.write',
    z.object({ code }),
    z.object({ trial: trial.nullable() }),
    once,
  ),
} as const

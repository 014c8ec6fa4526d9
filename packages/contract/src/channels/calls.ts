import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { dateRange, oneOf, text, time, yuan } from '../fields.ts'
import { channelStandings } from './facts.ts'

/** What came by a link in a span. */
export const channelFigures = {
  /** How often the link was opened; a number about nobody. */
  visits: z.number().int(),
  registrations: z.number().int(),
  first_deposits: z.number().int(),
  deposit: yuan,
  ngr: yuan,
}

const channel = z.object({
  link_code: z.string(),
  name: z.string(),
  standing: oneOf(channelStandings),
  url: z.string(),
  created_at: time,
  ...channelFigures,
})

export const channelCalls = {
  /**
   * Counts that a link was opened, or without a code that a browser opened the site logged out. An
   * unknown or switched off code is answered the same.
   */
  'POST /api/channel/visit': anyone(z.object({ code: text(32) }), z.null()),
  /** The agent's links, the newest first, with what came by each in the span. */
  'POST /api/agent/channels': member(
    z.object({ date: dateRange }),
    z.object({ channels: z.array(channel), most: z.number().int() }),
  ),
  /** A name of the agent's own that no other of their links has. */
  'POST /api/agent/channel/add': member(
    z.object({ name: text(40) }),
    z.object({ link_code: z.string(), url: z.string() }),
  ),
} as const

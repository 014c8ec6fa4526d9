import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, oneOf, text, time } from '../fields.ts'
import { inOrder, keyed, namedStates, span } from '../listed.ts'
import { channelFigures } from './calls.ts'
import { channelOwners, channelStandings } from './facts.ts'

const channelRow = z.object({
  id: z.number().int(),
  link_code: z.string(),
  name: z.string(),
  owner: oneOf(channelOwners),
  /** 0 and empty for the operator's own. */
  agent_id: z.number().int(),
  username: z.string(),
  standing: oneOf(channelStandings),
  url: z.string(),
  /** Since the link exists. */
  ...channelFigures,
  created_at: time,
  created_by: z.string(),
  off_at: z.string(),
  off_by: z.string(),
  remark: z.string(),
})
const once = { once: true } as const

/** Links of advertising: the agents' and the operator's own. */
export const channelConsole = {
  /** `q` is an agent's name or id, or the whole code of a link. */
  'POST /api/console/channels/list': operator(
    'agent.read',
    z.object({
      ...inOrder('POST /api/console/channels/list'),
      ...span,
      owner: oneOf({ '': '', ...channelOwners })
        .optional()
        .default(''),
      standing: oneOf({ '': '', ...channelStandings })
        .optional()
        .default(''),
      /** Standings with commas between them; empty leaves `standing` to say it. */
      states: namedStates,
      q: text(64),
    }),
    keyed(channelRow),
  ),
  /** A link of the operator's own. */
  'POST /api/console/channels/add': operator(
    'agent.review',
    z.object({ name: text(40) }),
    z.object({ link_code: z.string() }),
    once,
  ),
  /**
   * Off: the link still opens the site, and who registers by it has neither channel nor referrer.
   */
  'POST /api/console/channels/switch': operator(
    'agent.review',
    z.object({ id: int8, standing: oneOf(channelStandings), remark }),
    z.null(),
    once,
  ),
} as const

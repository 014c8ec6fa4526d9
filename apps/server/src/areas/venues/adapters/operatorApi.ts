// What the two kinds of wallet in the shape of Hub88's published operator API have in common: JSON
// posts signed with RSA-SHA256, the list of games and their addresses.
import type { VenueCallName, VenueOutcome } from '@tianping/venue-protocol'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { mapped, type VenueAdapter, type VenueConnection } from './port.ts'
import { signedPoster, type Posted } from './signedPost.ts'

const PATH = '/operator/generic/v2'
/** Amounts are in hundred-thousandths of the currency's unit. */
export const PER_FEN = 1_000n

/** The number was used with other figures: nothing is known of this transfer by that. */
export const DUPLICATE = 2004

const REFUSALS: Readonly<Record<string, number>> = {
  RS_ERROR_USER_DISABLED: 2002,
  RS_ERROR_NOT_ENOUGH_MONEY: 2003,
  RS_ERROR_DUPLICATE_TRANSACTION: DUPLICATE,
  RS_ERROR_WRONG_CURRENCY: 2006,
  RS_ERROR_INVALID_PARTNER: 2000,
  RS_ERROR_INVALID_SIGNATURE: 2000,
  RS_ERROR_WRONG_SYNTAX: 2000,
  RS_ERROR_WRONG_TYPES: 2000,
  RS_ERROR_INVALID_GAME: 3001,
}

const gameAnswer = z.array(
  z.object({
    game_code: z.string().max(64),
    name: z.string().max(80),
    category: z.string().max(40).default(''),
    url_thumb: z.string().max(500).default(''),
    enabled: z.boolean().default(true),
  }),
)
const urlAnswer = z.object({ url: z.url() })

/** What a post means: `ok`, a sure refusal, or unknown. */
export function judged<T>(posted: Posted, schema: z.ZodType<T>): VenueOutcome<T> {
  if (posted.kind === 'unknown') return posted
  const { body, requestId } = posted
  const status = (body as { status?: unknown } | null)?.status
  // Rewards have states of their own.
  if (typeof status === 'string' && status !== 'RS_OK' && !status.startsWith('FRS_')) {
    const code = REFUSALS[status]
    return code === undefined
      ? { kind: 'unknown', reason: 'not_accepted', detail: status.slice(0, 80) }
      : { kind: 'refused', code, message: status, requestId }
  }
  const read = schema.safeParse(body)
  if (!read.success) return { kind: 'unknown', reason: 'bad_answer', detail: 'unreadable answer' }
  return { kind: 'ok', data: read.data, requestId }
}

/** A merchant is written as `operator/sub partner`. */
function accountOf(merchant: string) {
  const [operator = '', partner = operator] = merchant.split('/')
  return { operator_id: Number(operator), sub_partner_id: partner }
}

/** What a list of games does not tell. */
const UNPUBLISHED = {
  rtp_exact: '',
  rtp_percent: '',
  hit_percent: '',
  max_win: '',
  math_version: '',
  min_stake: 0n,
  max_stake: 0n,
  demo: false,
}

export type Asking = {
  at: VenueConnection
  millis: () => number
  post: (name: VenueCallName, path: string, fields: object) => Promise<Posted>
}

/** Asks as the account that the connection names. */
export function askingAt(at: VenueConnection): Asking & { close: () => void } {
  const poster = signedPoster(at)
  const account = accountOf(at.merchant)
  return {
    at,
    millis: at.clock ?? Date.now,
    post: (name, path, fields) =>
      poster.post(name, `${PATH}${path}`, { ...account, ...fields, request_uuid: randomUUID() }),
    close: () => poster.close(),
  }
}

export const gamesOf = async ({ at, post }: Asking, name: VenueCallName) =>
  mapped(judged(await post(name, '/game/list', { currency: at.currency }), gameAnswer), items => ({
    items: items
      .filter(({ enabled }) => enabled)
      .map(({ game_code, name: shown, category, url_thumb }) => ({
        ...UNPUBLISHED,
        game_code,
        name: shown,
        category,
        icon_url: url_thumb || at.endpoint,
        math_url: at.endpoint,
        rules_url: at.endpoint,
      })),
  }))

/** The list of games stands for a question about the venue's health. */
export const healthOf = async (asking: Asking) =>
  mapped(await gamesOf(asking, 'health'), () => ({
    status: 'ok' as const,
    protocol: '1' as const,
    venue: asking.at.merchant,
    time: new Date(asking.millis()).toISOString(),
  }))

type Launch = Parameters<VenueAdapter['launch']>[0]

export async function launched({ at, millis, post }: Asking, launch: Launch) {
  const { player, game_code, lobby_url, lang = 'zh', device, ticket } = launch
  const fields = {
    ...(player ? { user: player, token: ticket ?? randomUUID() } : {}),
    game_code,
    currency: player ? at.currency : 'XXX',
    lang: lang.slice(0, 2),
    platform: device === 'desktop' ? 'GPL_DESKTOP' : 'GPL_MOBILE',
    country: 'CN',
    lobby_url,
  }
  return mapped(judged(await post('launch', '/game/url', fields), urlAnswer), ({ url }) => ({
    url,
    expires_at: new Date(millis() + 60_000).toISOString(),
  }))
}

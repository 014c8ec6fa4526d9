// A transfer wallet in the shape of Hub88's published operator API: JSON posts signed with
// RSA-SHA256, one number for each transfer, and no way to ask about one but to send it again.
import type { VenueCallName, VenueOutcome, VenueTransfer } from '@tianping/venue-protocol'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { notOffered, type TransferAsked, type VenueAdapter, type VenueConnection } from './port.ts'
import { signedPoster, type Posted } from './signedPost.ts'
import {
  betsOf,
  OVERLAP_MS,
  spanFrom,
  transactionList,
  type Transaction,
} from './transactionBets.ts'

const PATH = '/operator/generic/v2'
/** Amounts are in hundred-thousandths of the currency's unit. */
const PER_FEN = 1_000n

/** The number was used with other figures: nothing is known of this transfer by that. */
const DUPLICATE = 2004

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

const balanceAnswer = z.object({ balance: z.int().min(0).optional() })
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

/** The venue's number of a transfer, the same for every repetition. */
const uuidOf = (ref: string): string => {
  const hex = createHash('sha256').update(`transfer ${ref}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** What a post means: `ok`, a sure refusal, or unknown. */
function judged<T>(posted: Posted, schema: z.ZodType<T>): VenueOutcome<T> {
  if (posted.kind === 'unknown') return posted
  const { body, requestId } = posted
  const status = (body as { status?: unknown } | null)?.status
  if (typeof status === 'string' && status !== 'RS_OK') {
    const code = REFUSALS[status]
    return code === undefined
      ? { kind: 'unknown', reason: 'not_accepted', detail: status.slice(0, 80) }
      : { kind: 'refused', code, message: status, requestId }
  }
  const read = schema.safeParse(body)
  if (!read.success) return { kind: 'unknown', reason: 'bad_answer', detail: 'unreadable answer' }
  return { kind: 'ok', data: read.data, requestId }
}

const mapped = <A, B>(outcome: VenueOutcome<A>, to: (data: A) => B): VenueOutcome<B> =>
  outcome.kind === 'ok' ? { ...outcome, data: to(outcome.data) } : outcome

const fenOf = (amount: number | undefined): bigint => BigInt(amount ?? 0) / PER_FEN

function transferOf(
  { ref, player, direction, amount }: TransferAsked,
  how: { status: 'SUCCESS' | 'FAILED'; code: number | null },
): VenueTransfer {
  const done = how.status === 'SUCCESS'
  return {
    ref,
    ...how,
    venue_txn_id: uuidOf(ref),
    player,
    direction,
    amount: done ? amount : null,
    balance_after: null,
    created_at: null,
  }
}

/** A balance has no version of its own: the moment of its answer lets a later one count. */
const versionAt = (ms: number) => BigInt(Math.trunc(ms)) * 1_000n + BigInt(randomInt(1_000))

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

type Asking = {
  at: VenueConnection
  millis: () => number
  post: (name: VenueCallName, path: string, fields: object) => Promise<Posted>
}

const balanceOf = async ({ at, millis, post }: Asking, player: string) =>
  mapped(
    judged(
      await post('balance', '/transfer_wallet/balance', { user: player, currency: at.currency }),
      balanceAnswer,
    ),
    ({ balance }) => ({
      player,
      available: fenOf(balance),
      frozen: 0n,
      version: versionAt(millis()),
    }),
  )

async function balancesOf(asking: Asking, players: readonly string[]) {
  const items = []
  for (const player of players) {
    const found = await balanceOf(asking, player)
    if (found.kind === 'unknown') return found
    if (found.kind === 'ok') items.push(found.data)
  }
  const known = new Set(items.map(({ player }) => player))
  const unknown = players.filter(player => !known.has(player))
  return { kind: 'ok', data: { items, unknown }, requestId: '' } as const
}

async function send({ at, post }: Asking, name: VenueCallName, asked: TransferAsked) {
  const path = asked.direction === 'IN' ? 'deposit' : 'withdraw'
  const fields = {
    user: asked.player,
    transaction_uuid: uuidOf(asked.ref),
    currency: at.currency,
    amount: Number(asked.amount * PER_FEN),
  }
  return mapped(judged(await post(name, `/transfer_wallet/${path}`, fields), balanceAnswer), () =>
    transferOf(asked, { status: 'SUCCESS', code: null }),
  )
}

/** The same number again: what was done answers as it did, what never came is done now. */
async function sendAgain(
  asking: Asking,
  name: VenueCallName,
  asked: TransferAsked,
): Promise<VenueOutcome<VenueTransfer>> {
  const outcome = await send(asking, name, asked)
  if (outcome.kind !== 'refused' || outcome.code === DUPLICATE) return outcome
  const data = transferOf(asked, { status: 'FAILED', code: outcome.code })
  return { kind: 'ok', data, requestId: outcome.requestId }
}

const gamesOf = async ({ at, post }: Asking, name: VenueCallName) =>
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

type Launch = Parameters<VenueAdapter['launch']>[0]

async function launched({ at, millis, post }: Asking, launch: Launch) {
  const { player, game_code, lobby_url, lang = 'zh', ticket } = launch
  const fields = {
    ...(player ? { user: player, token: ticket ?? randomUUID() } : {}),
    game_code,
    currency: player ? at.currency : 'XXX',
    lang: lang.slice(0, 2),
    platform: 'GPL_MOBILE',
    country: 'CN',
    lobby_url,
  }
  return mapped(judged(await post('launch', '/game/url', fields), urlAnswer), ({ url }) => ({
    url,
    expires_at: new Date(millis() + 60_000).toISOString(),
  }))
}

async function betsAfter({ millis, post }: Asking, after: bigint) {
  const list = async (fields: object) =>
    judged(await post('bets', '/transactions/list', fields), transactionList)
  const span = spanFrom(after, millis())
  const seen = await list(span.asked)
  if (seen.kind !== 'ok') return seen
  // A round may have begun before the span, so each is asked for as a whole.
  const whole: Transaction[] = []
  for (const round of new Set(seen.data.map(each => each.round))) {
    const found = await list({ round })
    if (found.kind !== 'ok') return found
    whole.push(...found.data)
  }
  const has_more = span.until < millis() - OVERLAP_MS
  const next_cursor = BigInt(Math.trunc(span.until))
  return { ...seen, data: { items: betsOf(whole), next_cursor, has_more } }
}

export function transferWallet(at: VenueConnection): VenueAdapter {
  const poster = signedPoster(at)
  const account = accountOf(at.merchant)
  const asking: Asking = {
    at,
    millis: at.clock ?? Date.now,
    post: (name, path, fields) =>
      poster.post(name, `${PATH}${path}`, { ...account, ...fields, request_uuid: randomUUID() }),
  }
  return {
    trial: ['health', 'games', 'player', 'balance', 'empty', 'bets'],
    health: async () =>
      mapped(await gamesOf(asking, 'health'), () => ({
        status: 'ok' as const,
        protocol: '1' as const,
        venue: at.merchant,
        time: new Date(asking.millis()).toISOString(),
      })),
    games: () => gamesOf(asking, 'games'),
    putPlayer: async ({ player, nickname }) =>
      mapped(await balanceOf(asking, player), () => ({
        player,
        nickname,
        currency: 'CNY' as const,
        locked: false,
        created: false,
      })),
    balance: ({ player }) => balanceOf(asking, player),
    balances: ({ players }) => balancesOf(asking, players),
    transfer: asked => send(asking, 'transfer', asked),
    transferState: asked => sendAgain(asking, 'transferState', asked),
    finalize: asked => sendAgain(asking, 'finalize', asked),
    launch: asked => launched(asking, asked),
    bets: ({ after = 0n }) => betsAfter(asking, BigInt(after)),
    kick: notOffered,
    matches: notOffered,
    answerSignal: notOffered,
    bet: notOffered,
    statement: notOffered,
    close: () => poster.close(),
  }
}

// A transfer wallet in the shape of Hub88's published operator API: JSON posts signed with
// RSA-SHA256, one number for each transfer, and no way to ask about one but to send it again.
import type { VenueCallName, VenueOutcome, VenueTransfer } from '@tianping/venue-protocol'
import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import {
  askingAt,
  DUPLICATE,
  gamesOf,
  healthOf,
  judged,
  launched,
  PER_FEN,
  type Asking,
} from './operatorApi.ts'
import {
  here,
  mapped,
  notOffered,
  type TransferAsked,
  type VenueAdapter,
  type VenueConnection,
} from './port.ts'
import {
  betsOf,
  OVERLAP_MS,
  ownTransactions,
  SPAN_MS,
  spanFrom,
  transactionList,
  type Transaction,
} from './transactionBets.ts'

const balanceAnswer = z.object({ balance: z.int().min(0).optional() })

const fenOf = (amount: number | undefined): bigint => BigInt(amount ?? 0) / PER_FEN

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

/** Reads what was listed since a moment. A span whose list does not come is asked for in halves. */
function betsReader({ at, millis, post }: Asking) {
  const list = async (fields: object) =>
    mapped(judged(await post('bets', '/transactions/list', fields), transactionList), listed =>
      ownTransactions(listed),
    )
  let spanMs: number = SPAN_MS.most
  return async (after: bigint) => {
    const span = spanFrom(after, { now: millis(), spanMs })
    const seen = await list(span.asked)
    spanMs =
      seen.kind === 'ok' ? Math.min(SPAN_MS.most, spanMs * 2) : Math.max(SPAN_MS.least, spanMs / 2)
    if (seen.kind !== 'ok') return seen
    const all = new Map(seen.data.map(each => [keyOf(each), each]))
    for (const round of await at.memory.begunBefore(seen.data)) {
      const whole = await list({ round })
      if (whole.kind !== 'ok') return whole
      for (const each of whole.data) all.set(keyOf(each), each)
    }
    const items = betsOf(await at.memory.keep([...all.values()]))
    const has_more = span.until < millis() - OVERLAP_MS
    return { ...seen, data: { items, next_cursor: BigInt(Math.trunc(span.until)), has_more } }
  }
}

/** A number twice in one list is one transaction. */
const keyOf = ({ user, round, transaction_uuid }: Transaction) =>
  `${user} ${round} ${transaction_uuid}`

const HERE = new Set([
  'kick',
  'matches',
  'answerSignal',
  'freeRoundsOffered',
  'grantFreeRounds',
  'freeRounds',
  'cancelFreeRounds',
  'putJackpot',
  'jackpots',
  'putTournament',
  'tournaments',
  'tournamentPlaces',
  'bet',
  'statement',
])

export function transferWallet(at: VenueConnection): VenueAdapter {
  const asking = askingAt(at)
  const betsAfter = betsReader(asking)
  return {
    trial: ['health', 'games', 'player', 'balance', 'members', 'empty', 'bets'],
    answeredHere: HERE,
    health: () => healthOf(asking),
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
    bets: ({ after = 0n }) => betsAfter(BigInt(after)),
    kick: notOffered,
    matches: notOffered,
    answerSignal: notOffered,
    // What they win would lie in the venue's wallet, with no bonus to book it as.
    freeRoundsOffered: async () => here(null),
    grantFreeRounds: notOffered,
    freeRounds: notOffered,
    cancelFreeRounds: notOffered,
    putJackpot: notOffered,
    jackpots: notOffered,
    putTournament: notOffered,
    tournaments: notOffered,
    tournamentPlaces: notOffered,
    bet: notOffered,
    statement: notOffered,
    close: asking.close,
  }
}

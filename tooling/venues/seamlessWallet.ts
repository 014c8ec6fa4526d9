// A venue without wallets in a process of its own, for tests: it lists games, opens them, and calls
// the operator's wallet for every round. It is written from the published pages alone and knows
// nothing of the platform. Steered over paths that begin with an underscore.
import { createServer } from 'node:http'
import { randomUUID, sign, verify } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

type Config = { operatorKey: string; privateKey: string; operatorId: number }
type Fields = Record<string, unknown>
type Said = { status?: string; balance?: number }

/** What goes wrong on the way: the answer is lost, the call comes twice, at once or one by one. */
type Fault = '' | 'lost' | 'twice' | 'at_once'
type Round = {
  user: string
  token: string
  round: string
  game_code: string
  stake: number
  win: number
  /** How the round ends: by a win, by closing it, or taken back; or not at all. */
  end: 'win' | 'close' | 'rollback' | 'open'
  fault: Fault
  /** The reward that pays for it; `bet_value` of it is named as the stake. */
  reward?: string
}
type Reward = {
  reward_uuid: string
  status: string
  user: string
  game_code: string
  bet_value: number
  bet_count: number
  operator_reference: string
}

/** Calls about free bets are answered, unknown or not answered, or one answer is lost. */
type Freebets = 'on' | 'off' | 'mute' | 'lose'

const config = JSON.parse(process.argv[2] ?? '{}') as Config
let wallet = ''
/** What the venue believes of each player: what was taken and given, in hundred-thousandths. */
const nets = new Map<string, number>()
const opens = new Map<string, number>()
const rewards: Reward[] = []
let freebets: Freebets = 'off'

const add = (to: Map<string, number>, user: string, amount: number) =>
  to.set(user, (to.get(user) ?? 0) + amount)

async function post(path: string, fields: Fields, lost = false): Promise<Said | null> {
  const body = JSON.stringify({ ...fields, request_uuid: randomUUID() })
  const signature = sign('RSA-SHA256', Buffer.from(body), config.privateKey).toString('base64')
  try {
    const answer = await fetch(`${wallet}/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub88-signature': signature },
      signal: AbortSignal.timeout(20_000),
    })
    const said = answer.ok ? ((await answer.json()) as Said) : null
    return lost ? null : said
  } catch {
    return null
  }
}

/** Until somebody answers: wins and rollbacks are owed. */
async function until(path: string, fields: Fields, fault: Fault): Promise<Said> {
  if (fault === 'at_once') {
    const both = await Promise.all([post(path, fields), post(path, fields)])
    const said = both.find(each => each !== null)
    if (said) return said
  }
  for (let attempt = 0; ; attempt++) {
    const said = await post(path, fields, fault === 'lost' && attempt === 0)
    if (said) {
      if (fault === 'twice' && attempt === 0) await post(path, fields)
      return said
    }
    await pause(50)
  }
}

const SURE = ['RS_ERROR_NOT_ENOUGH_MONEY', 'RS_ERROR_LIMIT_REACHED']

async function placed(placing: Fields, fault: Fault): Promise<string> {
  const said =
    fault === 'at_once' || fault === 'twice'
      ? await until('transaction/bet', placing, fault)
      : await post('transaction/bet', placing, fault === 'lost')
  return said?.status ?? 'lost'
}

/** A round by the published rules: a bet that is not surely taken or refused is taken back. */
async function play(asked: Round) {
  const { user, token, round, game_code, win, end, fault, reward } = asked
  const stake = reward === undefined ? asked.stake : 0
  const free = reward === undefined ? {} : { is_free: true, reward_uuid: reward }
  const about = { user, round, game_code, currency: 'CNY', ...free }
  const bet = randomUUID()
  const placing = {
    ...about,
    token,
    transaction_uuid: bet,
    amount: asked.stake,
    round_closed: false,
  }
  const status = await placed(placing, fault)
  const back = async () => {
    const undo = { ...about, transaction_uuid: randomUUID(), reference_transaction_uuid: bet }
    await until('transaction/rollback', { ...undo, round_closed: true }, fault)
  }
  if (status !== 'RS_OK') {
    if (!SURE.includes(status)) await back()
    return { status, bet }
  }
  if (end === 'open') {
    add(opens, user, stake)
    return { status: 'open', bet }
  }
  if (end === 'rollback') {
    await back()
    return { status: 'rolled back', bet }
  }
  const amount = end === 'win' ? win : 0
  const paying = { ...about, transaction_uuid: randomUUID(), reference_transaction_uuid: bet }
  const paid = await until('transaction/win', { ...paying, amount, round_closed: true }, fault)
  if (paid.status === 'RS_OK') add(nets, user, amount - stake)
  return { status: paid.status, bet }
}

const steering: Record<string, (asked: never) => unknown> = {
  '/_wallet': ({ url }: { url: string }) => {
    wallet = url
    return {}
  },
  '/_play': play,
  '/_freebets': (asked: { mode: Freebets }) => {
    freebets = asked.mode
    return { rewards }
  },
  '/_book': ({ user }: { user: string }) => ({
    net: nets.get(user) ?? 0,
    open: opens.get(user) ?? 0,
  }),
  '/_send': ({ path, fields, lost }: { path: string; fields: Fields; lost?: boolean }) =>
    post(path, fields, lost),
}

/** Prepaids of one game: two stakes with any number of rounds, one stake with five. */
const PREPAIDS = [
  {
    prepaid_uuid: 'p-1',
    game_code: 'stub-wheel',
    currency: 'CNY',
    bet_value: 200_000,
    bet_count: null,
  },
  {
    prepaid_uuid: 'p-2',
    game_code: 'stub-wheel',
    currency: 'CNY',
    bet_value: 50_000,
    bet_count: 5,
  },
  {
    prepaid_uuid: 'p-3',
    game_code: 'stub-wheel',
    currency: 'EUR',
    bet_value: 100_000,
    bet_count: null,
  },
]

function created(asked: Fields) {
  const { user, game_code, bet_value, bet_count, operator_reference } = asked as unknown as Reward
  const made = { user, game_code, bet_value, bet_count, operator_reference }
  const found = rewards.find(each => each.operator_reference === operator_reference)
  if (found) return { status: 'RS_ERROR_DUPLICATE_TRANSACTION' }
  const reward = { reward_uuid: randomUUID(), status: 'FRS_NEW', ...made }
  rewards.push(reward)
  return reward
}

const freebetCalls: Record<string, (asked: Fields) => unknown> = {
  '/freebet/prepaids/list': () => PREPAIDS,
  '/freebet/rewards/create': created,
  '/freebet/rewards/list': ({ user, pagination }) => {
    const own = rewards.filter(each => each.user === user)
    const { cursor } = (pagination ?? {}) as { cursor?: string }
    const at = Number(cursor ?? 0)
    const next_cursor = at + 1 < own.length ? String(at + 1) : null
    return { rewards: own.slice(at, at + 1), pagination: { next_cursor } }
  },
  '/freebet/rewards/cancel': ({ reward_uuid }) => {
    const found = rewards.find(each => each.reward_uuid === reward_uuid)
    if (found) found.status = 'FRS_CANCELLED'
    return found ?? { status: 'RS_ERROR_WRONG_SYNTAX' }
  },
}

const calls: Record<string, (asked: { token?: string }) => unknown> = {
  '/game/list': () => [
    { game_code: 'stub-wheel', name: '幸运轮', category: 'Video Slots', enabled: true },
  ],
  '/game/url': ({ token }: { token?: string }) => ({
    url: `https://games.example/play?token=${token ?? ''}`,
  }),
}

/** Undefined where nothing is answered. */
function freebetAnswer(name: string, asked: Fields): unknown {
  if (freebets === 'mute') return undefined
  const said = freebetCalls[name]?.(asked)
  if (freebets !== 'lose' || !name.endsWith('/create')) return said
  freebets = 'on'
  return undefined
}

async function taken(path: string, body: Buffer, signed: string): Promise<unknown> {
  const asked = JSON.parse(body.toString('utf8')) as Fields
  const steer = steering[path]
  if (steer) return (await steer(asked as never)) ?? {}
  const signature = Buffer.from(signed, 'base64')
  if (!verify('RSA-SHA256', body, config.operatorKey, signature))
    return { status: 'RS_ERROR_INVALID_SIGNATURE' }
  if (asked['operator_id'] !== config.operatorId) return { status: 'RS_ERROR_INVALID_PARTNER' }
  const name = path.replace('/operator/generic/v2', '')
  return freebets !== 'off' && freebetCalls[name]
    ? freebetAnswer(name, asked)
    : (calls[name]?.(asked) ?? { status: 'RS_ERROR_UNKNOWN' })
}

const server = createServer(async (request, reply) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const signed = String(request.headers['x-hub88-signature'] ?? '')
  const said = await taken(request.url ?? '', Buffer.concat(parts), signed)
  if (said === undefined) return void request.socket.destroy()
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.stdin.on('end', () => process.exit())
process.stdin.resume()

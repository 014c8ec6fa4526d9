// A venue of tests: a process of its own that speaks the published shape of Hub88's TransferWallet
// API, written from that shape and without a look at the adapter. Steered by `/_…` calls.
import { createServer } from 'node:http'
import { verify } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

type Config = { operatorKey: string; operatorId: number }
type Fault = {
  path: string
  kind: 'late' | 'drop_before' | 'drop_after' | 'error_after'
  ms?: number
}
type Done = { key: string; answer: object }
type Transaction = Record<string, string | number | boolean | null>

const config = JSON.parse(process.argv[2] ?? '{}') as Config
const wallets = new Map<string, number>()
const done = new Map<string, Done>()
const faults: Fault[] = []
const transactions: Transaction[] = []
let applied = 0
/** Lists of transactions that were asked for since the last look, and the span of the last one. */
let listed = 0
let lastSpan = { from: '', until: '' }
/** A longer list is no answer. */
let longest = 1_000_000

type Asked = Record<string, string | number | undefined>

function move(asked: Asked, sign: 1 | -1): object {
  const id = String(asked['transaction_uuid'])
  const key = JSON.stringify([asked['user'], asked['amount'], sign])
  const before = done.get(id)
  if (before)
    return before.key === key
      ? before.answer
      : answer(asked, { status: 'RS_ERROR_DUPLICATE_TRANSACTION' })
  const user = String(asked['user'])
  const next = (wallets.get(user) ?? 0) + sign * Number(asked['amount'])
  const made =
    next < 0
      ? answer(asked, { status: 'RS_ERROR_NOT_ENOUGH_MONEY' })
      : answer(asked, { status: 'RS_OK', balance: next })
  if (next >= 0) {
    wallets.set(user, next)
    applied++
  }
  done.set(id, { key, answer: made })
  return made
}

const answer = (asked: Asked, rest: object) => ({
  user: asked['user'],
  request_uuid: asked['request_uuid'],
  currency: asked['currency'],
  ...rest,
})

const calls: Record<string, (asked: Asked) => unknown> = {
  '/transfer_wallet/deposit': asked => move(asked, 1),
  '/transfer_wallet/withdraw': asked => move(asked, -1),
  '/transfer_wallet/balance': asked =>
    answer(asked, { status: 'RS_OK', balance: wallets.get(String(asked['user'])) ?? 0 }),
  '/game/list': () => [
    { game_code: 'stub-reels', name: '转轮', category: 'Video Slots', enabled: true },
  ],
  '/game/url': asked => ({ url: `https://games.example/play?token=${asked['token'] ?? ''}` }),
  '/transactions/list': ({ round, start_time, end_time }) => {
    listed++
    lastSpan = { from: String(start_time), until: String(end_time) }
    const found = transactions.filter(each =>
      round === undefined
        ? String(each['created_at']) >= String(start_time) &&
          String(each['created_at']) <= String(end_time)
        : each['round'] === round,
    )
    return found.length > longest ? null : found
  },
}

/** Steering: nothing of this belongs to the interface. */
const steering: Record<string, (asked: never) => unknown> = {
  '/_fault': (asked: Fault) => faults.push(asked),
  '/_longest': ({ rows }: { rows: number }) => ({ rows: (longest = rows) }),
  '/_listed': () => {
    const since = listed
    listed = 0
    return { listed: since, lastSpan }
  },
  /** Transactions as they are; one whose number is known takes the place of the other. */
  '/_transactions': ({ all }: { all: Transaction[] }) => {
    const numbers = new Set(all.map(each => each['transaction_uuid']))
    const others = transactions.filter(each => !numbers.has(each['transaction_uuid'] ?? ''))
    transactions.splice(0, transactions.length, ...others, ...all)
    return {}
  },
  '/_wallet': ({ user }: { user: string }) => ({ amount: wallets.get(user) ?? 0, applied }),
  /** A round that is played: the stake leaves the wallet, the win comes back. */
  '/_play': ({
    user,
    round,
    stake,
    win,
  }: {
    user: string
    round: string
    stake: number
    win: number
  }) => {
    wallets.set(user, (wallets.get(user) ?? 0) - stake + win)
    const created_at = new Date().toISOString().slice(0, 19)
    const of = { status: 'TS_SUCCESS', user, round, game_code: 'stub-reels', created_at }
    const bet = `${round}-bet`
    transactions.push({
      ...of,
      transaction_uuid: bet,
      kind: 'BET',
      amount: stake,
      round_closed: false,
    })
    transactions.push({
      ...of,
      transaction_uuid: `${round}-win`,
      kind: 'WIN',
      amount: win,
      round_closed: true,
      reference_transaction_uuid: bet,
    })
    return {}
  },
}

/** Why the asked is not answered at all; null where it is. */
function refusalOf(body: Buffer, asked: Asked, signed: string): string | null {
  const signature = Buffer.from(signed, 'base64')
  if (!verify('RSA-SHA256', body, config.operatorKey, signature))
    return 'RS_ERROR_INVALID_SIGNATURE'
  return asked['operator_id'] === config.operatorId ? null : 'RS_ERROR_INVALID_PARTNER'
}

type Said = { status: number; body: unknown } | 'dropped'

/** What a call leads to, with the fault that waits for it. */
async function answered(name: string, asked: Asked): Promise<Said> {
  const call = calls[name]
  if (!call) return { status: 404, body: {} }
  const at = faults.findIndex(each => each.path === name)
  const [fault] = at < 0 ? [] : faults.splice(at, 1)
  if (fault?.kind === 'drop_before') return 'dropped'
  if (fault?.kind === 'late') await pause(fault.ms ?? 500)
  const body = call(asked)
  if (body === null) return { status: 500, body: {} }
  if (fault?.kind === 'drop_after') return 'dropped'
  return fault?.kind === 'error_after' ? { status: 500, body: {} } : { status: 200, body }
}

async function taken(path: string, body: Buffer, signed: string): Promise<Said> {
  const asked = JSON.parse(body.toString('utf8')) as Asked
  const steer = steering[path]
  if (steer) return { status: 200, body: steer(asked as never) ?? {} }
  const status = refusalOf(body, asked, signed)
  if (status) return { status: 200, body: answer(asked, { status }) }
  return answered(path.replace('/operator/generic/v2', ''), asked)
}

const server = createServer(async (request, reply) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const signed = String(request.headers['x-hub88-signature'] ?? '')
  const said = await taken(request.url ?? '', Buffer.concat(parts), signed)
  if (said === 'dropped') return request.socket.destroy()
  return reply
    .writeHead(said.status, { 'content-type': 'application/json' })
    .end(JSON.stringify(said.body))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object')
    process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.stdin.on('end', () => process.exit())
process.stdin.resume()

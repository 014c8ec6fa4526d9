import { say } from '@tianping/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { Refusal, sendRefusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { attemptFrom } from '../../../kernel/http/throttle.ts'
import { PER_FEN } from '../adapters/operatorApi.ts'
import type { Venue } from '../directory.ts'
import {
  isGenuine,
  isWalletCall,
  jsonOf,
  problemIn,
  walletCalls,
  type Asked,
  type Problem,
  type WalletCall,
} from './calls.ts'
import { takeBet, takeOutcome, tellBalance, type Verdict } from './wallet.ts'

const BODY_LIMIT = 16 * 1024
/** What books of members are in; a venue keeps its accounts in it. */
const CURRENCY = 'CNY'
/** Beyond this many unsigned calls from one address they are answered nothing but "too many". */
const forgedByAddress = { attempts: 100, windowMs: 600_000 }

type Incoming = { venue: Venue; call: WalletCall; body: Buffer; signature: string; address: string }
type Answer = { status: string; [field: string]: unknown }

/**
 * `POST /api/wallet/:venue/user/…` and `/transaction/…`: a seamless venue asks for balances and
 * moves money. Whatever is judged is answered with HTTP 200 and a word in `status`.
 */
export function serveSeamlessWallet(app: FastifyInstance, services: Services): void {
  const counted = services.metrics.counter(
    'tianping_wallet_calls_total',
    'Calls of seamless venues by answer',
    ['venue', 'call', 'status'],
  )
  app.register(async scope => {
    // Signatures are over what came, byte for byte.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.post<{ Params: { venue: string; group: string; name: string } }>(
      '/api/wallet/:venue/:group/:name',
      async (request, reply) => {
        const { venue: code, group, name } = request.params
        const call = `${group}/${name}`
        const venue = (await services.venues.all()).find(({ platname }) => platname === code)
        if (venue?.wallet !== 'seamless' || !isWalletCall(call))
          return sendRefusal(reply, say('request.not_found'), 404)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = String(request.headers['x-hub88-signature'] ?? '').slice(0, 2_000)
        try {
          const incoming = { venue, call, body, signature, address: request.ip }
          const answer = await answered(services, incoming)
          counted.add([venue.platname, call, answer.status])
          return answer
        } catch (error) {
          if (error instanceof Refusal) return sendRefusal(reply, error.said, error.said.code)
          throw error
        }
      },
    )
  })
}

async function answered(services: Services, incoming: Incoming): Promise<Answer> {
  const { venue, call, body, signature, address } = incoming
  const read = jsonOf(body)
  const about = { user: textIn(read, 'user'), request_uuid: textIn(read, 'request_uuid') }
  if (!isGenuine(services.venues.connections.callerKeys(venue.platname), body, signature)) {
    await attemptFrom(services.db, 'wallet', address, forgedByAddress, services.clock.now())
    services.events.note({ kind: 'signature_refused', subject: `venue:${venue.platname}`, address })
    return { ...about, status: 'RS_ERROR_INVALID_SIGNATURE' }
  }
  const parsed = read ? walletCalls[call].safeParse(read) : null
  if (!read || !parsed) return { ...about, status: 'RS_ERROR_WRONG_SYNTAX' }
  if (!parsed.success) return { ...about, status: problemIn(read, parsed.error) }
  const memberId = memberIdOf(about.user)
  const problem = problemOf(call, memberId, parsed.data)
  if (problem) return { ...about, status: problem }
  if (call === 'user/info') return { ...about, status: 'RS_OK', country: 'CN' }
  const { status, balanceFen } = await judged(services, call, {
    venue,
    memberId,
    asked: parsed.data,
  })
  return { ...about, status, currency: CURRENCY, balance: Number(balanceFen * PER_FEN) }
}

const textIn = (read: Record<string, unknown> | undefined, field: string): string => {
  const value = read?.[field]
  return typeof value === 'string' ? value.slice(0, 64) : ''
}

/** A player's name at a venue is the member's number; 0 for any other. */
const memberIdOf = (user: string): bigint => (/^\d{1,18}$/.test(user) ? BigInt(user) : 0n)

function problemOf(call: WalletCall, memberId: bigint, asked: Asked<WalletCall>): Problem | null {
  if (memberId <= 0n)
    return call === 'user/balance' || call === 'transaction/bet'
      ? 'RS_ERROR_INVALID_TOKEN'
      : 'RS_ERROR_UNKNOWN'
  const isOther = 'currency' in asked && asked.currency !== undefined && asked.currency !== CURRENCY
  return isOther ? 'RS_ERROR_WRONG_CURRENCY' : null
}

type Judging = { venue: Venue; memberId: bigint; asked: Asked<WalletCall> }

/** The schema of the call has judged its fields, which the types here cannot follow. */
function judged(services: Services, call: WalletCall, of: Judging): Promise<Verdict> {
  switch (call) {
    case 'transaction/bet':
      return takeBet(services, { ...of, asked: of.asked as Asked<'transaction/bet'> })
    case 'transaction/win':
      return takeOutcome(services, 'win', { ...of, asked: of.asked as Asked<'transaction/win'> })
    case 'transaction/rollback':
      return takeOutcome(services, 'rollback', {
        ...of,
        asked: of.asked as Asked<'transaction/rollback'>,
      })
    default:
      return tellBalance(services, { ...of, asked: of.asked as Asked<'user/balance'> })
  }
}

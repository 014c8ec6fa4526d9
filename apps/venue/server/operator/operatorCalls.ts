import { isVenueCode, toWire, VenueRefusal } from '@tianping/venue-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { voidMatch, resettleMatch } from '../book/correctMatch.ts'
import { faultSchema } from '../faults/Faults.ts'
import { gameByCode, isBook, isTable } from '../../games/registry.ts'
import { correctionOf } from '../http/adminCalls.ts'
import { correctBet } from '../play/correctBet.ts'
import { resettleRound, voidRound } from '../rounds/correctRound.ts'
import type { Venue } from '../venue.ts'
import { signInsBefore } from './account.sql.ts'
import { closeGame } from './closeForFault.ts'
import { loggedAction } from './loggedAction.ts'
import {
  actionsBefore,
  betsFound,
  deskOfBet,
  matchTotals,
  roundTotals,
  setGameOpen,
} from './operator.sql.ts'
import { overview } from './overview.ts'
import { SignIn, type Entered } from './signIn.ts'
import { wireNames } from './wireNames.ts'

const PAGE = 30

const number = z.coerce.number().int().min(0).max(1e12)
const code = z.string().regex(/^[a-z0-9-]{1,40}$/)
/** What a person typed: no control characters, which a database or a terminal may choke on. */
const typed = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u)
    .refine(text => text.isWellFormed())
const betId = z.string().regex(/^[A-Z0-9-]{1,40}$/)
const reason = typed(200)
const at = z.object({
  code,
  number: z.int().min(0).max(1e9),
  reason,
  /** Closes the game too, before anything is corrected. */
  close_game: z.boolean().default(false),
})
const text = typed(60).optional()
const shapes = {
  list: z.object({ code, before: number.optional() }),
  enter: z.object({ name: typed(40), password: z.string().max(200), code: z.string().max(12) }),
  actions: z.object({ before: number.optional() }),
  bets: z.object({
    venue: z.string().refine(isVenueCode).optional(),
    player: text,
    bet: text,
    round: text,
    status: z.enum(['OPEN', 'SETTLED', 'VOID']).optional(),
    before: betId.optional(),
  }),
  game: z.object({ code, open: z.boolean(), reason }),
  bet: z.object({
    bet_id: betId,
    kind: z.enum(['void', 'resettle']),
    payout: z.int().min(0).max(1e12).optional(),
    reason,
  }),
  fault: faultSchema.extend({ reason }),
  clear: z.object({ id: z.int().optional(), reason }),
}

type Asked = { request: FastifyRequest; operator: string }
type Work = (asked: Asked) => Promise<object>

/**
 * The operator page's calls, behind a session in a cookie. Whatever changes something is sent as
 * JSON, which no form of another site can, names a reason, is kept in the log under the operator's
 * name, and answers what it did. Single bets can be corrected, and faults armed, only where the
 * venue rehearses faults.
 */
export function operatorCalls(app: FastifyInstance, venue: Venue, key: string) {
  const signIn = new SignIn(venue, key)
  type Made = (request: FastifyRequest, reply: FastifyReply) => Promise<Answered>
  const call = (method: 'GET' | 'POST', path: string, made: Made) =>
    app.route({
      method,
      url: `/operator/api/${path}`,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { status, ...envelope } = await attempt(request, () => made(request, reply))
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(toWire(envelope))
      },
    })
  const route: Route = (method, path, work) =>
    call(method, path, async request => {
      const operator = await signIn.operatorOf(request)
      return operator === null ? NOT_SIGNED_IN : done(await work({ request, operator }))
    })
  call('POST', 'enter', async (request, reply) =>
    entered(await signIn.enter(request, reply, read(shapes.enter, json(request)))),
  )
  call('GET', 'me', async request => done({ name: await signIn.operatorOf(request) }))
  call('POST', 'leave', async (request, reply) => {
    json(request)
    await signIn.leave(request, reply)
    return done({})
  })
  lists(venue, route)
  corrections(venue, route)
  if (venue.faults) rehearsals(venue, venue.faults, route)
}

type Route = (method: 'GET' | 'POST', path: string, work: Work) => void

function lists(venue: Venue, route: Route) {
  const { db } = venue
  const paged = <T extends object>(found: T[]) => ({
    items: found.slice(0, PAGE).map(wireNames),
    has_more: found.length > PAGE,
  })
  route('GET', 'overview', () => overview(venue))
  route('GET', 'rounds', async ({ request }) => {
    const asked = read(shapes.list, request.query)
    return paged(
      await roundTotals(
        db,
        tableOf(asked.code).code,
        asked.before === undefined ? null : BigInt(asked.before),
        PAGE + 1,
      ),
    )
  })
  route('GET', 'matches', async ({ request }) => {
    const asked = read(shapes.list, request.query)
    const found = await matchTotals(
      db,
      bookOf(asked.code).code,
      asked.before === undefined ? null : BigInt(asked.before),
      PAGE + 1,
    )
    // Where its length is part of the outcome, the end of a match under way would give something
    // away.
    return paged(
      found.map(match => ({ ...match, endsAt: match.state === 'open' ? null : match.endsAt })),
    )
  })
  route('GET', 'bets', async ({ request }) => {
    const { before, ...filter } = read(shapes.bets, request.query)
    return paged(await betsFound(db, filter, before ?? null, PAGE + 1))
  })
  route('GET', 'actions', async ({ request }) => {
    const { before } = read(shapes.actions, request.query)
    return paged(await actionsBefore(db, before === undefined ? null : BigInt(before), PAGE + 1))
  })
  route('GET', 'sign-ins', async ({ request }) => {
    const { before } = read(shapes.actions, request.query)
    return paged(await signInsBefore(db, before === undefined ? null : BigInt(before), PAGE + 1))
  })
}

function corrections(venue: Venue, route: Route) {
  const onRound = (path: string, work: typeof voidRound) =>
    route('POST', path, async ({ request, operator }) => {
      const asked = read(at, json(request))
      const table = tableOf(asked.code)
      if (asked.close_game) await closeGame(venue, { ...asked, operator })
      return loggedAction(
        venue,
        { operator, action: path, target: `${table.code} ${asked.number}`, reason: asked.reason },
        () => work(venue, table, BigInt(asked.number)),
      )
    })
  onRound('void-round', voidRound)
  onRound('resettle-round', resettleRound)
  const onMatch = (path: string, work: typeof voidMatch) =>
    route('POST', path, async ({ request, operator }) => {
      const asked = read(at, json(request))
      const book = bookOf(asked.code)
      if (asked.close_game) await closeGame(venue, { ...asked, operator })
      return loggedAction(
        venue,
        { operator, action: path, target: `${book.code} ${asked.number}`, reason: asked.reason },
        () => work(venue, book, BigInt(asked.number)),
      )
    })
  onMatch('void-match', voidMatch)
  onMatch('resettle-match', resettleMatch)
  route('POST', 'game', async ({ request, operator }) => {
    const asked = read(shapes.game, json(request))
    if (!gameByCode(asked.code)) throw new VenueRefusal(3001)
    return loggedAction(
      venue,
      {
        operator,
        action: asked.open ? 'open-game' : 'close-game',
        target: asked.code,
        reason: asked.reason,
      },
      async () => {
        await setGameOpen(venue.db, asked.code, asked.open, new Date(venue.clock()))
        return { code: asked.code, open: asked.open }
      },
    )
  })
}

function rehearsals(venue: Venue, faults: NonNullable<Venue['faults']>, route: Route) {
  route('POST', 'bet', async ({ request, operator }) => {
    const { bet_id, kind, payout, reason } = read(shapes.bet, json(request))
    return loggedAction(
      venue,
      { operator, action: `${kind}-bet`, target: bet_id, reason },
      async () => {
        const desk = await deskOfBet(venue.db, bet_id)
        if (!desk) throw new VenueRefusal(2404)
        await correctBet(venue, desk.deskId, bet_id, correctionOf(kind, payout))
        return { bet_id }
      },
    )
  })
  route('GET', 'faults', async () => ({ items: faults.list() }))
  route('POST', 'faults', async ({ request, operator }) => {
    const { reason, ...fault } = read(shapes.fault, json(request))
    if (fault.bet_id) throw new VenueRefusal(2000, 'a single bet is corrected by its own call')
    return loggedAction(
      venue,
      { operator, action: 'arm-fault', target: fault.kind, reason },
      async () => {
        const armed = faults.add(fault)
        if (!armed) throw new VenueRefusal(2000, 'too many faults are armed')
        return armed
      },
    )
  })
  route('POST', 'clear-faults', async ({ request, operator }) => {
    const { id, reason } = read(shapes.clear, json(request))
    return loggedAction(
      venue,
      { operator, action: 'clear-faults', target: id === undefined ? 'all' : String(id), reason },
      async () => {
        faults.clear(id)
        return { left: faults.list().length }
      },
    )
  })
}

function tableOf(code: string) {
  const game = gameByCode(code)
  if (!game || !isTable(game)) throw new VenueRefusal(2404, 'no such table')
  return game
}

function bookOf(code: string) {
  const game = gameByCode(code)
  if (!game || !isBook(game)) throw new VenueRefusal(2404, 'no such book')
  return game
}

type Answered = { code: number; message: string; data: unknown; status: number }

const done = (data: object): Answered => ({ code: 0, message: 'ok', data, status: 200 })
const refusal = (status: number, message: string): Answered => ({
  code: status,
  message,
  data: null,
  status,
})
const NOT_SIGNED_IN = refusal(401, '请先登录')

function entered(outcome: Entered): Answered {
  if (outcome === 'in') return done({})
  return outcome === 'wrong'
    ? refusal(401, '用户名、密码或验证码不对')
    : refusal(429, '尝试太多，请稍后再试')
}

async function attempt(request: FastifyRequest, made: () => Promise<Answered>) {
  try {
    return await made()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return refusal(400, '请求有误')
    if (error instanceof VenueRefusal) return refusal(409, error.message)
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'an operator call failed')
    return refusal(500, '没有完成，请看日志')
  }
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  return schema.parse(given)
}

function json(request: FastifyRequest): unknown {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new SyntaxError('a call that changes something is JSON')
  return JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { gameByCode, isBook } from '../../games/registry.ts'
import type { PlayerRoutes } from '../http/playerRoutes.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import type { Venue } from '../venue.ts'
import { BOOK_LIMITS, type Book } from '../../model/Book.ts'
import { bookOf } from './bookOf.ts'
import { bookView, endedMatches, oneMatch, slipsOf } from './bookView.ts'
import { placeSlip } from './placeSlip.ts'
import { MAX_PRICE, MIN_PRICE } from '../../model/price.ts'

const matchNumber = z.coerce.number().int().min(0).max(1e9)
const bodies = {
  slip: z.object({
    client_bet_id: z.string().regex(/^[A-Za-z0-9-]{8,40}$/),
    stake: z.int().positive().max(1e12),
    legs: z
      .array(
        z.object({
          match: z.int().min(0).max(1e9),
          pick: z.string().regex(/^[a-z0-9:-]{1,24}$/),
          price: z.int().min(MIN_PRICE).max(MAX_PRICE),
          key: z.string().regex(/^[0-9:]{1,12}$/),
        }),
      )
      .min(1)
      .max(BOOK_LIMITS.maxLegs),
    accept_better: z.boolean().optional(),
    accept_within: z.int().min(0).max(BOOK_LIMITS.maxAcceptWithin).optional(),
    expires_at: z.int().positive(),
  }),
  before: z.object({ before: matchNumber.optional() }),
}

/**
 * What the page of a book calls: tickets, the snapshot, the stream; and what anybody may read:
 * matches that are over.
 */
export function bookCalls(
  app: FastifyInstance,
  venue: Venue,
  { route, withSession, read, tokenOf, throughFaults, streamSession }: PlayerRoutes,
) {
  route('POST', '/api/slips', async request => {
    const said = read(bodies.slip, request.body)
    const slip = {
      client_bet_id: said.client_bet_id,
      stake: BigInt(said.stake),
      legs: said.legs,
      acceptBetter: said.accept_better ?? false,
      acceptWithin: said.accept_within ?? 0,
      expiresAtMs: said.expires_at,
    }
    return throughFaults(request, () => placeSlip(venue, tokenOf(request), slip))
  })
  route(
    'GET',
    '/api/slips',
    withSession(async session => ({
      items: await slipsOf(venue.db, session, bookOf(session).code),
    })),
  )
  route(
    'GET',
    '/api/book',
    withSession(session => bookView(venue, session)),
  )
  route('GET', '/books/:code/matches', async request =>
    endedMatches(venue, bookByCode(request), read(bodies.before, request.query).before),
  )
  route('GET', '/books/:code/matches/:number', async request => {
    const found = await oneMatch(
      venue,
      bookByCode(request),
      read(matchNumber, (request.params as { number: string }).number),
    )
    if (!found) throw new PlayRefusal(2404)
    return found
  })

  app.get('/api/book/stream', async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await streamSession(request, reply)
    if (!session) return reply
    const game = gameByCode(session.gameCode)
    if (!game || !isBook(game))
      return reply.code(401).type('text/plain').send('no session in a book')
    const lastId = /^\d{1,15}$/.exec(String(request.headers['last-event-id'] ?? ''))
    const { raw } = reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    if (
      !venue.books.hub.add(
        game.code,
        `${session.deskId}:${session.playerId}`,
        raw,
        lastId ? Number(lastId[0]) : null,
      )
    )
      raw.end()
  })
}

function bookByCode(request: FastifyRequest): Book {
  const game = gameByCode((request.params as { code: string }).code)
  if (!game || !isBook(game)) throw new PlayRefusal(2404)
  return game
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { gameByCode, isTable } from '../../games/registry.ts'
import type { PlayerRoutes } from '../http/playerRoutes.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import type { Venue } from '../venue.ts'
import { placeTicket } from './placeTicket.ts'
import type { Table } from '../../model/Table.ts'
import { drawnRounds, oneRound, tableView } from './tableView.ts'

/** The most lines of one ticket. */
const MAX_LINES = 120

const roundNumber = z.coerce.number().int().min(0).max(1e9)
const bodies = {
  ticket: z.object({
    client_bet_id: z.string().regex(/^[A-Za-z0-9-]{8,40}$/),
    round: z.int().min(0).max(1e9),
    lines: z
      .array(
        z.object({
          pick: z.string().regex(/^[a-z0-9:.-]{1,24}$/),
          stake: z.int().positive().max(1e12),
        }),
      )
      .min(1)
      .max(MAX_LINES),
  }),
  before: z.object({ before: roundNumber.optional() }),
}

/**
 * What the page of a table calls: tickets, the snapshot, the stream; and what anybody may read:
 * drawn rounds and chains.
 */
export function tableCalls(
  app: FastifyInstance,
  venue: Venue,
  { route, withSession, read, tokenOf, throughFaults, streamSession }: PlayerRoutes,
) {
  route('POST', '/api/tickets', async request => {
    const { client_bet_id, round, lines } = read(bodies.ticket, request.body)
    const ticket = {
      client_bet_id,
      round: BigInt(round),
      lines: lines.map(({ pick, stake }) => ({ pick, stakeFen: BigInt(stake) })),
    }
    return throughFaults(request, () => placeTicket(venue, tokenOf(request), ticket))
  })
  route(
    'GET',
    '/api/table',
    withSession(session => tableView(venue, session)),
  )
  route('GET', '/tables/:code/rounds', async request =>
    drawnRounds(venue, tableByCode(request), read(bodies.before, request.query).before),
  )
  route('GET', '/tables/:code/rounds/:number', async request => {
    const found = await oneRound(
      venue,
      tableByCode(request),
      BigInt(read(roundNumber, (request.params as { number: string }).number)),
    )
    if (!found) throw new PlayRefusal(2404)
    return found
  })

  app.get('/api/table/stream', async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await streamSession(request, reply)
    if (!session) return reply
    const game = gameByCode(session.gameCode)
    if (!game || !isTable(game))
      return reply.code(401).type('text/plain').send('no session at a table')
    const lastId = /^\d{1,15}$/.exec(String(request.headers['last-event-id'] ?? ''))
    const { raw } = reply.hijack()
    // The body ends with the connection, so an event is one write and needs no chunk around it.
    raw.useChunkedEncodingByDefault = false
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    if (
      !venue.rounds.hub.add(
        game.code,
        `${session.deskId}:${session.playerId}`,
        raw,
        lastId ? Number(lastId[0]) : null,
      )
    )
      raw.end()
  })
}

function tableByCode(request: FastifyRequest): Table {
  const game = gameByCode((request.params as { code: string }).code)
  if (!game || !isTable(game)) throw new PlayRefusal(2404)
  return game
}

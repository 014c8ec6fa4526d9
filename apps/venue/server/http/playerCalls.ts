import { transaction } from '@tianping/database'
import { toWire } from '@tianping/venue-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashOfToken } from '../launch/launch.ts'
import { lobbyCalls } from '../launch/lobbyCalls.ts'
import { findBets, HISTORY_RANGES, history, oneBet } from '../play/history.ts'
import { jackpotHere } from '../jackpot/jackpotView.ts'
import { tournamentHere } from '../tournament/tournamentView.ts'
import { openSession, sessionOf } from '../play/openSession.ts'
import { placeBet } from '../play/placeBet.ts'
import { PLAY_ERRORS, PlayRefusal } from '../play/PlayRefusal.ts'
import { changeClientSeed, revealedSeed, rotate } from '../play/seeds.ts'
import { answerReality, endSession } from '../play/session.sql.ts'
import { markAway } from '../signals/signal.sql.ts'
import { noteLeft } from '../signals/leaving.ts'
import { askForMoney, moneyState } from '../signals/money.ts'
import { snapshot } from '../play/snapshot.ts'
import { takeStep } from '../play/takeStep.ts'
import type { Faults } from '../faults/Faults.ts'
import type { Venue } from '../venue.ts'
import { correctionOf } from './adminCalls.ts'
import { correctBet } from '../play/correctBet.ts'
import { bookCalls } from '../book/bookCalls.ts'
import { tableCalls } from '../rounds/tableCalls.ts'
import type { PlayerLimit } from './PlayerLimit.ts'
import type { Placed, PlayerRoutes } from './playerRoutes.ts'
import { saidIn } from './saidIn.ts'

/** Control characters would make a seed that nobody can type again. */
const clientSeed = z
  .string()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}+$/u)
  .refine(text => text.trim() === text && text.isWellFormed())
const clientBetId = z.string().regex(/^[A-Za-z0-9-]{8,40}$/)
const bodies = {
  session: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  bet: z.object({
    client_bet_id: clientBetId,
    stake: z.int().positive(),
    free: z
      .string()
      .regex(/^[A-Za-z0-9_.:-]{1,40}$/)
      .optional(),
  }),
  find: z.object({ client_bet_ids: z.array(clientBetId).min(1).max(40) }),
  money: z.object({ ref: z.string().regex(/^[a-f0-9]{32}$/), amount: z.int().positive() }),
  step: z.object({ step: z.int().min(1).max(1_000) }),
  seed: z.object({ client_seed: clientSeed, first: z.boolean().optional() }),
  rotation: z.object({ client_seed: clientSeed.optional() }).nullish(),
  history: z.object({ range: z.enum(HISTORY_RANGES), before: z.string().max(40).optional() }),
}

/**
 * What the game page calls, on its own origin, with the session token in the Authorization header:
 * no cookie, so no other site can make the browser bet.
 */
export function playerCalls(app: FastifyInstance, venue: Venue, limit: PlayerLimit) {
  const tokenOf = (request: FastifyRequest) => limit.tokenOf(request)
  const route: PlayerRoutes['route'] = (method, url, work) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const said = await attempt(request, () =>
          limit.within(request, venue.clock(), () => work(request)),
        )
        if (said === null) {
          request.raw.socket.destroy()
          return reply.hijack()
        }
        const { status, ...envelope } = said
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(toWire({ ...envelope, request_id: request.id }))
      },
    })
  const withSession: PlayerRoutes['withSession'] = work => async request =>
    work(await sessionOf(venue, tokenOf(request)), request)
  const throughFaults: PlayerRoutes['throughFaults'] = (request, place) =>
    venue.faults ? placedThroughFaults(venue, venue.faults, tokenOf(request), place) : place()
  const streamSession: PlayerRoutes['streamSession'] = async (request, reply) => {
    try {
      return await limit.within(request, venue.clock(), () => sessionOf(venue, tokenOf(request)))
    } catch (error) {
      if (!(error instanceof PlayRefusal)) throw error
      const { status, message } = PLAY_ERRORS[error.code]
      await reply.code(status).type('text/plain').send(saidIn(request, message))
      return null
    }
  }
  const routes = { route, withSession, read, tokenOf, throughFaults, streamSession }
  sessionCalls(venue, routes)
  moneyCalls(venue, routes)
  betCalls(venue, routes)
  seedCalls(venue, routes)
  tableCalls(app, venue, routes)
  bookCalls(app, venue, routes)
  lobbyCalls(venue, routes)
}

/** Entering, the state of the page, the answer to a reality check, leaving. */
function sessionCalls(venue: Venue, { route, withSession, tokenOf }: PlayerRoutes) {
  const here = (request: FastifyRequest, at: Date | null) =>
    markAway(venue.db, hashOfToken(tokenOf(request)), at)
  const state = withSession(async (session, request) => {
    // A page that was closed is back: it was only loaded again.
    await here(request, null)
    return snapshot(venue, session)
  })
  const away = withSession(async (_session, request) => {
    await here(request, new Date(venue.clock()))
    return {}
  })
  const reality = withSession(async session => {
    await answerReality(venue.db, session, new Date(venue.clock()))
    return snapshot(venue, session)
  })
  const leave = withSession(async (session, request) => {
    await transaction(venue.db, async tx => {
      await endSession(tx, hashOfToken(tokenOf(request)), new Date(venue.clock()))
      if (session.ticket !== null) await noteLeft(venue, tx, { ...session, ticket: session.ticket })
    })
    return { lobby_url: session.lobbyUrl }
  })
  // The pool grows with the stakes of others too.
  const jackpot = withSession(async session => ({ jackpot: await jackpotHere(venue.db, session) }))
  route('GET', '/api/jackpot', jackpot)
  // The platform counts, and says how the player stands.
  const tournament = withSession(async session => ({
    tournament: await tournamentHere(venue.db, session, new Date(venue.clock())),
  }))
  route('GET', '/api/tournament', tournament)
  route('POST', '/api/session', async request =>
    openSession(venue, read(bodies.session, request.body).token),
  )
  route('GET', '/api/state', state)
  route('POST', '/api/reality', reality)
  route('POST', '/api/leave', leave)
  route('POST', '/api/away', away)
}

/** Money that the player lets follow into the game. */
function moneyCalls(venue: Venue, { route, withSession, tokenOf }: PlayerRoutes) {
  const state = withSession(async (session, request) =>
    moneyState(venue, session, (request.params as { ref: string }).ref),
  )
  route('POST', '/api/money', async request => {
    const { ref, amount } = read(bodies.money, request.body)
    return askForMoney(venue, tokenOf(request), { ref, amount: BigInt(amount) })
  })
  route('GET', '/api/money/:ref', state)
}

/** Bets of one's own rounds: placing, taking steps, reading. */
function betCalls(venue: Venue, { route, withSession, tokenOf, throughFaults }: PlayerRoutes) {
  const betIdOf = (request: FastifyRequest) => (request.params as { bet_id: string }).bet_id
  const bets = withSession(async (session, request) => {
    const { range, before } = read(bodies.history, request.query)
    return history(venue, session, range, before)
  })
  const bet = withSession(async (session, request) => oneBet(venue, session, betIdOf(request)))
  const find = withSession(async (session, request) =>
    findBets(venue, session, read(bodies.find, request.body).client_bet_ids),
  )
  route('POST', '/api/bets/find', find)
  route('POST', '/api/bets', async request => {
    const { client_bet_id, stake, free } = read(bodies.bet, request.body)
    return throughFaults(request, () =>
      placeBet(venue, tokenOf(request), { client_bet_id, stake: BigInt(stake), free }),
    )
  })
  route('POST', '/api/bets/:bet_id/step', async request => {
    const { step } = read(bodies.step, request.body)
    return throughFaults(request, () =>
      takeStep(venue, tokenOf(request), { betId: betIdOf(request), step }),
    )
  })
  route('GET', '/api/bets', bets)
  route('GET', '/api/bets/:bet_id', bet)
}

function seedCalls(venue: Venue, { route, withSession }: PlayerRoutes) {
  const change = withSession(async (session, request) =>
    changeClientSeed(venue, session, read(bodies.seed, request.body)),
  )
  const revealed = withSession(async session => revealedSeed(venue, session))
  const rotated = withSession(async (session, request) =>
    rotate(venue, session, read(bodies.rotation, request.body)?.client_seed),
  )
  route('GET', '/api/seeds', revealed)
  route('POST', '/api/seeds/client', change)
  route('POST', '/api/seeds/rotate', rotated)
}

/** A rehearsed loss of the connection. */
class Dropped extends Error {}

async function attempt(request: FastifyRequest, work: () => Promise<object>) {
  try {
    return { code: 0, message: 'ok', data: (await work()) as unknown, status: 200 }
  } catch (error) {
    if (error instanceof Dropped) return null
    if (!(error instanceof PlayRefusal))
      request.log.error({ err: error, url: request.url.split('?')[0] }, 'a call failed')
    const code = error instanceof PlayRefusal ? error.code : 5000
    return {
      code,
      message: saidIn(request, PLAY_ERRORS[code].message),
      data: null,
      status: PLAY_ERRORS[code].status,
    }
  }
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(Buffer.isBuffer(given) ? json(given) : given)
  if (!parsed.success) throw new PlayRefusal(2000)
  return parsed.data
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new PlayRefusal(2000)
  }
}

/**
 * Places a bet through whatever is being rehearsed; a void or resettlement strikes right after, as
 * a correction of its own.
 */
async function placedThroughFaults<T extends Placed>(
  venue: Venue,
  faults: Faults,
  token: string,
  place: () => Promise<T>,
): Promise<T> {
  const session = await sessionOf(venue, token)
  const site = { venue: session.venueCode, endpoint: 'placeBet', player: session.playerId }
  const delay = faults.meet(site, 'delay')
  if (delay) await new Promise(done => setTimeout(done, delay.delay_ms ?? 1_000))
  if (faults.meet(site, 'drop_before')) throw new Dropped()
  const placed = await place()
  const correction =
    session.demo || placed.bet.status !== 'SETTLED'
      ? undefined
      : faults.meet(site, 'void', 'resettle')
  if (correction)
    await correctBet(
      venue,
      session.deskId,
      placed.bet.bet_id,
      correctionOf(correction.kind as 'void' | 'resettle', correction.payout),
    )
  if (faults.meet(site, 'drop_after')) throw new Dropped()
  if (faults.meet(site, 'error_after')) throw new PlayRefusal(5000)
  return placed
}

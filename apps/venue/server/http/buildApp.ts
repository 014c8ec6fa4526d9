import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { bet, bets } from '../feed/bets.ts'
import { health } from '../feed/health.ts'
import { statement } from '../feed/statement.ts'
import { matches } from '../book/matches.ts'
import { jackpots, makeJackpot } from '../jackpot/jackpotCalls.ts'
import { keepPlaces, putTournament, tournaments } from '../tournament/tournamentCalls.ts'
import { cancelFreeRounds, freeRounds, grantFreeRounds } from '../free/freeRounds.ts'
import type { Handlers } from '../handler.ts'
import { games } from '../launch/games.ts'
import { kick } from '../launch/kick.ts'
import { launch } from '../launch/launch.ts'
import { operatorCalls } from '../operator/operatorCalls.ts'
import { answerSignal } from '../signals/signals.ts'
import type { Venue } from '../venue.ts'
import { balance, balances, putPlayer } from '../wallet/players.ts'
import { transfer } from '../wallet/transfer.ts'
import { finalize, transferState } from '../wallet/transferState.ts'
import { adminCalls } from './adminCalls.ts'
import { notFound, pages } from './pages.ts'
import { PlayerLimit } from './PlayerLimit.ts'
import { playerCalls } from './playerCalls.ts'
import { RateLimit } from './RateLimit.ts'
import { signedCalls } from './signedCalls.ts'

/** A protocol call is a few hundred bytes; a balances call of a hundred players some 5 KiB. */
const BODY_LIMIT = 64 * 1_024
/** For a whole request to arrive; one that is sent slower, or never, is cut off. */
const REQUEST_TIMEOUT_MS = 30_000

export type Limits = {
  merchantPerSecond: number
  merchantBurst: number
  visitorPerSecond: number
  visitorBurst: number
}
export const DEFAULT_LIMITS: Limits = {
  merchantPerSecond: 500,
  merchantBurst: 1_000,
  visitorPerSecond: 30,
  visitorBurst: 120,
}

const handlers: Handlers = {
  putPlayer,
  balance,
  balances,
  transfer,
  transferState,
  finalize,
  launch,
  kick,
  games,
  matches,
  bets,
  bet,
  answerSignal,
  grantFreeRounds,
  freeRounds,
  cancelFreeRounds,
  putJackpot: makeJackpot,
  jackpots,
  putTournament,
  tournaments,
  tournamentPlaces: keepPlaces,
  statement,
  health,
}

export async function buildApp(
  venue: Venue,
  limits: Limits,
  { logger, proxies = 0 }: { logger?: FastifyServerOptions['logger']; proxies?: number },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logger ?? false,
    bodyLimit: BODY_LIMIT,
    // A client that sends slowly, or never, ends here.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Only what our own proxies wrote counts as the address of a caller.
    trustProxy: proxies > 0 ? (_address, hop) => hop < proxies : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
  })
  // Signatures cover the raw bytes, so every body stays a buffer until its signature is checked.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) request.log.error({ err: error }, 'a request failed')
    return reply.code(status).send({
      code: status === 500 ? 5000 : 2000,
      message: status === 500 ? 'internal error' : 'malformed request',
      data: null,
      request_id: request.id,
    })
  })
  app.setNotFoundHandler(notFound)
  signedCalls(app, venue, handlers, new RateLimit(limits.merchantPerSecond, limits.merchantBurst))
  if (venue.faults) adminCalls(app, venue, venue.faults)
  if (venue.operatorKey !== null) operatorCalls(app, venue, venue.operatorKey)
  playerCalls(
    app,
    venue,
    new PlayerLimit(new RateLimit(limits.visitorPerSecond, limits.visitorBurst)),
  )
  await pages(app, venue, join(import.meta.dirname, '../../dist'))
  return app
}

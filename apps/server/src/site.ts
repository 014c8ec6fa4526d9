import underPressure from '@fastify/under-pressure'
import { connect } from '@tianping/database'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountHandlers } from './account/handlers.ts'
import { Sessions } from './account/session.ts'
import { serveAvatars } from './account/uploadimgRoute.ts'
import { activityHandlers } from './activity/handlers.ts'
import { agentHandlers } from './agent/handlers.ts'
import { registerCallbacks } from './cashier/callbacks.ts'
import { cashierHandlers } from './cashier/handlers.ts'
import { systemClock, type Clock } from './clock.ts'
import { serveExports } from './console/exportRoute.ts'
import { consoleHandlers } from './console/handlers.ts'
import { serveLive } from './console/live.ts'
import { Operators } from './console/session.ts'
import { gamesHandlers } from './games/handlers.ts'
import { secure } from './http/headers.ts'
import { servePages } from './http/pages.ts'
import { serve } from './http/serve.ts'
import type { AllHandlers, Services } from './http/services.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Poller } from './jobs/poller.ts'
import { cashOf } from './ledger/ledger.ts'
import { Bus } from './live/bus.ts'
import { newLog } from './log.ts'
import { Cached } from './live/cached.ts'
import { gathered } from './live/gathered.ts'
import { messageHandlers } from './message/handlers.ts'
import { rebateHandlers } from './promotions/rebate.ts'
import { turnoverHandlers } from './promotions/turnoverAudit.ts'
import { vipHandlers } from './promotions/vip.ts'
import { memberHandlers } from './account/memberHandlers.ts'
import { operatorFor } from './console/access.ts'
import { serveVerifier } from './redpacket/verifyPage.ts'
import { recordsHandlers } from './records/handlers.ts'
import { redpacketHandlers } from './redpacket/handlers.ts'
import type { Settings } from './settings.ts'
import { siteHandlers } from './site/handlers.ts'
import { Venues } from './venues/venues.ts'
import { cardHandlers } from './wallet/cards.ts'
import { walletHandlers } from './wallet/handlers.ts'

/** The handlers of all areas; a declared call that is missing here does not compile. */
export const handlers = {
  ...accountHandlers,
  ...siteHandlers,
  ...gamesHandlers,
  ...vipHandlers,
  ...rebateHandlers,
  ...turnoverHandlers,
  ...memberHandlers,
  ...walletHandlers,
  ...cardHandlers,
  ...cashierHandlers,
  ...recordsHandlers,
  ...messageHandlers,
  ...redpacketHandlers,
  ...activityHandlers,
  ...agentHandlers,
} satisfies AllHandlers

export type Site = { app: FastifyInstance; services: Services; close(): Promise<void> }

/** The role the server acts as: it reads, and moves money only through the ledger's functions. */
const ROLE = 'tianping_app'
/** How long a balance that nobody changed is remembered; news of changes drops it at once. */
const CASH_TTL_MS = 10_000
/** Beyond so much delay of the event loop the honest answer is "busy". */
const BUSY_AFTER_MS = 1_000

type SiteOptions = {
  clock?: Clock
  /** What calls to the venues are dated by, when they go by another clock than the real one. */
  venueClock?: Clock
  log?: Logger
  checkAnswers?: boolean
  /**
   * Another delay of the event loop beyond which calls are refused as "busy"; one process of a test
   * does more than serve.
   */
  busyAfterMs?: number
  /** How many times as long as usual the database may take; a test's machine may be slow. */
  patience?: number
}

/**
 * Opens the database, joins the instances' news, and puts the site together; `close` takes it apart
 * in order.
 */
export async function openSite(settings: Settings, options: SiteOptions = {}): Promise<Site> {
  const clock = options.clock ?? systemClock
  const log = options.log ?? newLog('info')
  const db = connect(settings.databaseUrl, {
    role: ROLE,
    maxConnections: settings.poolSize,
    applicationName: 'tianping-server',
    patience: options.patience ?? 1,
  })
  const bus = new Bus(db, settings.databaseUrl)
  const sessions = new Sessions(db, clock)
  const askCash = gathered((memberIds: bigint[]) => cashOf(db, memberIds), { atOnce: 2, most: 500 })
  const cash = new Cached(async (memberId: bigint) => (await askCash(memberId)) ?? 0n, {
    ttlMs: CASH_TTL_MS,
    maxEntries: 100_000,
    clock,
  })
  bus.hear(({ topic, keys }) => {
    if (topic === 'session') sessions.forget(keys)
    else for (const key of keys) cash.invalidate(BigInt(key))
  })
  bus.onLine = up => {
    sessions.trust(up)
    cash.trusted = up
    cash.clear()
  }
  await bus.open()
  const services: Services = {
    db,
    clock,
    settings,
    log,
    sessions,
    bus,
    cash,
    operators: new Operators(db, clock, settings),
    venues: new Venues(db, settings, clock, options.venueClock),
  }
  const app = serve(services, handlers, consoleHandlers, {
    checkAnswers: options.checkAnswers ?? settings.mode === 'sandbox',
    memberOf: token => sessions.of(token),
    operatorOf: (request, call) => operatorFor(services, request, call),
  })
  app.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? BUSY_AFTER_MS,
    exposeStatusRoute: { url: '/healthz', routeOpts: { logLevel: 'silent' } },
  })
  secure(app, services)
  registerCallbacks(app, services)
  serveAvatars(app, services)
  serveExports(app, services, consoleHandlers)
  serveLive(app, services)
  serveVerifier(app)
  servePages(app, services)
  let jobs: Poller | null = null
  app.addHook('onListen', async () => {
    if (settings.runJobs) jobs = startJobs(services)
  })
  const close = async () => {
    await app.close()
    await jobs?.stop()
    services.venues.close()
    await bus.close()
    await db.destroy()
  }
  return { app, services, close }
}

import underPressure from '@fastify/under-pressure'
import { connect, type Db } from '@tianping/database'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { accountHandlers } from './areas/account/handlers.ts'
import { Sessions } from './areas/account/session.ts'
import { serveAvatars } from './areas/member/uploadimgRoute.ts'
import { activityHandlers } from './areas/activity/handlers.ts'
import { agentHandlers } from './areas/agent/handlers.ts'
import { registerCallbacks } from './areas/cashier/callbacks.ts'
import { closingHandlers } from './areas/closing/handlers.ts'
import { complaintHandlers } from './areas/complaints/handlers.ts'
import { consentHandlers } from './areas/consents/handlers.ts'
import { serveDataFiles } from './areas/dataRights/dataRights.ts'
import { dataRightsHandlers } from './areas/dataRights/handlers.ts'
import { cashierHandlers } from './areas/cashier/handlers.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import { serveExports } from './console/desk/exportRoute.ts'
import { consoleHandlers } from './consoleHandlers.ts'
import { serveLive } from './console/desk/live.ts'
import { Outward } from './areas/delivery/delivery.ts'
import { Operators } from './console/signIn/session.ts'
import { gamesHandlers } from './areas/games/handlers.ts'
import { serveApiReference } from './kernel/http/apiReference.ts'
import { secure } from './kernel/http/headers.ts'
import { servePages } from './areas/site/pages.ts'
import { RefusalJournal } from './kernel/http/refusalJournal.ts'
import { SecurityEvents } from './kernel/security/events.ts'
import { serve } from './kernel/http/serve.ts'
import { Clients } from './kernel/http/clients.ts'
import type { AllHandlers, Services } from './kernel/http/services.ts'
import { startJobs } from './jobs.ts'
import type { Poller } from './kernel/jobs/poller.ts'
import { cashOf } from './ledger/ledger.ts'
import { Bus } from './kernel/live/bus.ts'
import { newLog } from './kernel/log.ts'
import { Cached } from './kernel/live/cached.ts'
import { gathered } from './kernel/live/gathered.ts'
import { harmHandlers } from './areas/harm/handlers.ts'
import { messageHandlers } from './areas/message/handlers.ts'
import { responsibleHandlers } from './areas/responsible/handlers.ts'
import { statementHandlers } from './areas/statement/handlers.ts'
import { serveStatements } from './areas/statement/fileRoute.ts'
import { bonusHandlers } from './areas/bonus/handlers.ts'
import { rebateHandlers } from './areas/rebate/handlers.ts'
import { turnoverHandlers } from './areas/records/member/turnoverAudit.ts'
import { nationalRegister } from './areas/protection/nationalRegister.ts'
import { identityProvider } from './areas/verification/provider.ts'
import { serveDecisions } from './areas/verification/decisionRoute.ts'
import { serveReports } from './areas/compliance/compliance.ts'
import { serveDocuments } from './areas/verification/documentRoute.ts'
import { servePictures } from './areas/tickets/member/picture.ts'
import { serveTicketPictures } from './areas/tickets/console/pictureRoute.ts'
import { ticketHandlers } from './areas/tickets/handlers.ts'
import { verificationHandlers } from './areas/verification/handlers.ts'
import { vipHandlers } from './areas/vip/handlers.ts'
import { memberHandlers } from './areas/member/handlers.ts'
import { operatorFor, operatorOf } from './console/signIn/access.ts'
import { serveVerifier } from './areas/redpacket/verifyPage.ts'
import { recordsHandlers } from './areas/records/handlers.ts'
import { redpacketHandlers } from './areas/redpacket/handlers.ts'
import type { Settings } from './kernel/environment.ts'
import { siteHandlers } from './areas/site/handlers.ts'
import { Venues } from './areas/venues/directory.ts'
import { cardHandlers } from './areas/cards/handlers.ts'
import { walletHandlers } from './areas/wallet/handlers.ts'

/** The handlers of all areas; a declared call that is missing here does not compile. */
export const handlers = {
  ...accountHandlers,
  ...siteHandlers,
  ...gamesHandlers,
  ...vipHandlers,
  ...bonusHandlers,
  ...rebateHandlers,
  ...turnoverHandlers,
  ...memberHandlers,
  ...responsibleHandlers,
  ...statementHandlers,
  ...harmHandlers,
  ...walletHandlers,
  ...cardHandlers,
  ...cashierHandlers,
  ...recordsHandlers,
  ...messageHandlers,
  ...consentHandlers,
  ...complaintHandlers,
  ...ticketHandlers,
  ...closingHandlers,
  ...dataRightsHandlers,
  ...redpacketHandlers,
  ...activityHandlers,
  ...agentHandlers,
  ...verificationHandlers,
} satisfies AllHandlers

export type Site = { app: FastifyInstance; services: Services; close(): Promise<void> }

/** The role the server acts as: it reads, and moves money only through the ledger's functions. */
export const ROLE = 'tianping_app'
/** How long a balance that nobody changed is remembered; news of changes drops it at once. */
const CASH_TTL_MS = 10_000
/** Beyond so much delay of the event loop the honest answer is "busy". */
const BUSY_AFTER_MS = 1_000

/** What members can spend, remembered until somebody moves it. */
function cashRemembered(db: Db, clock: Clock): Services['cash'] {
  const ask = gathered((memberIds: bigint[]) => cashOf(db, memberIds), { atOnce: 2, most: 500 })
  return new Cached(async memberId => (await ask(memberId)) ?? 0n, {
    ttlMs: CASH_TTL_MS,
    maxEntries: 100_000,
    clock,
  })
}

/** An answer of a venue without a valid signature is a security event. */
function watchVenues({ venues, events }: Services) {
  venues.onUnsigned = platname =>
    events.note({ kind: 'signature_refused', subject: `venue:${platname}`, address: '' })
}

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

/** Drops from memory what another instance says has changed, and all of it while none is heard. */
async function hear(bus: Bus, sessions: Sessions, cash: Services['cash']): Promise<void> {
  bus.subscribe(({ topic, keys }) => {
    if (topic === 'session') sessions.forget(keys)
    else for (const key of keys) cash.invalidate(BigInt(key))
  })
  bus.onLine = up => {
    sessions.trust(up)
    cash.trusted = up
    cash.clear()
  }
  await bus.open()
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
  const cash = cashRemembered(db, clock)
  await hear(bus, sessions, cash)
  const services: Services = {
    db,
    clock,
    settings,
    log,
    outward: new Outward(settings, clock),
    identity: identityProvider(settings.identity, clock),
    nationalRegister: nationalRegister(settings.nationalRegister, clock),
    sessions,
    bus,
    clients: new Clients({ db, settings, clock }),
    refusals: new RefusalJournal(db, clock, log),
    events: new SecurityEvents(db, clock, log),
    cash,
    operators: new Operators(db, clock, settings),
    venues: new Venues(db, settings, clock, options.venueClock),
  }
  watchVenues(services)
  const app = serve(services, handlers, consoleHandlers, {
    checkAnswers: options.checkAnswers ?? settings.mode === 'sandbox',
    memberOf: (token, polled) => sessions.of(token, polled),
    operatorOf: (request, call) => operatorFor(services, request, call),
  })
  app.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? BUSY_AFTER_MS,
    exposeStatusRoute: { url: '/healthz', routeOpts: { logLevel: 'silent' } },
  })
  secure(app, services)
  registerCallbacks(app, services)
  serveDecisions(app, services)
  serveDocuments(app, services, (request, call) => operatorOf(services, request, call))
  servePictures(app, services)
  serveTicketPictures(app, services, (request, call) => operatorOf(services, request, call))
  serveReports(app, services, (request, call) => operatorOf(services, request, call))
  serveAvatars(app, services)
  serveDataFiles(app, services)
  serveStatements(app, services)
  serveExports(app, services, consoleHandlers)
  serveLive(app, services)
  if (settings.memberDist) serveVerifier(app, settings.memberDist)
  serveApiReference(app, settings)
  servePages(app, services)
  let jobs: Poller | null = null
  app.addHook('onListen', async () => {
    if (settings.runJobs) jobs = startJobs(services)
  })
  const close = async () => {
    await app.close()
    await Promise.all([services.refusals.settled(), services.events.settled()])
    await jobs?.stop()
    services.venues.close()
    services.outward.close()
    await bus.close()
    await db.destroy()
  }
  return { app, services, close }
}

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
import { onChain, openChain, registerFaucet } from './areas/chain/chain.ts'
import { closingHandlers } from './areas/closing/handlers.ts'
import { complaintHandlers } from './areas/complaints/handlers.ts'
import { consentHandlers } from './areas/consents/handlers.ts'
import { serveDataFiles } from './areas/dataRights/dataRights.ts'
import { dataRightsHandlers } from './areas/dataRights/handlers.ts'
import { cashierHandlers } from './areas/cashier/handlers.ts'
import { DatabaseClock, type Clock } from './kernel/clock.ts'
import { serveExports } from './console/desk/exportRoute.ts'
import { consoleHandlers } from './consoleHandlers.ts'
import { serveLive } from './console/desk/live.ts'
import { Outward } from './areas/delivery/delivery.ts'
import { noticeHandlers } from './areas/delivery/handlers.ts'
import { Operators } from './console/signIn/session.ts'
import { gamesHandlers } from './areas/games/handlers.ts'
import { serveApiReference } from './kernel/http/apiReference.ts'
import { secure } from './kernel/http/headers.ts'
import { Health, serveHealth } from './kernel/http/health.ts'
import { servePages } from './areas/site/pages.ts'
import { RefusalJournal } from './kernel/http/refusalJournal.ts'
import { SecurityEvents } from './kernel/security/events.ts'
import { serve } from './kernel/http/serve.ts'
import { Clients } from './kernel/http/clients.ts'
import type { AllHandlers, Services } from './kernel/http/services.ts'
import { startJobs } from './jobs.ts'
import type { Poller } from './kernel/jobs/poller.ts'
import { cashOf } from './ledger/ledger.ts'
import { Bus, EVERYBODY } from './kernel/live/bus.ts'
import { newLog } from './kernel/log.ts'
import { watching } from './measures.ts'
import { Cached } from './kernel/live/cached.ts'
import { gathered } from './kernel/live/gathered.ts'
import { harmHandlers } from './areas/harm/handlers.ts'
import { serveMemberLive } from './areas/live/live.ts'
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
import { serveReceipts } from './areas/cashier/receipt/receiptRoute.ts'
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
import { statusHandlers } from './areas/status/handlers.ts'
import { statusRemembered } from './areas/status/status.ts'
import { siteHandlers } from './areas/site/handlers.ts'
import { Venues } from './areas/venues/directory.ts'
import { Matches } from './areas/venues/matches.ts'
import { onboardingHandlers } from './areas/onboarding/handlers.ts'
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
  ...noticeHandlers,
  ...onboardingHandlers,
  ...consentHandlers,
  ...complaintHandlers,
  ...ticketHandlers,
  ...closingHandlers,
  ...dataRightsHandlers,
  ...redpacketHandlers,
  ...activityHandlers,
  ...agentHandlers,
  ...verificationHandlers,
  ...statusHandlers,
} satisfies AllHandlers

export type Site = {
  app: FastifyInstance
  services: Services
  /** Where collectors of metrics ask; null for nowhere. */
  metricsPort: number | null
  /** From here on nobody is sent here, and whoever is answered comes back elsewhere. */
  drain(): void
  close(): Promise<void>
}

/** The role the server acts as: it reads, and moves money only through the ledger's functions. */
export const ROLE = 'tianping_app'
/** How long a balance that nobody changed is remembered; news of changes drops it at once. */
const CASH_TTL_MS = 10_000
/** Jobs have connections of their own, where a statement may take longer than a call waits. */
const JOBS_POOL = 6
const JOBS_STATEMENT_MS = 60_000
/** Calls under way when the site closes have this long; then their connections end. */
const CLOSE_MS = 12_000
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

/** A clock that tests set dates no call to a venue. */
const keptClock = (clock: Clock) => (clock instanceof DatabaseClock ? clock : undefined)

/** What the site asks outside: its venues with their matches, and the chain of its USDT. */
function outsideOf(db: Db, settings: Settings, clock: Clock, venueClock?: Clock) {
  const venues = new Venues(db, settings, clock, venueClock)
  const matches = new Matches({ venues, settings, clock, venueClock })
  const chain = openChain(settings.chain)
  return { venues, matches, chain, onChain: onChain(chain, settings) }
}

/** An answer of a venue without a valid signature is a security event. */
function watchVenues({ venues, events }: Services) {
  venues.onUnsigned = platname =>
    events.note({ kind: 'signature_refused', subject: `venue:${platname}`, address: '' })
}

/** What transactions named for after their commit: members by number, or everybody. */
function publishChanges(bus: Bus, keys: string[]) {
  const members = keys.filter(key => key !== EVERYBODY)
  bus.publish('member', members)
  if (members.length < keys.length) bus.publish('site', [EVERYBODY])
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
async function hear(
  bus: Bus,
  health: Health,
  { sessions, cash }: Pick<Services, 'sessions' | 'cash'>,
): Promise<void> {
  bus.subscribe(({ topic, keys }) => {
    if (topic === 'session') sessions.forget(keys)
    if (topic === 'member') for (const key of keys) cash.invalidate(BigInt(key))
  })
  bus.onLine = up => {
    health.news = up
    sessions.trust(up)
    cash.trusted = up
    cash.clear()
  }
  await bus.open()
}

const jobsPool = (
  { directUrl }: Settings,
  session: { role: string; applicationName: string; patience: number },
) =>
  connect(directUrl, {
    ...session,
    maxConnections: JOBS_POOL,
    statementTimeoutMs: JOBS_STATEMENT_MS * session.patience,
  })

/** What is answered beside the calls: callbacks, files, streams and pages. */
function serveRoutes(app: FastifyInstance, services: Services): void {
  secure(app, services)
  registerCallbacks(app, services)
  registerFaucet(app, services)
  serveDecisions(app, services)
  serveDocuments(app, services, (request, call) => operatorOf(services, request, call))
  serveReceipts(app, services, (request, call) => operatorOf(services, request, call))
  servePictures(app, services)
  serveTicketPictures(app, services, (request, call) => operatorOf(services, request, call))
  serveReports(app, services, (request, call) => operatorOf(services, request, call))
  serveAvatars(app, services)
  serveDataFiles(app, services)
  serveStatements(app, services)
  serveExports(app, services, consoleHandlers)
  serveLive(app, services)
  serveMemberLive(app, services)
  const { settings } = services
  if (settings.memberDist) serveVerifier(app, settings.memberDist)
  serveApiReference(app, settings)
  servePages(app, services)
}

/**
 * Opens the database, joins the instances' news, and puts the site together; `close` takes it apart
 * in order.
 */
export async function openSite(settings: Settings, options: SiteOptions = {}): Promise<Site> {
  const log = options.log ?? newLog('info')
  const { patience = 1 } = options
  const heard = watching({ settings, log })
  const session = { role: ROLE, applicationName: 'tianping-server', patience }
  const db = connect(settings.databaseUrl, { ...session, maxConnections: settings.poolSize })
  const clock = options.clock ?? (await DatabaseClock.open(db, log))
  const bus = new Bus(db, settings.directUrl)
  const sessions = new Sessions(db, clock)
  const cash = cashRemembered(db, clock)
  const health = new Health(db, clock)
  await hear(bus, health, { sessions, cash })
  const services: Services = {
    db,
    clock,
    settings,
    log,
    metrics: heard.registry,
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
    status: statusRemembered({ db, settings, clock }),
    ...outsideOf(db, settings, clock, options.venueClock ?? keptClock(clock)),
  }
  watchVenues(services)
  const app = serve(services, handlers, consoleHandlers, {
    checkAnswers: options.checkAnswers ?? settings.mode === 'sandbox',
    heard,
    memberOf: (token, polled) => sessions.of(token, polled),
    operatorOf: (request, call) => operatorFor(services, request, call),
  })
  app.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? BUSY_AFTER_MS,
  })
  serveHealth(app, health)
  serveRoutes(app, services)
  const jobsDb = jobsPool(settings, session)
  for (const each of [db, jobsDb]) each.onChanged = keys => publishChanges(bus, keys)
  heard.watch(services, { pools: { calls: db, jobs: jobsDb }, health })
  const metricsPort = (await heard.open(services))?.port ?? null
  let jobs: Poller | null = null
  app.addHook('onListen', async () => {
    if (settings.runJobs) jobs = startJobs({ ...services, db: jobsDb })
  })
  const drain = () => {
    health.draining = true
  }
  const close = async () => {
    drain()
    const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
    await app.close().finally(() => clearTimeout(late))
    await Promise.all([services.refusals.settled(), services.events.settled()])
    await jobs?.stop()
    await heard.close()
    services.venues.close()
    services.matches.close()
    services.outward.close()
    await bus.close()
    if (clock instanceof DatabaseClock) clock.stop()
    await Promise.all([db.destroy(), jobsDb.destroy()])
  }
  return { app, services, metricsPort, drain, close }
}

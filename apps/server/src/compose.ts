import underPressure from '@fastify/under-pressure'
import { connect, type Database, type Db } from '@tianping/database'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { accountHandlers } from './areas/account/handlers.ts'
import { Sessions } from './areas/account/session.ts'
import { serveMedia } from './areas/media/media.ts'
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
import type { ExportBounds } from './console/desk/exportRows.ts'
import type { Group } from './console/brands/group.ts'
import { consoleHandlers } from './consoleHandlers.ts'
import { serveLive } from './console/desk/live.ts'
import { Outward } from './areas/delivery/delivery.ts'
import { noticeHandlers } from './areas/delivery/handlers.ts'
import { Operators } from './console/signIn/session.ts'
import { freeRoundsHandlers } from './areas/freeRounds/handlers.ts'
import { jackpotHandlers } from './areas/jackpots/handlers.ts'
import { channelHandlers } from './areas/channels/handlers.ts'
import { giveawayHandlers } from './areas/giveaways/handlers.ts'
import { tournamentHandlers } from './areas/tournaments/handlers.ts'
import { gamesHandlers } from './areas/games/handlers.ts'
import { serveApiReference } from './kernel/http/apiReference.ts'
import { secure } from './kernel/http/headers.ts'
import { Health, serveHealth } from './kernel/http/health.ts'
import { answerBuilt, keepBuilt } from './areas/site/builtFiles.ts'
import { servePages } from './areas/site/pages.ts'
import { Busy } from './kernel/http/turns.ts'
import { RefusalJournal } from './kernel/http/refusalJournal.ts'
import { SecurityEvents } from './kernel/security/events.ts'
import { serve, type Ports } from './kernel/http/serve.ts'
import { Clients } from './kernel/http/clients.ts'
import type { AllHandlers, Services } from './kernel/http/services.ts'
import { startJobs } from './jobs.ts'
import type { Poller } from './kernel/jobs/poller.ts'
import { cashOf } from './ledger/ledger.ts'
import { Bus, EVERYBODY } from './kernel/live/bus.ts'
import { newLog } from './kernel/log.ts'
import { watching } from './measures.ts'
import { Cached } from './kernel/live/cached.ts'
import { SettingMemory } from './kernel/settingMemory.ts'
import { HISTORY_POOL, openReads, type SiteSession } from './kernel/reads/open.ts'
import { memberSubject } from './kernel/reads/reads.ts'
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
import { serveEvidence } from './areas/cashier/disputes/files.ts'
import { serveReportFiles } from './areas/figures/figures.ts'
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
import { lateBeacons } from './areas/venues/beacons.ts'
import { Venues } from './areas/venues/directory.ts'
import { Matches } from './areas/venues/matches.ts'
import { serveSeamlessWallet } from './areas/venues/seamless/serve.ts'
import { onboardingHandlers } from './areas/onboarding/handlers.ts'
import { cardHandlers } from './areas/cards/handlers.ts'
import { walletHandlers } from './areas/wallet/handlers.ts'

/** The handlers of all areas; a declared call that is missing here does not compile. */
export const handlers = {
  ...accountHandlers,
  ...siteHandlers,
  ...freeRoundsHandlers,
  ...jackpotHandlers,
  ...tournamentHandlers,
  ...channelHandlers,
  ...giveawayHandlers,
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
  health: Health
  /** Answers a request that another listener took; for a site that is one of several. */
  routing(request: IncomingMessage, response: ServerResponse): void
  /** Begins the jobs; listening does so by itself. */
  start(): void
  /** Brings metrics up to date that lie in the database. */
  refreshMetrics(): Promise<void>
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
/** The line of the instances' news. */
const NEWS_CONNECTIONS = 1
/** Calls under way when the site closes have this long; then their connections end. */
const CLOSE_MS = 12_000

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
  const matches = new Matches({ venues, clock })
  const chain = openChain(settings.chain)
  return { venues, matches, chain, onChain: onChain(chain, settings) }
}

/** An answer of a venue without a valid signature is a security event. */
function watchVenues({ venues, events }: Services) {
  venues.onUnsigned = platname =>
    events.note({ kind: 'signature_refused', subject: `venue:${platname}`, address: '' })
}

/** What transactions named for after their commit: members by number, or everybody. */
function publishChanges({ bus, reads }: Pick<Services, 'bus' | 'reads'>, keys: string[]) {
  const members = keys.filter(key => key !== EVERYBODY)
  reads.changed(members.map(key => memberSubject(BigInt(key))))
  bus.publish('member', members)
  if (members.length < keys.length) bus.publish('site', [EVERYBODY])
}

export type SiteOptions = {
  /** The other brands, where the site is one of several: another listens and serves the metrics. */
  group?: Group
  clock?: Clock
  /** What calls to the venues are dated by, when they go by another clock than the real one. */
  venueClock?: Clock
  log?: Logger
  checkAnswers?: boolean
  /** Calls that may read elsewhere do so in sessions that refuse to write, without a replica. */
  rehearseReads?: boolean
  /** How many times as long as usual the database may take; a test's machine may be slow. */
  patience?: number
  /** Smaller files of lists than usual. */
  exports?: ExportBounds
}

type Heard = Pick<Services, 'sessions' | 'cash' | 'reads'> & { settings: SettingMemory }

/** Drops from memory what another instance says has changed, and all of it while none is heard. */
async function hear(
  bus: Bus,
  health: Health,
  { sessions, cash, reads, settings }: Heard,
): Promise<void> {
  bus.subscribe(({ topic, keys }) => {
    if (topic === 'session') sessions.forget(keys)
    if (topic === 'member') for (const key of keys) cash.invalidate(BigInt(key))
    if (topic === 'member') reads.told(keys.map(key => memberSubject(BigInt(key))))
    if (topic === 'site') reads.toldAll()
    if (topic === 'setting') settings.clear()
  })
  sessions.onOpened = memberId => reads.changed([memberSubject(memberId)])
  bus.onLine = up => {
    health.news = up
    reads.trusted = up
    sessions.trust(up)
    cash.trusted = up
    cash.clear()
    settings.trusted = up
    settings.clear()
  }
  await bus.open()
}

type Joining = Omit<Parameters<typeof openReads>[0], 'primary' | 'clock'> & {
  clock: Clock | undefined
}

/**
 * What has to be heard from the database before anything else; a database that is away leaves no
 * connection behind.
 */
async function join(db: Database, bus: Bus, given: Joining) {
  const ends: (() => Promise<unknown>)[] = [() => bus.close(), () => db.destroy()]
  try {
    const clock = given.clock ?? (await DatabaseClock.open(db, given.log))
    const sessions = new Sessions(db, clock)
    const cash = cashRemembered(db, clock)
    const reads = openReads({ ...given, primary: db, clock })
    ends.unshift(() => reads.close())
    const health = new Health(db, clock, reads)
    health.degraded = async () => (await lateBeacons(db)).map(code => `beacon:${code}`)
    const settings = new SettingMemory(db)
    settings.share(reads.histories)
    await hear(bus, health, { sessions, cash, reads, settings })
    return { clock, sessions, cash, reads, health }
  } catch (error) {
    for (const end of ends) await end()
    throw error
  }
}

/** How many connections a site opens to its database at most; a replica's are not the primary's. */
export const connectionsOf = ({ poolSize, metrics }: Settings): number =>
  poolSize + HISTORY_POOL + JOBS_POOL + NEWS_CONNECTIONS + (metrics ? 1 : 0)

const sessionOf = ({ keepPlans }: Settings, patience: number): SiteSession => ({
  role: ROLE,
  applicationName: 'tianping-server',
  patience,
  keepPlans,
})

const jobsPool = ({ directUrl }: Settings, session: SiteSession) =>
  connect(directUrl, {
    ...session,
    maxConnections: JOBS_POOL,
    statementTimeoutMs: JOBS_STATEMENT_MS * session.patience,
  })

/**
 * Refuses calls while the event loop is later than the setting says, and asks the proxies for none.
 * Pages and their files cost little, and without one of them a browser shows nothing at all.
 */
function refuseWhenBusy(app: FastifyInstance, { busyAfterMs }: Settings): void {
  // By the route, since an address may be written in escapes.
  const isRefused = /^\/(api|readyz|healthz)\b/
  app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    pressureHandler: async ({ routeOptions: { url = '' } }) => {
      if (isRefused.test(url)) throw new Busy()
    },
  })
}

/** What is answered beside the calls: callbacks, files, streams and pages. */
function serveRoutes(app: FastifyInstance, services: Services, options: SiteOptions): void {
  secure(app, services)
  registerCallbacks(app, services)
  serveSeamlessWallet(app, services)
  registerFaucet(app, services)
  serveDecisions(app, services)
  serveDocuments(app, services, (request, call) => operatorOf(services, request, call))
  serveReceipts(app, services, (request, call) => operatorOf(services, request, call))
  serveEvidence(app, services, (request, call) => operatorOf(services, request, call))
  servePictures(app, services)
  serveTicketPictures(app, services, (request, call) => operatorOf(services, request, call))
  serveReports(app, services, (request, call) => operatorOf(services, request, call))
  serveReportFiles(app, services, (request, call) => operatorOf(services, request, call))
  serveAvatars(app, services)
  serveMedia(app, services)
  serveDataFiles(app, services)
  serveStatements(app, services)
  serveExports(app, services, consoleHandlers, options.exports)
  serveLive(app, services)
  serveMemberLive(app, services)
  const { settings } = services
  if (settings.memberDist) serveVerifier(app, settings.memberDist)
  serveApiReference(app, settings)
  servePages(app, services)
}

const portsOf = (services: Services): Ports => ({
  memberOf: (token, polled) => services.sessions.of(token, polled),
  operatorOf: (request, call) => operatorFor(services, request, call),
  lost: (request, reply) => answerBuilt(services, request, reply),
})

/** A sandbox has one release at a time. */
const keepRelease = async (services: Services): Promise<void> => {
  if (services.settings.mode === 'production') await keepBuilt(services)
}

/**
 * Opens the database, joins the instances' news, and puts the site together; `close` takes it apart
 * in order.
 */
export async function openSite(settings: Settings, options: SiteOptions = {}): Promise<Site> {
  const log = options.log ?? newLog('info')
  const { patience = 1 } = options
  const heard = watching({ settings, log, alone: !options.group })
  const session = sessionOf(settings, patience)
  const db = connect(settings.databaseUrl, { ...session, maxConnections: settings.poolSize })
  const bus = new Bus(db, settings.directUrl)
  const { rehearseReads: rehearsal, clock: given } = options
  const heardFrom = { settings, clock: given, log, session, rehearsal }
  const { clock, sessions, cash, reads, health } = await join(db, bus, heardFrom)
  const services: Services = {
    db,
    reads,
    clock,
    settings,
    log,
    group: options.group ?? null,
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
    ...portsOf(services),
  })
  refuseWhenBusy(app, settings)
  serveHealth(app, health)
  serveRoutes(app, services, options)
  const jobsDb = jobsPool(settings, session)
  for (const each of [db, jobsDb]) each.onChanged = keys => publishChanges(services, keys)
  heard.watch(services, { pools: { calls: db, jobs: jobsDb }, health })
  const metricsPort = (await heard.open(services))?.port ?? null
  await keepRelease(services)
  let jobs: Poller | null = null
  const start = () => {
    if (settings.runJobs) jobs ??= startJobs({ ...services, db: jobsDb })
  }
  app.addHook('onListen', async () => start())
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
    for (const each of [services.venues, services.outward]) each.close()
    await bus.close()
    if (clock instanceof DatabaseClock) clock.stop()
    await reads.close()
    await Promise.all([db.destroy(), jobsDb.destroy()])
  }
  const routing: Site['routing'] = (request, response) => app.routing(request, response)
  const { refresh: refreshMetrics } = heard
  return { app, services, metricsPort, health, routing, start, refreshMetrics, drain, close }
}

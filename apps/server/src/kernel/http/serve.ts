import formbody from '@fastify/formbody'
import multipart, { type MultipartFields } from '@fastify/multipart'
import { calls, type Answer, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { Unavailable } from '@tianping/database'
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { hearCalls, REQUEST_ID_HEADER, type Heard } from '../metrics/calls.ts'
import { inSpan } from '../trace/trace.ts'
import { CONSOLE_COOKIE, isHttps, setCookie } from './cookie.ts'
import { failure, success } from './answer.ts'
import { explained } from './explain.ts'
import { broughtDevice, DESK_COOKIE, DEVICE_COOKIE, markDevice } from './device.ts'
import type { RefusedTo } from '../security/events.ts'
import { keptText } from './kept.ts'
import { once, type KeptAnswer } from './once.ts'
import { watchedCalls } from '../security/watched.ts'
import { REASON_HEADER, Refusal, sendRefusal, sessionOver } from './refusal.ts'
import type {
  AllConsoleHandlers,
  AllHandlers,
  Caller,
  Operator,
  Services,
  Session,
  Upload,
} from './services.ts'
import { readsElsewhere, readsHistories } from '../reads/elsewhere.ts'
import { memberSubject, operatorSubject, type Subject } from '../reads/reads.ts'
import { present } from '../present.ts'

const BODY_LIMIT = 64 * 1024
const MEGABYTE = 1024 * 1024
const UPLOAD_LIMIT = 2 * MEGABYTE
/** Of calls that bring a piece of a file. */
const LARGE_BODY_LIMIT = MEGABYTE
const JSON_TYPE = 'application/json; charset=utf-8'
const KEY_FORMAT = /^[A-Za-z0-9_-]{8,64}$/
/** This process and a count: enough to find a line, and far cheaper than a random one. */
const processId = randomUUID().slice(0, 8)
let requests = 0
const ownRequestId = () => `${processId}-${(++requests).toString(36)}`
const GIVEN_REQUEST_ID = /^[\w.:-]{8,64}$/

/** A request keeps the name that our own proxies gave it; a client's own word counts nothing. */
const requestIdBehind = (proxies: number) => (request: IncomingMessage) => {
  const given = proxies > 0 ? request.headers[REQUEST_ID_HEADER] : undefined
  return typeof given === 'string' && GIVEN_REQUEST_ID.test(given) ? given : ownRequestId()
}

/** What the kernel asks of the areas: who makes a call. */
export type Ports = {
  memberOf: (token: string, polled: boolean) => Promise<Session | null>
  /** Refuses who may not make the call. */
  operatorOf: (
    request: FastifyRequest,
    call: { name: string; permission: string },
  ) => Promise<Operator>
  /** Answers what no route of this release knows; undefined where nobody does. */
  lost: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
}
/** With `checkAnswers` every answer is parsed against the contract. */
type Options = Ports & { checkAnswers: boolean; heard: Heard }

type Plain = (context: object) => Promise<{ data: unknown; message?: string }>
type Routed = { name: string; spec: Call; handle: Plain }

/**
 * Routes are the contract's keys. One place for sessions, parsing, the envelope and errors: a known
 * call always answers HTTP 200 with `{code, message, data}`
 * (docs/decisions/0015-one-envelope-for-every-answer.md). With `checkAnswers` every answer is
 * parsed against the contract too.
 */
export function serve(
  services: Services,
  handlers: AllHandlers,
  consoleHandlers: AllConsoleHandlers,
  options: Options,
): FastifyInstance {
  const { trustProxy: proxies } = services.settings
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only what our own proxies wrote: the last so many of X-Forwarded-For, since whatever came
    // before them is the client's.
    trustProxy: proxies > 0 ? (_address, hop) => hop < proxies : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // What comes over a kept connection while the site closes is answered as before.
    return503OnClosing: false,
    genReqId: requestIdBehind(proxies),
    // A logger per request costs more than a balance call; the few lines that are written name the
    // request themselves.
    childLoggerFactory: logger => logger,
    routerOptions: { maxParamLength: 64 },
  })
  hearCalls(app, options.heard)
  app.register(formbody, { bodyLimit: BODY_LIMIT })
  readJson(app)
  const routeMemberCalls = (scope: FastifyInstance, uploads: boolean) => {
    for (const [name, spec] of Object.entries<Call>(calls).filter(
      ([, each]) => (each.upload ?? false) === uploads,
    )) {
      const routed = { name, spec, handle: handlerOf(handlers, name, options) }
      for (const path of [name, ...(spec.aliases ?? [])])
        route(scope, path, (request, reply) =>
          memberCall(services, routed, options, request, reply),
        )
    }
  }
  routeMemberCalls(app, false)
  // Apart, since the plugin's hooks would cost every other call as much as the polled balance
  // itself.
  app.register(async scope => {
    await scope.register(multipart, {
      limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 4, parts: 5 },
    })
    routeMemberCalls(scope, true)
  })
  for (const [name, spec] of Object.entries<Call>(consoleCalls)) {
    const routed = {
      name,
      spec,
      handle: handlerOf(consoleHandlers, name, options),
    }
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const from: NotedFrom = notedFrom(name, request)
      return noting(noteOf(services, from), () =>
        consoleCall(services, routed, options, { request, reply, from }),
      )
    }
    const { large } = spec
    if (typeof large === 'number')
      route(app, name, answer, large, mayCall(services, routed, options))
    else route(app, name, answer, large ? LARGE_BODY_LIMIT : BODY_LIMIT)
  }
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(
    async (request, reply) =>
      (await options.lost(request, reply)) ?? sendRefusal(reply, say('request.not_found'), 404),
  )
  return app
}

/** Refuses who may not make a call of the back office, before its body is read. */
const mayCall =
  (services: Services, { name, spec }: Routed, { operatorOf }: Options) =>
  (request: FastifyRequest): Promise<void> =>
    noting(noteOf(services, notedFrom(name, request)), async () => {
      await operatorOf(request, { name, permission: spec.permission ?? '' })
    })

/** Deployed clients send an empty body with a JSON content type. */
function readJson(app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(new Refusal(say('request.malformed')))
    }
  })
}

/** The maps of handlers are complete by their types, which a name from a loop cannot use. */
function handlerOf(
  handlers: AllHandlers | AllConsoleHandlers,
  name: string,
  { heard }: Options,
): Plain {
  const handle = present((handlers as unknown as Record<string, Plain>)[name], `handler of ${name}`)
  return heard.tracer ? context => inSpan('service', () => handle(context)) : handle
}

function route(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  bodyLimit?: number,
  /** Asked before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>,
) {
  const [method, url] = path.split(' ') as ['GET' | 'POST', string]
  app.route({
    method,
    url,
    handler,
    exposeHeadRoute: false,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(onRequest === undefined ? {} : { onRequest }),
  })
}

async function memberCall(
  services: Services,
  routed: Routed,
  options: Options,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const member = await options.memberOf(bearer(request), routed.spec.polled ?? false)
  const from = { ...notedFrom(routed.name, request), memberId: member?.memberId ?? null }
  const note = noteOf(services, from)
  // Our own pages name no origin where they only read.
  const client = request.headers.origin === undefined ? '' : await services.clients.of(request)
  const subject = member ? memberSubject(member.memberId) : null
  const answer = await noting(note, () =>
    reading({ services, name: routed.name, subject }, read =>
      answerMember(read, routed, options, { request, reply, member, note, client }),
    ),
  )
  if (client !== '') return services.clients.withPictures(answer)
  const text = keptText(answer)
  return text === undefined ? answer : reply.type(JSON_TYPE).send(text)
}

type Reading = { services: Services; name: string; subject: Subject | null }

/**
 * Gives a call that only reads the database that may answer it, and writes down how far the log is
 * after any other one.
 */
function reading<T>(asked: Reading, work: (services: Services) => Promise<T>): Promise<T> {
  const { services, name } = asked
  const { reads } = services
  const usual = readsHistories.has(name) ? { ...services, db: reads.histories } : services
  return reads.elsewhere ? readingElsewhere(asked, usual, work) : work(usual)
}

async function readingElsewhere<T>(
  { services, name, subject }: Reading,
  usual: Services,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const { reads } = services
  if (subject && readsElsewhere.has(name)) {
    const db = await reads.database(subject)
    return work(db === reads.primary ? usual : { ...services, db })
  }
  return reads.noting(subject, () => work(usual))
}

type Note = (refusal: Refusal) => void
type NotedFrom = Parameters<Services['refusals']['note']>[1] & RefusedTo

const notedFrom = (call: string, request: FastifyRequest): NotedFrom => ({
  call,
  memberId: null,
  address: request.ip,
  requestId: request.id,
})

const noteOf =
  (services: Services, from: NotedFrom): Note =>
  refusal => {
    services.refusals.note(refusal, from)
    services.events.refused(refusal, from)
  }

/** Notes a refusal on its way out. */
async function noting<T>(note: Note, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) note(error)
    throw error
  }
}

type Asked = {
  request: FastifyRequest
  reply: FastifyReply
  member: Session | null
  note: Note
  client: string
}

async function answerMember(
  services: Services,
  { name, spec, handle }: Routed,
  options: Options,
  { request, reply, member, note, client }: Asked,
) {
  if (spec.by === 'member' && !member) throw sessionOver()
  if (spec.by === 'member' && member?.mustChange && !spec.early)
    throw explained(say('password.must_change'), { rule: 'password_once', version: 0 })
  const file = spec.upload ? await uploadOf(request, spec) : null
  const body = parse(spec, request, file?.fields)
  const device = broughtDevice(DEVICE_COOKIE, request, isHttps(services.settings))
  const caller = callerOf(request, services.settings, { client, device })
  const mark = () => markDevice(DEVICE_COOKIE, request, reply, isHttps(services.settings))
  const work = () =>
    answerOf(spec, options, handle({ ...services, body, caller, member, file, markDevice: mark }))
  if (!spec.once || !member) return work()
  try {
    const answer = await once(
      services.db,
      services.clock,
      { memberId: member.memberId, key: caller.key, endpoint: name, body: comparable(body) },
      () => refusalAsAnswer(work, note),
    )
    return unpacked(answer, reply)
  } finally {
    moved(services, member)
  }
}

/** Whatever happened to the member's money, no instance shows the old figure. */
function moved(services: Services, member: Session) {
  services.bus.publish('member', [member.memberId.toString()])
}

async function consoleCall(
  services: Services,
  { name, spec, handle }: Routed,
  options: Options,
  { request, reply, from }: { request: FastifyRequest; reply: FastifyReply; from: NotedFrom },
) {
  // A header that no cross-site form can send, besides the SameSite cookie.
  if (request.headers['x-tianping-console'] !== '1')
    throw new Refusal(say('request.not_from_console'))
  const operator: Operator | null =
    spec.by === 'operator'
      ? await options.operatorOf(request, { name, permission: spec.permission ?? '' })
      : null
  from.operatorId = operator?.operatorId ?? null
  const body = parse(spec, request)
  const setSession = (token: string | null) =>
    setCookie(reply, {
      name: CONSOLE_COOKIE,
      value: token ?? '',
      path: '/api/console',
      ...(token === null ? { ageS: 0 } : {}),
      https: isHttps(services.settings),
    })
  services.log.debug({ call: name, operator: operator?.name }, 'console call')
  const device = broughtDevice(DESK_COOKIE, request, isHttps(services.settings))
  const caller = callerOf(request, services.settings, { client: '', device })
  const mark = () => markDevice(DESK_COOKIE, request, reply, isHttps(services.settings))
  const subject = operator && operatorSubject(operator.operatorId)
  const answer = await reading({ services, name, subject }, read =>
    answerOf(
      spec,
      options,
      handle({
        ...read,
        body,
        caller: { ...caller, key: actionKey(name, caller.key, body) },
        operator,
        setSession,
        markDevice: mark,
      }),
    ),
  )
  const kind = watchedCalls[name]
  if (kind) services.events.noteBy(kind, from)
  return answer
}

function parse(spec: Call, request: FastifyRequest, fields: object = {}): unknown {
  const sent = spec.upload
    ? fields
    : {
        ...(request.method === 'GET' ? (request.query as object) : plainBody(request)),
        ...(request.params as object),
      }
  const read = spec.takes.safeParse(sent)
  if (!read.success)
    throw new Refusal(say('request.invalid'), {
      fields: [...new Set(read.error.issues.flatMap(fieldsOf))].slice(0, 10),
    })
  return read.data
}

/** The fields that are wrong, or that the call does not know. */
const fieldsOf = (issue: { path: PropertyKey[]; keys?: string[] }) =>
  issue.keys ?? [issue.path.join('.')]

function plainBody(request: FastifyRequest): object {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal(say('request.malformed'))
  return body
}

async function answerOf(
  spec: Call,
  options: Options,
  handled: Promise<{ data: unknown; message?: string }>,
): Promise<Answer<unknown>> {
  const { data, message } = await handled
  if (options.checkAnswers) spec.gives.parse(data)
  return success(data, message)
}

/** A refusal is an outcome to remember; a failure is not. */
async function refusalAsAnswer(
  work: () => Promise<Answer<unknown>>,
  note: Note,
): Promise<KeptAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    note(error)
    const { code, text, reason } = error.said
    return { ...failure(code, text, error.data), reason }
  }
}

function unpacked({ reason, ...answer }: KeptAnswer, reply: FastifyReply): Answer<unknown> {
  reply.answered = answer.code
  if (reason !== undefined) void reply.header(REASON_HEADER, reason)
  return answer
}

/**
 * The payload as it is compared between repetitions. Secrets are in it, so that no more than a hash
 * of it is ever kept.
 */
const comparable = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  ) as unknown

/**
 * An operator's action is one key of one request: the same key with another content is another
 * action, not a repetition.
 */
const actionKey = (name: string, key: string, body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([name, key, comparable(body)]))
    .digest('hex')

const bearer = (request: FastifyRequest) =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** What the proxies say of the place; nothing where no proxy is trusted. */
function countryOf(request: FastifyRequest, { countryHeader, trustProxy }: Services['settings']) {
  const said = countryHeader && trustProxy > 0 ? request.headers[countryHeader] : ''
  return typeof said === 'string' ? said.trim().toUpperCase() : ''
}

function callerOf(
  request: FastifyRequest,
  settings: Services['settings'],
  { client, device }: Pick<Caller, 'client' | 'device'>,
): Caller {
  const given = request.headers['idempotency-key']
  if (given !== undefined && (typeof given !== 'string' || !KEY_FORMAT.test(given)))
    throw new Refusal(say('request.key_format'))
  let key = given
  return {
    address: request.ip,
    country: countryOf(request, settings),
    agent: request.headers['user-agent'] ?? '',
    host: request.headers.host ?? '',
    // Most calls without a key never ask for one.
    get key() {
      return (key ??= randomUUID())
    },
    device,
    client,
  }
}

async function uploadOf(
  request: FastifyRequest,
  { uploadBytes = UPLOAD_LIMIT }: Call,
): Promise<Upload | null> {
  if (!request.isMultipart()) return null
  const part = await request.file({ limits: { fileSize: uploadBytes } })
  if (!part || part.fieldname !== 'file') return null
  const bytes = await part.toBuffer().catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    const what = uploadBytes === UPLOAD_LIMIT ? 'picture_too_large' : 'file_too_large'
    throw new Refusal(say(`request.${what}`, { max: uploadBytes / MEGABYTE }))
  })
  return { bytes, filename: part.filename, fields: plainFields(part.fields) }
}

/** The fields that are no files, each once. */
function plainFields(fields: MultipartFields): Record<string, string> {
  const found = Object.entries(fields).flatMap(([name, field]) =>
    field && !Array.isArray(field) && field.type === 'field'
      ? [[name, String(field.value)] as const]
      : [],
  )
  return Object.fromEntries(found)
}

/** How soon a call is worth another try while the server is busy or the database away. */
const AGAIN_S = 2
/** Too much at once, or the database away: what became of the call is found by its key. */
const away = (reply: FastifyReply) =>
  sendRefusal(reply.header('retry-after', AGAIN_S), say('request.busy'), 503)

function answerError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Refusal) return sendRefusal(reply, error.said, 200, error.data)
  if (error.statusCode === 413) return sendRefusal(reply, say('request.too_large'), 413)
  if (error.statusCode === 503) return away(reply)
  if (error.statusCode && error.statusCode < 500)
    return sendRefusal(reply, say('request.malformed'), 200)
  if (error instanceof Unavailable) {
    request.log.warn({ request: request.id, why: error.message }, 'the database is away')
    return away(reply)
  }
  request.log.error(
    { err: error, url: request.routeOptions.url, request: request.id },
    'call failed',
  )
  return sendRefusal(reply, say('request.failed'), 500, { request_id: request.id })
}

import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { around, type Around, type Tracer } from '../trace/trace.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    around: Around | null
  }
  interface FastifyReply {
    /** The code of the envelope; 0 where the HTTP status says it. */
    answered: number
  }
}

export const REQUEST_ID_HEADER = 'x-request-id'
/** A stream lasts as long as its page, which says nothing of how fast calls are answered. */
const STREAM = /\/live$/

/** Names of calls by the address of their route; an alias counts as the call it stands for. */
function namesOfRoutes(): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, { aliases = [] }] of Object.entries<Call>({ ...calls, ...consoleCalls }))
    for (const path of [name, ...aliases]) names.set(path, name)
  return names
}

/** Who hears of each answer: metrics, traces, the access log. */
export type Heard = { metrics: Metrics | null; tracer: Tracer | null; accessLog: Logger | null }

/**
 * Names each request in its answer and in every log line of its call. Where somebody hears, each
 * answer is measured, traced and logged too. Labels and lines carry the name of the call from the
 * contract or the pattern of the route, never what a client sent.
 */
export function hearCalls(app: FastifyInstance, heard: Heard): void {
  const names = namesOfRoutes()
  const nameOf = ({ method, routeOptions }: FastifyRequest): string => {
    if (routeOptions.url === undefined) return 'none'
    const path = `${method} ${routeOptions.url}`
    return names.get(path) ?? path
  }
  app.decorateRequest('around', null)
  app.decorateReply('answered', 0)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  // Behind the reading of the body, whose events come from the connection and not from here.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = heard.tracer?.begin(nameOf(request), request.headers['traceparent']) ?? null
    request.around = { requestId: request.id, span }
    around.run(request.around, done)
  })
  const { metrics, tracer, accessLog } = heard
  if (!metrics && !tracer && !accessLog) return
  const count = metrics && countCalls(app, metrics)
  app.addHook('onResponse', (request, reply, done) => {
    const [name, code] = [nameOf(request), reply.answered || reply.statusCode]
    count?.(name, code, reply.elapsedTime)
    endSpan(request, code)
    accessLog?.info(lineOf(name, code, request, reply), 'answered')
    done()
  })
}

const lineOf = (name: string, code: number, request: FastifyRequest, reply: FastifyReply) => ({
  call: name,
  code,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  request: request.id,
})

function endSpan(request: FastifyRequest, code: number): void {
  const span = request.around?.span
  if (!span) return
  span.attributes['tianping.code'] = code
  span.attributes['tianping.request'] = request.id
  span.end(code >= 500 ? code : undefined)
}

function countCalls(app: FastifyInstance, metrics: Metrics) {
  const answered = metrics.counter('tianping_calls_total', 'Calls by name and code of the answer', [
    'call',
    'code',
  ])
  const seconds = metrics.histogram('tianping_call_seconds', 'Seconds until a call was answered', [
    'call',
  ])
  const underWay = metrics.gauge('tianping_calls_under_way', 'Calls that are being answered')
  let open = 0
  metrics.collect(() => underWay.set(open))
  app.addHook('onRequest', (_request, _reply, done) => {
    open++
    done()
  })
  return (name: string, code: number, ms: number) => {
    open--
    answered.add([name, String(code)])
    if (!STREAM.test(name)) seconds.observe(ms / 1_000, [name])
  }
}

// Traces in the shape of OpenTelemetry: a call, its service, and what it asks of the database, of
// venues and of providers (docs/decisions/0089-traces-by-hand.md).
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The call that the running code belongs to. */
export type Around = { requestId: string; span: Span | null }
export const around = new AsyncLocalStorage<Around>()

export type SpanKind = 'internal' | 'server' | 'client'
type Attributes = Record<string, string | number>
type Hear = (span: Span) => void

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const ZERO = /^0+$/

export class Span {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly parentId: string
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly from = performance.timeOrigin + performance.now()
  /** Milliseconds since 1970; 0 while it lasts. */
  until = 0
  failed = false
  readonly hear: Hear

  constructor(
    place: { traceId: string; parentId: string; hear: Hear },
    name: string,
    kind: SpanKind,
    attributes: Attributes,
  ) {
    this.traceId = place.traceId
    this.parentId = place.parentId
    this.hear = place.hear
    this.name = name
    this.kind = kind
    this.attributes = attributes
  }

  /** The header that another program continues the trace by. */
  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-01`
  }

  child(name: string, kind: SpanKind, attributes: Attributes): Span {
    const { traceId, spanId, hear } = this
    return new Span({ traceId, parentId: spanId, hear }, name, kind, attributes)
  }

  /** Ends once, with the error if it failed. */
  end(error?: unknown): void {
    if (this.until > 0) return
    this.until = performance.timeOrigin + performance.now()
    if (error !== undefined && error !== null) this.failed = true
    this.hear(this)
  }
}

/** Begins traces; where none is set up, nothing is traced and nothing is paid for it. */
export class Tracer {
  private readonly share: number
  private readonly hear: Hear

  /** `share` of the traces are kept, chosen by their number, so that all programs choose alike. */
  constructor(share: number, hear: Hear) {
    this.share = share
    this.hear = hear
  }

  /** The first span of this program: a new trace, or the caller's where the header is sound. */
  begin(name: string, traceparent: unknown): Span | null {
    const given = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null
    const [, traceId = '', parentId = ''] = given ?? []
    const sound = given !== null && !ZERO.test(traceId) && !ZERO.test(parentId)
    const place = sound
      ? { traceId, parentId, hear: this.hear }
      : { traceId: randomBytes(16).toString('hex'), parentId: '', hear: this.hear }
    if (Number.parseInt(place.traceId.slice(-8), 16) / 0x1_0000_0000 >= this.share) return null
    return new Span(place, name, 'server', {})
  }
}

/** A span below the running one; null where nothing is traced. */
export const beginChild = (name: string, attributes: Attributes, kind: SpanKind = 'client') =>
  around.getStore()?.span?.child(name, kind, attributes) ?? null

/** Does the work in a span of its own, which its statements and outside calls lie below. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  const here = around.getStore()
  if (!here?.span) return work()
  const span = here.span.child(name, 'internal', {})
  try {
    const answer = await around.run({ ...here, span }, work)
    span.end()
    return answer
  } catch (error) {
    span.end(error)
    throw error
  }
}

import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { Span, SpanKind } from './trace.ts'

const SEND_MS = 2_000
const MOST_AT_ONCE = 500
/** What waits beyond is dropped and counted: a collector that is away must not fill memory. */
const MOST_WAITING = 4_000
const PATIENCE_MS = 5_000
const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }
const FAILED = 2

export type TraceTarget = { endpoint: string; headers: Record<string, string>; service: string }

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n)
const valueOf = (value: string | number) =>
  typeof value === 'number' ? { doubleValue: value } : { stringValue: value }
const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

const written = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === '' ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.from),
  endTimeUnixNano: nanoseconds(span.until),
  attributes: attributesOf(span.attributes),
  ...(span.failed ? { status: { code: FAILED } } : {}),
})

/**
 * Sends spans in batches to a collector, as OTLP over HTTP with JSON. No call waits for it; what
 * cannot be sent is dropped and counted.
 */
export class TraceExporter {
  private readonly target: TraceTarget
  private readonly log: Logger
  private readonly sent
  private waiting: Span[] = []
  private timer: NodeJS.Timeout | undefined
  private sending: Promise<void> = Promise.resolve()

  constructor(target: TraceTarget, log: Logger, metrics: Metrics) {
    this.target = target
    this.log = log
    this.sent = metrics.counter('tianping_trace_spans_total', 'Spans of traces, by their end', [
      'outcome',
    ])
  }

  readonly add = (span: Span): void => {
    if (this.waiting.length >= MOST_WAITING) return this.sent.add(['dropped'])
    this.waiting.push(span)
    this.timer ??= setTimeout(() => void this.settled(), SEND_MS).unref()
  }

  /** Sends what waits; resolves when all of it is sent or dropped. */
  settled(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.sending = this.sending.then(() => this.send())
    return this.sending
  }

  private async send(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_AT_ONCE)
      const taken = await this.post(batch)
      this.sent.add([taken ? 'sent' : 'dropped'], batch.length)
    }
  }

  private async post(batch: Span[]): Promise<boolean> {
    const { endpoint, headers, service } = this.target
    const body = {
      resourceSpans: [
        {
          resource: { attributes: attributesOf({ 'service.name': service }) },
          scopeSpans: [{ scope: { name: 'tianping' }, spans: batch.map(written) }],
        },
      ],
    }
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch (error) {
      this.log.debug({ err: error as Error, lost: batch.length }, 'traces were not taken')
      return false
    }
  }
}

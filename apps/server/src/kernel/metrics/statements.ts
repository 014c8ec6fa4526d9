import type { Database, Watch } from '@tianping/database'
import { beginChild } from '../trace/trace.ts'
import { STATEMENT_BOUNDS, type Metrics } from './metrics.ts'

/** Statements are templates of the source, so their texts are few. */
const MOST_TEXTS = 5_000
const VERB = /^\s*(?:\/\*[^*]*\*\/\s*)?(select|insert|update|delete|with|commit)\b/i
/** A function of the ledger, or a step of a transfer, which calls one inside the database. */
const LEDGER_CALL = /\b(?:ledger\.|(?=transfer_(?:begin|end)\b))([a-z_]+)\s*\(/

type Named = { kind: string; ledger: string }
const known = new Map<string, Named>()

/** The verb of a statement, and the function of the ledger that it calls, if any. */
export function nameOfStatement(text: string): Named {
  const found = known.get(text)
  if (found) return found
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'other'
  const ledger = LEDGER_CALL.exec(text)?.[1] ?? ''
  const named = { kind: ledger === '' ? verb : 'ledger', ledger }
  if (known.size < MOST_TEXTS) known.set(text, named)
  return named
}

/** The text without values; they are bound beside it and stay out of every trace. */
const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)

/** Measures the statements of a pool, and puts them into the trace of the call that asks. */
export function measureStatements(
  metrics: Metrics,
  pool: 'calls' | 'histories' | 'jobs' | 'reads',
): Watch {
  const seconds = metrics.histogram(
    'tianping_statement_seconds',
    'Seconds of statements, by pool and verb; ledger is a function of the ledger',
    ['pool', 'kind'],
    STATEMENT_BOUNDS,
  )
  const failures = metrics.counter('tianping_statement_failures_total', 'Statements that failed', [
    'pool',
  ])
  const ledger = metrics.counter(
    'tianping_ledger_calls_total',
    'Calls of functions of the ledger, by function and end',
    ['function', 'outcome'],
  )
  failures.add([pool], 0)
  const waited = metrics.histogram(
    'tianping_pool_wait_seconds',
    'Seconds that a connection of the pool was waited for',
    ['pool'],
    STATEMENT_BOUNDS,
  )
  return {
    statement: text => {
      const from = performance.now()
      const named = nameOfStatement(text)
      const span = beginChild(named.ledger === '' ? named.kind : `ledger.${named.ledger}`, {
        'db.system': 'postgresql',
      })
      if (span) span.attributes['db.query.text'] = shortened(text)
      return error => {
        seconds.observe((performance.now() - from) / 1_000, [pool, named.kind])
        if (error !== undefined) failures.add([pool])
        if (named.ledger !== '') ledger.add([named.ledger, error === undefined ? 'done' : 'failed'])
        span?.end(error)
      }
    },
    waited: ms => waited.observe(ms / 1_000, [pool]),
  }
}

/** How full the pools are, as it stands at a collection. */
export function measurePools(metrics: Metrics, pools: Record<string, Database>): void {
  const connections = metrics.gauge(
    'tianping_pool_connections',
    'Connections in use and idle, and callers that wait for one',
    ['pool', 'state'],
  )
  metrics.collect(() => {
    for (const [name, { load }] of Object.entries(pools)) {
      connections.set(load.open - load.idle, [name, 'used'])
      connections.set(load.idle, [name, 'idle'])
      connections.set(load.waiting, [name, 'waiting'])
    }
  })
}

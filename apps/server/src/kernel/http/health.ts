import { rows, sql, Unavailable, type Db } from '@tianping/database'
import type { FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Reads } from '../reads/reads.ts'
import type { Services } from './services.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
/** One look at the database answers everybody who asks within this time. */
const FRESH_MS = 500
/** A database that takes longer is no database to send members to. */
const PATIENCE_MS = 2_000

/** What an instance can lack to be sent calls. */
export type Lacking = 'drained' | 'database' | 'migrations' | 'news' | 'clock'

/** Whether this instance is fit to be sent calls, and what it lacks. */
export class Health {
  readonly #db: Db
  readonly #clock: Services['clock']
  /** A replica that is away is no reason to send calls elsewhere: the primary answers. */
  readonly reads: Reads
  #asked: { at: number; answer: Promise<Lacking[]> } | null = null
  /** Whether the line of the instances' news stands. */
  news = true
  /** What goes on with less than it should: told, and no reason to send calls elsewhere. */
  degraded: () => Promise<string[]> = async () => []
  /** No new call is to be sent here; those that come are answered. */
  draining = false

  constructor(db: Db, clock: Services['clock'], reads: Reads) {
    this.#db = db
    this.#clock = clock
    this.reads = reads
  }

  async lacking(): Promise<Lacking[]> {
    return [
      ...(this.draining ? ['drained' as const] : []),
      ...(this.news ? [] : ['news' as const]),
      ...(this.#clock.sure === false ? ['clock' as const] : []),
      ...(await this.#database()),
    ]
  }

  #database(): Promise<Lacking[]> {
    const at = performance.now()
    if (!this.#asked || at - this.#asked.at > FRESH_MS)
      this.#asked = { at, answer: lackingIn(this.#db) }
    return this.#asked.answer
  }
}

const known = () => readdirSync(MIGRATIONS).filter(name => name.endsWith('.sql'))

async function missingIn(db: Db): Promise<Lacking[]> {
  const applied = await rows(db, sql<{ name: string }>`select name from public.schema_migration`)
  const names = new Set(applied.map(({ name }) => name))
  return known().every(name => names.has(name)) ? [] : ['migrations']
}

async function lackingIn(db: Db): Promise<Lacking[]> {
  const late = Promise.withResolvers<Lacking[]>()
  const timer = setTimeout(() => late.resolve(['database']), PATIENCE_MS)
  try {
    return await Promise.race([missingIn(db), late.promise])
  } catch (error) {
    if (error instanceof Unavailable) return ['database']
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/livez`: the process answers. `/readyz`: calls may be sent here, with what is degraded; else
 * 503 with what it lacks.
 * `/healthz` is readiness under its old name.
 */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const quiet = { logLevel: 'silent', exposeHeadRoute: false } as const
  app.get('/livez', quiet, () => ({ status: 'ok' }))
  for (const path of ['/readyz', '/healthz'])
    app.get(path, quiet, async (_request, reply) => {
      const lacking = await health.lacking()
      void reply.header('cache-control', 'no-store')
      const { elsewhere, up } = health.reads
      if (lacking.length === 0) {
        const degraded = await health.degraded().catch(() => [])
        return {
          status: 'ok',
          ...(elsewhere && { replica: up ? 'used' : 'away' }),
          ...(degraded.length > 0 && { degraded }),
        }
      }
      return reply.code(503).send({ status: 'not ready', lacking })
    })
  // Whoever is answered during a drain comes back over a new connection, elsewhere.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.draining) void reply.header('connection', 'close')
    done()
  })
}

// Clients of other origins: apps that are deployed elsewhere and call this site. The operator lists
// their origins; every other origin is a stranger's (docs/clients.md).
import type { FastifyRequest } from 'fastify'
import type { Db } from '@tianping/database'
import type { Clock } from '../clock.ts'
import type { Settings } from '../environment.ts'
import { appSetting } from '../appSetting.ts'
import { Cached } from '../live/cached.ts'

/** A change of the list counts on every instance after this. */
const TTL_MS = 2_000

/** A picture of our own, named without a host. */
const OWN_PICTURE = /^\/(?!\/)[\w./-]+\.(?:svg|webp|png|jpe?g|gif|avif)$/
/** The same within written content. */
const OWN_PICTURE_TAG = /(<img\b[^>]*?\bsrc=")(?=\/(?!\/))/g

export class Clients {
  private readonly listed: Cached<'', readonly string[]>
  private last: readonly string[] = []
  private readonly publicUrl: string

  constructor(place: { db: Db; settings: Settings; clock: Clock }) {
    this.publicUrl = place.settings.publicUrl
    this.listed = new Cached(
      async () => (await appSetting(place)).client_origins.map(url => new URL(url).origin),
      { ttlMs: TTL_MS, maxEntries: 1, clock: place.clock },
    )
  }

  /**
   * The listed origins. A database that is away for a moment leaves the last list standing, so that
   * pages go on.
   */
  async origins(): Promise<readonly string[]> {
    this.last = await this.listed.get('').catch(() => this.last)
    return this.last
  }

  /** The origin of the client that asks, if it is listed; empty for our own pages and strangers. */
  async of(request: FastifyRequest): Promise<string> {
    const origin = foreignOrigin(request)
    return origin !== '' && (await this.origins()).includes(origin) ? origin : ''
  }

  /** The same data with the addresses of our own pictures written out, host included. */
  withPictures<T>(data: T): T {
    return mapTexts(data, text =>
      OWN_PICTURE.test(text)
        ? `${this.publicUrl}${text}`
        : text.replaceAll(OWN_PICTURE_TAG, `$1${this.publicUrl}`),
    ) as T
  }
}

/** The origin of another site's page that asks; empty where a page of our own does. */
function foreignOrigin({ headers }: FastifyRequest): string {
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return ''
  return new URL(origin).host === host ? '' : origin
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(each => mapTexts(each, change))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]),
  )
}

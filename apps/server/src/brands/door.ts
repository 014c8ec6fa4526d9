import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hostOf } from './brandSettings.ts'

type Routing = (request: IncomingMessage, response: ServerResponse) => void

/** A brand as the door knows it. */
export type Behind = {
  code: string
  name: string
  /** `resting`: paused, or not open yet for a reason of its own. */
  state: 'open' | 'paused' | 'resting'
  /** The brand's own site; null while there is none. */
  routing: Routing | null
  underWay: number
}

/** What the process says of itself, to whoever asks it under no brand's name. */
export type Ready = { ready: boolean; open: number; of: number }

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const AGAIN_S = 30
/** What goes on while members are kept out: staff, payments, health, the files of the pages. */
const GOES_ON =
  /^\/(?:api\/(?:console|callback|verification\/decisions)(?:\/|\?|$)|console(?:[/?]|$)|assets\/|livez|readyz|healthz)/
const STREAM = /\/live(?:\?|$)/
const HEALTH = /^\/(?:livez|readyz|healthz)(?:\?|$)/

const page = (title: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>系统维护</title><style>body{font:16px/1.6 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f6f8;color:#1c2430}main{padding:24px;text-align:center}h1{font-size:22px}@media(prefers-color-scheme:dark){body{background:#11161d;color:#e8edf3}}</style><main><h1>${title}</h1><p>系统维护中，请稍后再来</p></main></html>`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

/**
 * Which host a request is for. `X-Forwarded-Host` counts only behind proxies of ours, and of it
 * what the outermost of them wrote.
 */
export function askedHost(request: IncomingMessage, proxies: number): string {
  const forwarded = request.headers['x-forwarded-host']
  if (proxies === 0 || forwarded === undefined) return request.headers.host ?? ''
  const said = [forwarded].flat().join(',').split(',')
  return (said.at(-Math.min(proxies, said.length)) ?? '').trim()
}

/** One listener for all brands: hands each request to the brand that its host names. */
export class Door {
  readonly #proxies: number
  readonly #ready: () => Promise<Ready>
  #hosts: ReadonlyMap<string, Behind> = new Map()

  constructor(proxies: number, ready: () => Promise<Ready>) {
    this.#proxies = proxies
    this.#ready = ready
  }

  /** From here on these hosts are answered, and no others. */
  set hosts(hosts: ReadonlyMap<string, Behind>) {
    this.#hosts = hosts
  }

  readonly listener: RequestListener = (request, response) => {
    const { url = '' } = request
    // An absolute address names its host a second time, and another one.
    if (!url.startsWith('/')) {
      response.writeHead(400, PLAIN).end('Bad Request\n')
      return
    }
    const host = askedHost(request, this.#proxies)
    const behind = this.#hosts.get(hostOf(host))
    if (!behind) return this.#nobody(url, response)
    // Everything behind the door goes by one host, whichever header named it.
    request.headers.host = host
    if (behind.state === 'open' || GOES_ON.test(url)) enter(behind, request, response)
    else rest(behind.name, url, response)
  }

  /** A host of no brand: the process says how it is, and names nobody. */
  #nobody(url: string, response: ServerResponse): void {
    if (!HEALTH.test(url)) {
      response.writeHead(421, PLAIN).end('Misdirected Request\n')
      return
    }
    if (url.startsWith('/livez')) {
      response.writeHead(200, JSON_TYPE).end('{"status":"ok"}')
      return
    }
    void this.#ready().then(({ ready, open, of }) => {
      const status = ready ? 'ok' : 'not ready'
      response
        .writeHead(ready ? 200 : 503, JSON_TYPE)
        .end(JSON.stringify({ status, brands: { open, of } }))
    })
  }
}

/** Hands a request over and counts it until it is answered; streams last as long as their page. */
function enter(behind: Behind, request: IncomingMessage, response: ServerResponse): void {
  const { routing } = behind
  if (!routing) return rest(behind.name, request.url ?? '', response)
  if (!STREAM.test(request.url ?? '')) {
    behind.underWay++
    response.once('close', () => {
      behind.underWay--
    })
  }
  routing(request, response)
}

/** The brand rests: a page for people, the envelope for calls. */
function rest(name: string, url: string, response: ServerResponse): void {
  const headers = { 'retry-after': String(AGAIN_S) }
  if (url.startsWith('/api/')) {
    const said = { code: 503, message: '系统维护中，请稍后再来', data: null }
    response.writeHead(503, { ...JSON_TYPE, ...headers }).end(JSON.stringify(said))
    return
  }
  response
    .writeHead(503, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    })
    .end(page(escaped(name)))
}

// A payment provider of tests: a process of its own with its own orders and its own faults, written
// apart from the adapters that it proves. `/_…` is how a test steers it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What goes wrong with the next call: before the provider does anything, or after. */
export const faults = ['error', 'refuse', 'done-error', 'silent', 'truncated', 'garbage'] as const
export type Fault = (typeof faults)[number]

export type Notice = { headers: Record<string, string>; body: string }
/** What a notice says, and what is wrong with it. */
export type NoticeAsked = {
  order: string
  outcome: 'paid' | 'failed' | 'pending' | 'disputed'
  reference: string
  /** In fen; what was ordered without it. */
  amount?: number
  /** Milliseconds since 1970 at which it was paid and signed. */
  at: number
  wrong?: 'secret' | 'body' | 'cut'
  /** How a dispute ends; without it a dispute begins. */
  ends?: 'won' | 'lost'
  /** Signed by the key before. */
  previous?: boolean
}

export type Order = {
  fen: number
  page: string
  state: 'open' | 'paid' | 'closed'
  notify: string
  /** The provider's own number of the payment. */
  reference?: string
}
export type Answer = { status?: number; body: object }
export type Called = {
  method: string
  path: string
  form: URLSearchParams
  headers: IncomingMessage['headers']
}

export type Behaviour = {
  orders: Map<string, Order>
  answer(called: Called): Answer
  /** How this provider says no. */
  refusal(): Answer
  notice(asked: NoticeAsked): Notice
  /** What it has sent back in all, in fen. */
  refunded(): number
  /** Steering of its own: what only this kind of provider does. */
  steer?(path: string, asked: Record<string, unknown>): object | Promise<object>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const json = (response: ServerResponse, { status = 200, body }: Answer) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Answers as the fault says; true when nothing is left to do. */
function failed(response: ServerResponse, fault: Fault, done: () => Answer): boolean {
  if (fault === 'error') json(response, { status: 500, body: { error: 'down' } })
  else {
    const { body } = done()
    if (fault === 'done-error') json(response, { status: 502, body: {} })
    if (fault === 'garbage') response.end('<html>busy</html>')
    if (fault === 'truncated') {
      const text = JSON.stringify(body)
      response.writeHead(200, { 'content-length': String(text.length + 50) })
      response.write(text, () => response.destroy())
    }
  }
  return true
}

/** Delivers a notice as the provider would, and says what it was answered. */
export async function deliver(url: string, { headers, body }: Notice) {
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error' })
  return { status: answer.status, text: (await answer.text()).slice(0, 500) }
}

type Steering = NoticeAsked & { to?: string; fault?: Fault; times?: number }

/** Has the order paid, where it is a payment, and delivers the notice. */
function pay(asked: Steering, at: Behaviour) {
  const order = at.orders.get(asked.order)
  if (order && asked.outcome === 'paid') {
    order.state = 'paid'
    order.reference ??= asked.reference
  }
  return deliver(asked.to ?? order?.notify ?? '', at.notice(asked))
}

async function steer(path: string, asked: Steering, at: Behaviour, next: Fault[]): Promise<object> {
  if (path === '/_pay') return pay(asked, at)
  if (path === '/_notice') return at.notice(asked)
  if (path === '/_refunded') return { fen: at.refunded() }
  if (path === '/_orders') return Object.fromEntries(at.orders)
  if (path !== '/_fault') return (await at.steer?.(path, { ...asked })) ?? {}
  next.push(...Array.from({ length: asked.times ?? 1 }, () => asked.fault ?? 'error'))
  return {}
}

/** Listens on a free port of this machine and says the address on its standard output. */
export function serveStub(at: Behaviour): void {
  const next: Fault[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then(async text => {
      const path = new URL(request.url ?? '/', 'http://stub').pathname
      if (path.startsWith('/_'))
        return json(response, { body: await steer(path, JSON.parse(text) as Steering, at, next) })
      const called = {
        method: request.method ?? '',
        path,
        form: new URLSearchParams(text),
        headers: request.headers,
      }
      const fault = next.shift()
      if (fault === 'refuse') return json(response, at.refusal())
      if (fault === undefined) return json(response, at.answer(called))
      return void failed(response, fault, () => at.answer(called))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object')
      process.stdout.write(`http://127.0.0.1:${address.port}\n`)
  })
  // A parent that is gone takes its provider with it.
  process.stdin.on('end', () => process.exit(0)).resume()
}

// A payment provider of tests: a process of its own with its own orders and its own faults, written
// apart from the adapters that it proves. `/_…` is how a test steers it.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
}
/** What was paid, by the provider's own number of it. */
export type Payment = { order: string; fen: number }
export const payments = new Map<string, Payment>()
export const paidFor = (order: string): number =>
  [...payments.values()].reduce((sum, each) => sum + (each.order === order ? each.fen : 0), 0)

export type Answer = { status?: number; body: object }
export type Called = {
  method: string
  path: string
  form: URLSearchParams
  /** The body as it came. */
  text: string
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
  /** Its books besides orders and payments: with `keep` they outlive the process. */
  books?: Readonly<Record<string, Map<string, unknown>>>
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

/** Delivers a notice as the provider would, and says what it was answered; 0 is no answer. */
export async function deliver(url: string, { headers, body }: Notice) {
  save()
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error' })
    return { status: answer.status, text: (await answer.text()).slice(0, 500) }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}

/** Writes the books down before anybody hears of what is in them. */
let save = () => {}

/** Books in a file that is replaced as a whole, so that a kill loses nothing that was said. */
function keepIn(file: string, books: Record<string, Map<string, unknown>>) {
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, unknown][]>
    for (const [name, book] of Object.entries(books))
      for (const [key, value] of kept[name] ?? []) book.set(key, value)
  }
  let written = ''
  save = () => {
    const entries = Object.entries(books).map(([name, book]) => [name, [...book]])
    const text = JSON.stringify(Object.fromEntries(entries))
    if (text === written) return
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
    written = text
  }
}

type Steering = NoticeAsked & { to?: string; fault?: Fault; times?: number; path?: string }
/** What goes wrong next, and at which path; empty for any. */
type Next = { fault: Fault; path: string }

/** Has the order paid, where it is a payment, and delivers the notice. */
function pay(asked: Steering, at: Behaviour) {
  const order = at.orders.get(asked.order)
  if (order && asked.outcome === 'paid') {
    order.state = 'paid'
    const payment = { order: asked.order, fen: asked.amount ?? order.fen }
    if (!asked.wrong && !payments.has(asked.reference)) payments.set(asked.reference, payment)
  }
  return deliver(asked.to ?? order?.notify ?? '', at.notice(asked))
}

async function steer(path: string, asked: Steering, at: Behaviour, next: Next[]): Promise<object> {
  if (path === '/_pay') return pay(asked, at)
  if (path === '/_notice') return at.notice(asked)
  if (path === '/_refunded') return { fen: at.refunded() }
  if (path === '/_orders') return Object.fromEntries(at.orders)
  if (path === '/_payments') return Object.fromEntries(payments)
  if (path === '/_calm') return next.splice(0)
  if (path !== '/_fault') return (await at.steer?.(path, { ...asked })) ?? {}
  const { times = 1, fault = 'error', path: only = '' } = asked
  next.push(...Array.from({ length: times }, () => ({ fault, path: only })))
  return {}
}

/** Takes out what goes wrong with a call. */
function nextFor(path: string, next: Next[]): Fault | undefined {
  const place = next.findIndex(each => each.path === '' || each.path === path)
  return place < 0 ? undefined : next.splice(place, 1)[0]?.fault
}

/**
 * Listens on a port of this machine and says the address on its standard output. With `keep` its
 * books are in that file, so that a provider that was killed comes back with them.
 */
export function serveStub(at: Behaviour): void {
  const next: Next[] = []
  const { port = 0, keep } = JSON.parse(process.argv[2] ?? '{}') as { port?: number; keep?: string }
  if (keep) keepIn(keep, { orders: at.orders, payments, ...at.books })
  const done = (called: Called) => {
    const answer = at.answer(called)
    save()
    return answer
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then(async text => {
      const path = new URL(request.url ?? '/', 'http://stub').pathname
      if (path.startsWith('/_'))
        return json(response, { body: await steer(path, JSON.parse(text) as Steering, at, next) })
      const called = {
        method: request.method ?? '',
        path,
        form: new URLSearchParams(text),
        text,
        headers: request.headers,
      }
      const fault = nextFor(path, next)
      if (fault === 'refuse') return json(response, at.refusal())
      if (fault === undefined) return json(response, done(called))
      return void failed(response, fault, () => done(called))
    })
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object')
      process.stdout.write(`http://127.0.0.1:${address.port}\n`)
  })
  // A parent that is gone takes its provider with it.
  process.stdin.on('end', () => process.exit(0)).resume()
}

import { connect, type Socket } from 'node:net'

export type Asked = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The type of the body, where it is no JSON. */
  type?: string
}
export type Load = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  answers: number
  /** Answers by the code of their envelope. */
  codes: Map<number, number>
  /** The last answer, as it came. */
  last: string
}

/**
 * One request as it goes over the wire; those asked often are made once, so that the generator
 * stays cheap.
 */
export const request = ({
  path,
  method = 'POST',
  headers = {},
  body = '{}',
  type = 'application/json',
}: Asked): string =>
  `${method} ${path} HTTP/1.1\r\nhost: bench\r\n` +
  (method === 'GET'
    ? ''
    : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body, 'latin1')}\r\n`) +
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${method === 'GET' ? '' : body}`

/**
 * Keeps `connections` sockets busy for `ms`, one request at a time each, by bare sockets: the
 * generator must cost little beside what it measures. `next` gives the request (see `request`) by
 * its number and that of its connection. An answer that is not code 200 ends the run, unless
 * `anyAnswer` counts it. A generator that is `awake` never sleeps between answers: waking it is
 * work of the system, charged to a server the more, the slower it answers.
 */
export async function load(
  port: number,
  options: {
    connections: number
    ms: number
    next: (n: number, connection: number) => string
    anyAnswer?: boolean
    awake?: boolean
  },
): Promise<Load> {
  const times: number[] = []
  const codes = new Map<number, number>()
  let last = ''
  let sent = 0
  const begun = performance.now()
  let awake = options.awake ?? false
  const stayAwake = () => void (awake && setImmediate(stayAwake))
  stayAwake()
  await Promise.all(
    Array.from({ length: options.connections }, async (_, connection) => {
      let socket = await opened(port)
      while (performance.now() - begun < options.ms) {
        const at = performance.now()
        socket.write(options.next(sent++, connection), 'latin1')
        last = await wholeAnswer(socket)
        times.push(performance.now() - at)
        const code = codeOf(last)
        if (code !== 200 && !options.anyAnswer)
          throw new Error(`the server answered ${last.slice(-300)}`)
        codes.set(code, (codes.get(code) ?? 0) + 1)
        if (socket.closed || /\r\nconnection: close/i.test(last)) socket = await opened(port)
      }
      socket.destroy()
    }),
  )
  awake = false
  return {
    ...figuresOf(times, performance.now() - begun),
    codes,
    last,
  }
}

/** What the times of the answers of a window say; `ms` is how long it lasted. */
export function figuresOf(times: readonly number[], ms: number) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    perSecond: sorted.length / (ms / 1_000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers: sorted.length,
  }
}

export async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed))
  socket.setNoDelay(true)
  // Between two answers nobody waits for it; the next request finds it closed.
  return socket.on('error', () => {})
}

const codeOf = (answer: string) =>
  Number(/"code":(\d+)/.exec(answer)?.[1] ?? /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0)

export function wholeAnswer(socket: Socket): Promise<string> {
  return new Promise((done, failed) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      socket.off('data', take).off('error', failed)
      done(text)
    }
    socket.on('data', take).once('error', failed)
  })
}

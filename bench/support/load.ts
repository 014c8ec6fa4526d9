import { connect, type Socket } from 'node:net'

export type Asked = { path: string; headers?: Record<string, string>; body?: string }
export type Load = { perSecond: number; p50Ms: number; p99Ms: number; answers: number }

/**
 * One request as it goes over the wire; those asked often are made once, so that the generator
 * stays cheap.
 */
export const request = ({ path, headers = {}, body = '{}' }: Asked): string =>
  `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`

/**
 * Keeps `connections` sockets busy for `ms`, one request at a time each, by bare sockets: the
 * generator must cost little beside what it measures. `next` gives the request (see `request`); an
 * answer that is not code 200 ends the run.
 */
export async function load(
  port: number,
  options: { connections: number; ms: number; next: (n: number) => string },
): Promise<Load> {
  const times: number[] = []
  let sent = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      await new Promise((done, failed) => socket.once('connect', done).once('error', failed))
      socket.setNoDelay(true)
      while (performance.now() - begun < options.ms) {
        const at = performance.now()
        socket.write(options.next(sent++), 'latin1')
        const answer = await wholeAnswer(socket)
        if (!answer.includes('"code":200'))
          throw new Error(`the server answered ${answer.slice(-300)}`)
        times.push(performance.now() - at)
      }
      socket.destroy()
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers: times.length,
  }
}

function wholeAnswer(socket: Socket): Promise<string> {
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

import { figuresOf, opened, wholeAnswer } from './load.ts'

export type Arrived = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  answers: number
  /** Answers with another status than 200. */
  refused: number
}

const TICK_MS = 1
/** Calls that wait for a free connection, beyond which the rest of the window is given up. */
const MOST_WAITING = 5_000
const CONNECTIONS = 128

/**
 * Calls that arrive at a rate, whether the earlier ones were answered or not, at these ports in
 * turn. A call's time begins when it should have been sent, so that a wait for a connection counts.
 */
export async function arriving(
  ports: number[],
  { rate, ms, next }: { rate: number; ms: number; next: () => string },
): Promise<Arrived> {
  const times: number[] = []
  const waiting: number[] = []
  const idle: (() => void)[] = []
  let refused = 0
  let over = false
  const wake = () => idle.splice(0).forEach(go => go())

  async function connection(port: number) {
    let socket = await opened(port)
    for (;;) {
      const due = waiting.shift()
      if (due === undefined) {
        if (over) break
        await new Promise<void>(go => idle.push(go))
        continue
      }
      if (socket.destroyed) socket = await opened(port)
      socket.write(next(), 'latin1')
      const answer = await wholeAnswer(socket)
      times.push(performance.now() - due)
      if (!answer.startsWith('HTTP/1.1 200')) refused++
      if (/\r\nconnection: close/i.test(answer)) socket.destroy()
    }
    socket.destroy()
  }

  const begun = performance.now()
  const connections = Array.from({ length: CONNECTIONS }, (_, n) =>
    connection(ports[n % ports.length]!),
  )
  for (let sent = 0; performance.now() - begun < ms && waiting.length < MOST_WAITING;) {
    await new Promise(go => setTimeout(go, TICK_MS))
    const due = Math.floor(((performance.now() - begun) * rate) / 1_000) + 1
    for (; sent < due; sent++) waiting.push(begun + (sent * 1_000) / rate)
    wake()
  }
  over = true
  wake()
  await Promise.all(connections)
  return { ...figuresOf(times, performance.now() - begun), refused }
}

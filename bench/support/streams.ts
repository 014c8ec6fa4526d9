// Opens streams of members and notes when each letter arrives; raw sockets, so that many fit into
// one process. Told what to open by its parent, and answers what came.
import { connect, type Socket } from 'node:net'

type Order = { port: number; tokens: string[] } | 'report'

const arrived: [title: string, atNs: string][] = []
let open = 0
let bytes = 0

/** One stream; settles with the first event. */
function openStream(port: number, token: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.write(`GET /api/live HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return new Promise((done, failed) => {
    socket.once('error', failed)
    socket.on('data', (text: string) => {
      bytes += text.length
      if (text.includes('event: state')) done(socket)
      for (const [, title] of text.matchAll(/"title":"([^"]+)"/g))
        arrived.push([title!, process.hrtime.bigint().toString()])
    })
    socket.on('close', () => open--)
  })
}

const AT_ONCE = 50

process.on('message', (order: Order) => {
  if (order === 'report') {
    process.send!({ arrived, open, bytes })
    arrived.length = 0
    return
  }
  void (async () => {
    const left = [...order.tokens]
    const work = async () => {
      for (let token = left.pop(); token; token = left.pop()) {
        await openStream(order.port, token)
        open++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    process.send!({ opened: open })
  })()
})
process.on('disconnect', () => process.exit(0))
process.send!({ ready: true, port: 0 })

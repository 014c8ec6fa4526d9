// The baseline of every HTTP figure: Fastify with one handler that answers an envelope and does
// nothing else.
import Fastify from 'fastify'

const app = Fastify()
app.post('/empty', async () => ({ code: 200, message: 'ok', data: null }))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!({ ready: true, port: (app.server.address() as { port: number }).port })
process.on('message', () => process.send!({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit(0))

// A national register of excluded persons as a process of its own: it takes only what is signed,
// and answers as the test tells it to: signed or not, late, wrong, or not at all.
import { HEADERS, responseAction, signatureMatches, signatureOf } from '@tianping/venue-protocol'
import Fastify from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'

const [keyId = '', secret = ''] = process.argv.slice(2)
/** How it answers: honestly, `forged`, to another question, with an error, or never. */
type Mode = 'honest' | 'forged' | 'replayed' | 'failing' | 'silent'
let mode: Mode = 'honest'
const listed = new Set<string>()
let asked = 0

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
const head = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

app.post('/person', async (request, reply) => {
  asked += 1
  const body = request.body as string
  const [timestampMs, nonce] = [
    head(request.headers, HEADERS.timestamp),
    head(request.headers, HEADERS.nonce),
  ]
  const signed = { action: 'POST', target: request.url, timestampMs, nonce, body }
  const isKnown = head(request.headers, HEADERS.keyId) === keyId
  if (!isKnown || !signatureMatches(secret, signed, head(request.headers, HEADERS.signature)))
    return reply.code(401).send()
  if (mode === 'failing') return reply.code(503).send()
  if (mode === 'silent') return reply.hijack()
  const { check, name, birthday } = JSON.parse(body) as Record<string, string>
  const said = JSON.stringify({
    check: mode === 'replayed' ? '0'.repeat(32) : check,
    excluded: listed.has(`${name} ${birthday}`),
  })
  const answer = { ...signed, action: responseAction(200, 'POST'), body: said }
  return reply
    .header(HEADERS.timestamp, timestampMs)
    .header(HEADERS.signature, signatureOf(mode === 'forged' ? 'another secret' : secret, answer))
    .send(said)
})

// What the test asks of the stub itself.
app.post('/mode', async request => {
  mode = request.body as Mode
  return { asked }
})
app.post('/list', async request => {
  listed.add(request.body as string)
  return {}
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as { port: number }).port })
process.on('disconnect', () => process.exit(0))

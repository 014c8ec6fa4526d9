// A provider of identity checks as a process of its own: it takes only what is signed, remembers
// what it was asked, and says what the test tells it to say, signed or not.
import { HEADERS, newNonce, signatureMatches, signatureOf } from '@tianping/venue-protocol'
import Fastify from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'

const [keyId = '', secret = '', port = '0'] = process.argv.slice(2)
const got: { check: string; name: string; documents: unknown[]; times: number }[] = []
let answer = 200
const app = Fastify({ bodyLimit: 64 * 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser(
  '*',
  { parseAs: 'string', bodyLimit: 64 * 1024 * 1024 },
  (_r, body, done) => done(null, body),
)
const head = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

app.post('/checks', async (request, reply) => {
  const body = request.body as string
  const signed = {
    action: 'POST',
    target: request.url,
    timestampMs: head(request.headers, HEADERS.timestamp),
    nonce: head(request.headers, HEADERS.nonce),
    body,
  }
  const known = head(request.headers, HEADERS.keyId) === keyId
  if (!known || !signatureMatches(secret, signed, head(request.headers, HEADERS.signature)))
    return reply.code(401).send()
  if (answer !== 200) return reply.code(answer).send()
  const { check, name, documents } = JSON.parse(body) as (typeof got)[number]
  const before = got.find(each => each.check === check)
  if (before) before.times += 1
  else got.push({ check, name, documents, times: 1 })
  return reply.code(202).send()
})

// What the test asks of the stub itself.
app.get('/got', async () =>
  got.map(({ documents, ...each }) => ({ ...each, documents: documents.length })),
)
app.post('/answer', async request => {
  answer = Number(request.body)
  return {}
})
type Told = { url: string; decision: object; by?: string; ageMs?: number }
app.post('/say', async request => {
  const { url, decision, by = secret, ageMs = 0 } = JSON.parse(request.body as string) as Told
  const body = JSON.stringify(decision)
  const [timestampMs, nonce] = [String(Date.now() - ageMs), newNonce()]
  const target = new URL(url).pathname
  const said = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [HEADERS.keyId]: keyId,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: nonce,
      [HEADERS.signature]: signatureOf(by, { action: 'POST', target, timestampMs, nonce, body }),
    },
  })
  return { status: said.status, body: await said.json() }
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('listening')
process.on('disconnect', () => process.exit(0))

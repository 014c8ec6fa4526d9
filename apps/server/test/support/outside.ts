// The world outside of the site: a mail server and a gateway of text messages, both real, that keep
// what they get.
import { HEADERS, signatureMatches } from '@tianping/venue-protocol'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { present } from '../../src/kernel/present.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

type Address = { port: number }
export type Mail = { to: string; id: string; subject: string; text: string; raw: string }

const MAIL_USER = 'site'
const MAIL_PASSWORD = 'mail-password'

/** A letter's text; ours are one part of UTF-8. */
function textOf(raw: string): string {
  const at = raw.indexOf('\r\n\r\n')
  const body = raw.slice(at + 4)
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(raw.slice(0, at))?.[1]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return encoding === 'quoted-printable' ? Buffer.from(bytes, 'latin1').toString() : body
}

/** The subject of a letter, whose words may be folded and coded one by one. */
const subjectOf = (raw: string): string =>
  present(/^subject: (.+(?:\r\n[ \t].+)*)/im.exec(raw)?.[1], 'subject')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, way: string, coded: string) =>
      Buffer.from(
        way.toLowerCase() === 'b'
          ? Buffer.from(coded, 'base64').toString('latin1')
          : coded
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (_hex, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
        'latin1',
      ).toString(),
    )

/** A mail server; `refuse` answers for an address that it does not take. */
export async function openMailServer() {
  const got: Mail[] = []
  const state = { refuse: 0 }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const known = username === MAIL_USER && password === MAIL_PASSWORD
      done(known ? null : new Error('who are you'), known ? { user: username } : undefined)
    },
    onRcptTo: ({ address }, _session, done) => {
      if (state.refuse === 0) return done()
      done(Object.assign(new Error(`no ${address} here`), { responseCode: state.refuse }))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString()
        const id = present(/^message-id:\s+<(.+?)>/im.exec(raw)?.[1], 'message id')
        for (const { address } of session.envelope.rcptTo)
          got.push({ to: address, id, subject: subjectOf(raw), text: textOf(raw), raw })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as Address
  return {
    got,
    state,
    env: {
      SMTP_URL: `smtp://${MAIL_USER}:${MAIL_PASSWORD}@127.0.0.1:${port}`,
      MAIL_FROM: '天平 <no-reply@tianping.example>',
    },
  }
}

const SMS_KEY = { id: 'site-1', secret: 'gateway-secret-of-a-test' }
export type Sms = { id: string; to: string; text: string }

/** A gateway of text messages; it takes only what is signed, and answers `state.answer`. */
export async function openSmsGateway() {
  const got: Sms[] = []
  const state = { answer: 200 }
  const app = Fastify()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/send', async (request, reply) => {
    const body = request.body as string
    const head = (name: string) => String(request.headers[name] ?? '')
    const signed = {
      action: 'POST',
      target: request.url,
      timestampMs: head(HEADERS.timestamp),
      nonce: head(HEADERS.nonce),
      body,
    }
    const known = head(HEADERS.keyId) === SMS_KEY.id
    if (!known || !signatureMatches(SMS_KEY.secret, signed, head(HEADERS.signature)))
      return reply.code(401).send()
    if (state.answer === 200) got.push(JSON.parse(body) as Sms)
    return reply.code(state.answer).send()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  const { port } = app.server.address() as Address
  return {
    got,
    state,
    env: {
      SMS_URL: `http://127.0.0.1:${port}/send?channel=1`,
      SMS_KEY_ID: SMS_KEY.id,
      SMS_SECRET: SMS_KEY.secret,
    },
  }
}

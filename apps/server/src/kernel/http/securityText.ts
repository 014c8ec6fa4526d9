import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

const DAY_MS = 86_400_000

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness. 404 where nobody is
 * configured, since a wrong contact is worse than none.
 */
export function serveSecurityText(app: FastifyInstance, { settings, clock }: Services): void {
  const { securityContacts, securityDays, publicUrl } = settings
  const canonical = `${publicUrl}/.well-known/security.txt`
  app.get('/.well-known/security.txt', (_request, reply) => {
    void reply.type('text/plain; charset=utf-8')
    if (securityContacts.length === 0) return reply.code(404).send('no contact\n')
    const expires = new Date(clock.now().getTime() + securityDays * DAY_MS)
    const lines = [
      ...securityContacts.map(contact => `Contact: ${contact}`),
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: zh, en',
      ...(canonical.startsWith('https:') ? [`Canonical: ${canonical}`] : []),
    ]
    return reply.header('cache-control', 'no-cache').send(`${lines.join('\n')}\n`)
  })
}

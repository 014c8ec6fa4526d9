import { say } from '@tianping/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { success } from '../../kernel/http/answer.ts'
import { Refusal, sendRefusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { takeCallback } from './payments/callback.ts'
import { isRefused } from './payments/verdict.ts'
import { callbackCounter } from './watch/measured.ts'
import { callingProvider } from './provider.ts'
import { registerSandboxPages } from './sandbox/pages.ts'

const BODY_LIMIT = 16 * 1024

/**
 * `POST /api/callback/:provider`, and in a sandbox the provider's own cashier pages. What a
 * provider is told: 200 it was taken, 403 it did not prove whose it is, 404 it names no order of
 * ours, 5xx try again.
 */
export function registerCallbacks(app: FastifyInstance, services: Services): void {
  const callbacks = callbackCounter(services.metrics)
  app.register(async scope => {
    // Signatures are over what came, byte for byte.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      '/api/callback/:provider',
      async (request, reply) => {
        const provider = await callingProvider(services, request.params.provider)
        if (!provider) return sendRefusal(reply, say('request.not_found'), 404)
        try {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const verdict = await takeCallback(services, provider, {
            headers: request.headers,
            body,
            address: request.ip,
          })
          callbacks.add([provider.name, verdict])
          if (isRefused(verdict)) {
            const subject = `provider:${provider.name}`
            services.events.note({ kind: 'signature_refused', subject, address: request.ip })
            return sendRefusal(reply, say('callback.signature'), 403, { verdict })
          }
          if (verdict === 'unknown_order')
            return sendRefusal(reply, say('order.not_found'), 404, { verdict })
          if (provider.taken === undefined) return success({ verdict })
          return await reply.type('text/plain; charset=utf-8').send(provider.taken)
        } catch (error) {
          if (error instanceof Refusal) {
            services.events.refused(error, { memberId: null, address: request.ip })
            return sendRefusal(reply, error.said, error.said.code)
          }
          throw error
        }
      },
    )
    if (services.settings.mode === 'sandbox') registerSandboxPages(scope, services)
  })
}

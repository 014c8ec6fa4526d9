import type { Metrics } from '../../../kernel/metrics/metrics.ts'
import { beginChild } from '../../../kernel/trace/trace.ts'
import type { PaymentProvider } from '../../providers/providers.ts'

/** What became of callbacks, by provider and verdict. */
export const callbackCounter = (metrics: Metrics) =>
  metrics.counter('tianping_provider_callbacks_total', 'Callbacks of providers by verdict', [
    'provider',
    'verdict',
  ])

/** A provider whose orders are counted, timed and traced. */
export function measured(provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  const ended = metrics.counter('tianping_provider_calls_total', 'Orders opened at providers', [
    'provider',
    'outcome',
  ])
  const seconds = metrics.histogram(
    'tianping_provider_call_seconds',
    'Seconds until a provider answered',
    ['provider'],
  )
  return {
    ...provider,
    createOrder: async order => {
      const span = beginChild(`provider ${provider.name}`, {})
      const from = performance.now()
      const end = (outcome: 'done' | 'failed', error?: unknown) => {
        ended.add([provider.name, outcome])
        seconds.observe((performance.now() - from) / 1_000, [provider.name])
        span?.end(error)
      }
      try {
        const opened = await provider.createOrder(order)
        end('done')
        return opened
      } catch (error) {
        end('failed', error)
        throw error
      }
    },
  }
}

import type { VenueCallName, VenueOutcome } from '@tianping/venue-protocol'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { beginChild } from '../../kernel/trace/trace.ts'

const outcomeOf = (outcome: VenueOutcome<unknown>) =>
  outcome.kind === 'unknown' ? outcome.reason : outcome.kind

/** Counts, times and traces the calls to venues; the trace goes on at the venue. */
export function measureVenueCalls(metrics: Metrics) {
  const ended = metrics.counter('tianping_venue_calls_total', 'Calls to venues by outcome', [
    'venue',
    'call',
    'outcome',
  ])
  const seconds = metrics.histogram(
    'tianping_venue_call_seconds',
    'Seconds until a venue answered',
    ['venue'],
  )
  return (venue: string, call: VenueCallName) => {
    const from = performance.now()
    const span = beginChild(`venue ${call}`, { 'tianping.venue': venue })
    return {
      headers: span ? { traceparent: span.traceparent } : ({} as Record<string, string>),
      ended: (outcome: VenueOutcome<unknown>) => {
        const how = outcomeOf(outcome)
        ended.add([venue, call, how])
        seconds.observe((performance.now() - from) / 1_000, [venue])
        if (span) span.attributes['tianping.outcome'] = how
        span?.end(outcome.kind === 'unknown' ? how : undefined)
      },
    }
  }
}

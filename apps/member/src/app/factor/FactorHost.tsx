import { lazy, Suspense, useSyncExternalStore } from 'react'
import { askedNow, watchAsked } from './askFactor.ts'

const FactorAsk = lazy(async () => ({ default: (await import('./FactorAsk.tsx')).FactorAsk }))

/** Where a second factor is asked for; stands once at the root. */
export function FactorHost() {
  const asked = useSyncExternalStore(watchAsked, askedNow)
  return (
    asked && (
      <Suspense>
        <FactorAsk {...asked} />
      </Suspense>
    )
  )
}

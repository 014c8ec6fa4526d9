import { lazy, Suspense } from 'react'
import { useDue } from './due.ts'

const DueCards = lazy(async () => ({ default: (await import('./DueCards.tsx')).DueCards }))

/** What the member is to be shown at home; on most days nothing. */
export function DueAtHome() {
  const due = useDue()
  const reminder = due?.funds?.why === 'reminder' ? due.funds : null
  if (!due || !(due.review ?? reminder)) return null
  return (
    <Suspense>
      <DueCards review={due.review} reminder={reminder} />
    </Suspense>
  )
}

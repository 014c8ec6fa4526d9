import { lazy, Suspense } from 'react'
import { useAnswer } from '../calls.ts'
import { useLoggedIn } from '../session.ts'

const TermsDialog = lazy(async () => ({
  default: (await import('./TermsDialog.tsx')).TermsDialog,
}))

/** Asks a member who is logged in to agree to a text that was published since. */
export function NewTerms() {
  const held = useLoggedIn()
  const { data } = useAnswer(
    'POST /api/consents/show',
    {},
    { enabled: held, silent: true, once: true },
  )
  const due = held ? data?.due[0] : undefined
  if (!due) return null
  return (
    <Suspense>
      <TermsDialog key={`${due.kind}${due.version}`} due={due} />
    </Suspense>
  )
}

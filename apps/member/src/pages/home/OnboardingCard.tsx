import { Suspense, lazy } from 'react'
import { useUser } from '../../app/account.ts'
import { useOnboarding } from '../../app/onboarding.ts'
import { useLoggedIn } from '../../app/session.ts'
import css from './home.module.css'

const Onboarding = lazy(() => import('./Onboarding.tsx'))

/**
 * The first steps of a new member. Room is kept for them before they are known, for members without
 * a deposit.
 */
export function OnboardingCard() {
  const held = useLoggedIn()
  const steps = useOnboarding()
  const user = useUser()
  if (!held) return null
  const room = <div className={`card ${css.steps}`} aria-hidden="true" />
  if (!steps) return user?.paysum === 0 ? room : null
  if (steps.shown === 'none') return null
  return (
    <Suspense fallback={steps.shown === 'steps' ? room : null}>
      <Onboarding steps={steps} />
    </Suspense>
  )
}

import { Suspense, lazy, useEffect } from 'react'
import { roomFor, keepRoom, useOnboarding } from '../../app/onboarding.ts'
import { useLoggedIn } from '../../app/session.ts'
import css from './home.module.css'

const Onboarding = lazy(async () => ({ default: (await import('./Onboarding.tsx')).Onboarding }))

/** The first steps of a new member, in the room that they took at the last visit. */
export function OnboardingCard() {
  const held = useLoggedIn()
  const steps = useOnboarding()
  const shown = steps?.shown
  useEffect(() => {
    if (shown) keepRoom(shown)
  }, [shown])
  if (!held || shown === 'none') return null
  const size = shown ?? roomFor()
  const room = size && <div className={`card ${css.room}`} data-size={size} aria-hidden="true" />
  if (!steps) return room
  return (
    <Suspense fallback={room}>
      <Onboarding steps={steps} />
    </Suspense>
  )
}

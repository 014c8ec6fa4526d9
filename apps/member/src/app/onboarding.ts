import type { Given } from '@tianping/contract'
import { call } from './api.ts'
import { useAnswer } from './calls.ts'
import { cache, keyOf } from './cache.ts'
import { useLoggedIn } from './session.ts'

export const onboardingCall = 'POST /api/onboarding'
export type Onboarding = Given<typeof onboardingCall>

/** The member's first steps; undefined until they are known. */
export const useOnboarding = () =>
  useAnswer(onboardingCall, {}, { silent: true, enabled: useLoggedIn(), freshMs: 0 }).data

/** Home waits so long for the first steps of a new member, and shows them when they come. */
const patienceMs = 800

/** Asks for the first steps ahead, so that nothing on home moves when they come. */
export const askOnboarding = () =>
  Promise.race([
    call(onboardingCall, {}).then(
      ({ data }) => void cache.setQueryData(keyOf(onboardingCall), data),
      () => undefined,
    ),
    new Promise(done => setTimeout(done, patienceMs)),
  ])

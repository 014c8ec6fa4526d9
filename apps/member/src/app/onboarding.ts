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

const roomKey = 'onboarding'

/** What the steps showed at the last visit, so that their room is there before them. */
export const roomFor = () => localStorage.getItem(roomKey)

/** Members without steps keep nothing. A full or forbidden storage keeps no room. */
export function keepRoom(shown: Onboarding['shown']) {
  try {
    if (shown === 'none') localStorage.removeItem(roomKey)
    else localStorage.setItem(roomKey, shown)
  } catch {
    return
  }
}

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

import type { Handlers } from '../../kernel/http/services.ts'
import { NO_STEPS, stepsOf } from './steps.ts'
import { setShown } from './store/onboarding.sql.ts'

export const onboardingHandlers = {
  'POST /api/onboarding': async ({ db, clock, member }) => ({
    // A one-time password opens home as visitors see it, and nothing of the member's.
    data: member.mustChange ? NO_STEPS : await stepsOf({ db, clock, memberId: member.memberId }),
  }),
  'POST /api/onboarding/show': async ({ db, clock, member, body }) => {
    const asked = { db, clock, memberId: member.memberId }
    const { shown } = await stepsOf(asked)
    // What is not done is put off, never closed.
    const show = body.show === 'closed' && shown !== 'done' ? 'line' : body.show
    if (shown !== 'none') await setShown(db, { memberId: member.memberId, show, at: clock.now() })
    return { data: await stepsOf(asked) }
  },
} satisfies Handlers

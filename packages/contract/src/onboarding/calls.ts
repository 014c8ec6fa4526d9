import { z } from 'zod'
import { member } from '../call.ts'
import { nothing, oneOf, yuan } from '../fields.ts'
import { limitLabels } from '../protection/facts.ts'
import { onboardingShown, onboardingStep } from './facts.ts'

const state = z.enum(onboardingStep)

/** The three steps after a registration, as they stand now. */
const steps = z.object({
  /** `steps`: in full; `line`: put off; `done`: all done and not closed yet; `none`: nothing. */
  shown: z.enum(onboardingShown),
  /** The payment password, and the question for a limit of deposits. */
  safety: z.object({
    state,
    /** A limit of deposits in force: the one of the shortest span. */
    limit: z.object({ kind: oneOf(limitLabels), amount: yuan }).nullable(),
    /** The payment password is a one-time one, to be changed first. */
    change: z.boolean(),
  }),
  /** `label` names what is bound, by its last characters. */
  card: z.object({ state, label: z.string() }),
  deposit: z.object({
    state,
    /** What is on its way. */
    amount: yuan.nullable(),
    /** The activity of first deposits that the member may apply for. */
    activity: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  }),
})

export const onboardingCalls = {
  'POST /api/onboarding': member(nothing, steps, { early: true }),
  /** Puts the steps off, opens them again, or closes what is done; all devices agree. */
  'POST /api/onboarding/show': member(
    z.object({ show: z.enum(['steps', 'line', 'closed']) }),
    steps,
  ),
} as const

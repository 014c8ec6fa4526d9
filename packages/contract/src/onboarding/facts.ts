/** How one step of the first days stands. */
export const onboardingStep = ['todo', 'waiting', 'done'] as const
export type OnboardingStep = (typeof onboardingStep)[number]

/** What of the steps home shows. */
export const onboardingShown = ['steps', 'line', 'done', 'none'] as const
export type OnboardingShown = (typeof onboardingShown)[number]

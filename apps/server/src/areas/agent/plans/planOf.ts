import type { Db } from '@tianping/database'
import { present } from '../../../kernel/present.ts'
import { planFor, planNumbered, type Plan } from '../store/plan.sql.ts'
import { noPlan, planTermsSchema, type PlanTerms } from './terms.ts'

export type PlanInForce = { plan: Plan | undefined; terms: PlanTerms }

const withTerms = (plan: Plan | undefined): PlanInForce => ({
  plan,
  terms: plan ? planTermsSchema.parse(plan.terms) : noPlan,
})

/** The plan that makes an agent's statement of a month; the terms of the settings without one. */
export const planForMonth = async (db: Db, agentId: bigint, month: string): Promise<PlanInForce> =>
  withTerms(await planFor(db, agentId, month))

/** The plan that a statement names. */
export const planOf = async (db: Db, planId: bigint | null): Promise<PlanInForce> =>
  withTerms(
    planId === null ? undefined : present(await planNumbered(db, planId), 'plan of a statement'),
  )

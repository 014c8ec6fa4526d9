import { z } from 'zod'
import { yuan } from '../fields.ts'

/** What was owed at the end of a day; null where nobody can know it. */
export const liabilityDay = z.object({
  day: z.string(),
  wallets: yuan,
  venues: yuan,
  payable: yuan,
  open_stakes: yuan.nullable(),
  rebates: yuan.nullable(),
  bonuses: yuan.nullable(),
  commissions: yuan.nullable(),
  /** Null unless every item of it is known. */
  total: yuan.nullable(),
  wagering: yuan.nullable(),
  /** When what nothing can tell afterwards was counted; empty where it was not. */
  counted_at: z.string(),
})

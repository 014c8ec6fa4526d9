import type { Services } from '../../kernel/http/services.ts'
import { sweepCodes } from './store/contact.sql.ts'

/** Housekeeping: codes that ran out. */
export const sweepContactCodes = ({ db, clock }: Services): Promise<unknown> =>
  sweepCodes(db, clock.now())

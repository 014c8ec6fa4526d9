import type { ConsoleGiven } from '@tianping/contract/console'
import { Failed } from '../../app/api.ts'

export type Entered = ConsoleGiven<'POST /api/console/login'>
/** The password was right; this is what comes next. */
export type Half = NonNullable<Entered['second']>

/** The steps took too long, or were tried too often: one begins anew. */
export const overIn = (error: Error | null): boolean =>
  error instanceof Failed &&
  typeof error.data === 'object' &&
  error.data !== null &&
  'over' in error.data

import type { Given } from '@tianping/contract'
import { useAnswer } from '../calls.ts'

export type Verification = Given<'POST /api/verification'>

/** Where the member stands; asked anew at every visit. */
export const useVerification = () => useAnswer('POST /api/verification', {}, { freshMs: 0 })

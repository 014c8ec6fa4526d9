import type { Given } from '@tianping/contract'
import { useAnswer } from '../calls.ts'
import { useLoggedIn } from '../session.ts'

export const dueCall = 'POST /api/protection/due'

export type Due = Given<typeof dueCall>
export type Funds = NonNullable<Due['funds']>
export type Papers = NonNullable<Due['papers']>

const halfHourMs = 30 * 60_000

/** What the member is to be shown; asked once in half an hour, and after each answer. */
export const useDue = () =>
  useAnswer(dueCall, {}, { silent: true, enabled: useLoggedIn(), freshMs: halfHourMs }).data

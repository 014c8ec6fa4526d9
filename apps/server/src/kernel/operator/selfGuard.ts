import { say } from '@tianping/contract/refusals'
import { Refusal } from '../http/refusal.ts'
import type { Operator } from '../http/services.ts'

/** Whether two names mean one operator; no two names differ in case alone. */
export const isSameOperator = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Refuses an operator who would act on the account of the member they are themselves, or decide
 * about its money.
 */
export function refuseOwnMember(
  operator: Pick<Operator, 'memberId'>,
  memberIds: readonly bigint[],
): void {
  if (operator.memberId !== null && memberIds.includes(operator.memberId))
    throw new Refusal(say('desk.own_member'))
}

import type { Permission } from '@tianping/contract/console'
import type { PayoutCheck } from '@tianping/contract/cashier/facts'
import type { Operator } from '../../../kernel/http/services.ts'

/** Orders tell of no case, match, watch or flag to whoever lacks the right to them. */
const quiet: Partial<Record<PayoutCheck, Permission>> = {
  flag: 'risk.read',
  watched: 'member.watch',
  screening: 'screening.read',
  case: 'case.read',
}

/** What did not hold, as the operator may know it. */
export function checksFor(
  { permissions }: Pick<Operator, 'permissions'>,
  failed: readonly string[],
): PayoutCheck[] {
  const told = (failed as readonly PayoutCheck[]).map(each => {
    const needs = quiet[each]
    return needs === undefined || permissions.includes(needs) ? each : 'alone'
  })
  return [...new Set(told)]
}

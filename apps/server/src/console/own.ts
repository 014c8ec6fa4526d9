import { Refusal } from '../http/refusal.ts'
import type { Operator } from '../http/services.ts'

/** Refuses an operator who would decide about the money of the member they are themselves. */
export function refuseOwn(operator: Pick<Operator, 'memberId'>, memberIds: readonly bigint[]): void {
  if (operator.memberId !== null && memberIds.includes(operator.memberId)) throw new Refusal('不能处理本人会员账号的业务', 403)
}

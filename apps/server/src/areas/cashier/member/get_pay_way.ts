import { byHand } from '@tianping/contract/payments'
import type { Handler } from '../../../kernel/http/services.ts'
import { isOffered } from '../offer.ts'
import { cashierSetting } from '../setting.ts'

/** Key order is tab order (docs/decisions/0026-deposit-methods-and-their-labels.md). */
export const get_pay_way: Handler<'GET /api/get_pay_way'> = async ({ db, settings }) => {
  const setting = await cashierSetting(db)
  const methods = setting.methods.map(
    ({ method }) => [method, isOffered(settings, setting, method) ? 1 : 0] as const,
  )
  return { data: { ...Object.fromEntries(methods), [byHand.key]: setting.rengong ? 1 : 0 } }
}

import { byHand } from '@tianping/contract/payments'
import type { Handler } from '../../../kernel/http/services.ts'
import { isOffered, offerOf } from '../offer.ts'

/** Key order is tab order (docs/decisions/0026-deposit-methods-and-their-labels.md). */
export const get_pay_way: Handler<'GET /api/get_pay_way'> = async ({ db, settings, clock }) => {
  const offer = await offerOf(db, settings, clock.now())
  const { setting } = offer
  const methods = setting.methods.map(
    ({ method }) => [method, isOffered(offer, method) ? 1 : 0] as const,
  )
  return { data: { ...Object.fromEntries(methods), [byHand.key]: setting.rengong ? 1 : 0 } }
}

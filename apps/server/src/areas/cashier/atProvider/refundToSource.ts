// Sends a payment back through its provider. One operator records it, another one's confirmation
// sends it. The refund's number is the provider's idempotency key: asked again, it is one refund.
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import {
  ProviderRefused,
  ProviderUnreached,
  type PaymentProvider,
} from '../../providers/providers.ts'
import { sendingProvider } from '../provider.ts'
import { isToSource, refundNamed, refunds, refuseListed, refuseUnseen } from '../refunds.ts'
import { refundState } from '@tianping/contract/stages'
import { noteAsked, type Refund } from '../store/refund.sql.ts'

/** The provider's way back, where it has one. */
export async function sourceOf(services: Services, code: string) {
  const provider = await sendingProvider(services, code)
  return provider?.port.refund?.bind(provider.port)
}

/** Refuses where the provider has no way back. */
export async function refuseNoSource(services: Services, code: string) {
  if (!(await sourceOf(services, code))) throw new Refusal(say('refund.no_source'))
}

/**
 * Asks the provider before the confirmation of a refund to source; returns once the money went
 * back, and refuses otherwise. A refund that was recorded with a voucher passes.
 */
export async function sendToSource(
  services: Services,
  no: string,
  { seen, by }: { seen: string; by: string },
): Promise<void> {
  const { db, clock } = services
  const id = await refundNamed(db, no)
  const refund = await transaction(db, async tx => {
    const found = await refunds.lock(tx, id)
    if (found.state !== refundState.waiting || !isToSource(found)) return null
    refuseUnseen(found, seen, by)
    await refuseListed(tx, found)
    if (found.askedAt === null) await noteAsked(tx, { ...found, at: clock.now() })
    return found
  })
  if (refund === null) return
  const send = await sourceOf(services, refund.provider)
  const outcome = await sent(send, refund)
  if (outcome === 'done') return
  if (outcome.forgets) await noteAsked(db, { ...refund, at: refund.askedAt })
  if (outcome.ends) await noteAsked(db, { ...refund, at: null })
  throw new Refusal(outcome.said)
}

/** `ends`: the provider did nothing and will not. `forgets`: this call did nothing. */
type NotDone = { said: ReturnType<typeof say>; ends?: true; forgets?: true }

async function sent(
  send: PaymentProvider['refund'],
  { depositNo, reference, refundNo, amountFen }: Refund,
): Promise<'done' | NotDone> {
  if (!send) return { said: say('refund.no_source'), forgets: true }
  try {
    const { state } = await send({ depositNo, reference, refundNo, amountFen })
    return state === 'done' ? 'done' : { said: say('refund.source_pending') }
  } catch (error) {
    if (error instanceof ProviderRefused)
      return {
        said: say('refund.source_refused', { said: error.message.slice(0, 80) }),
        ends: true,
      }
    if (error instanceof ProviderUnreached)
      return { said: say('refund.source_unreached'), forgets: true }
    return { said: say('refund.source_unknown') }
  }
}

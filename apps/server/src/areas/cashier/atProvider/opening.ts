// Opens an order at a provider, and at the next one where the first does not take it.
import { depositState } from '@tianping/contract/cashier/facts'
import type { Services } from '../../../kernel/http/services.ts'
import { present } from '../../../kernel/present.ts'
import {
  allProviders,
  answered,
  mayTry,
  ProviderRefused,
  ProviderUnreached,
  route,
  SANDBOX,
  silent,
  type PaymentProvider,
  type Provider,
  type ProviderOrder,
} from '../../providers/providers.ts'
import { tierOf } from '../../verification/verification.ts'
import type { PayMethod } from '../methods.ts'
import { speakTo } from '../provider.ts'
import { beginAttempt, endAttempt, type Outcome } from '../store/attempt.sql.ts'
import { markRefused, readDeposit, setPayUrl, type Deposit } from '../store/deposit.sql.ts'
import { measured } from '../watch/measured.ts'

/** So many providers are asked while the member waits. */
const MOST_ASKED = 3
/** After this long no further provider is asked. */
const PATIENCE_MS = 10_000
export const NOT_OPENED = '支付通道繁忙，请更换存款方式或稍后再试'

export type Routed = {
  memberId: bigint
  depositNo: string
  method: PayMethod
  amountFen: bigint
}

/** The providers that take this order now, the one to ask first in front. */
export async function routeOf(services: Services, asked: Routed): Promise<Provider[]> {
  const { db, clock } = services
  const [providers, tier] = await Promise.all([allProviders(services), tierOf(db, asked.memberId)])
  return route(providers, { ...asked, tier, now: clock.now() })
}

/**
 * Opens the order. One that no provider takes is closed; should it be paid all the same, the
 * callback still counts.
 */
export async function openOrder(
  services: Services,
  order: Deposit,
  origin: string,
): Promise<Deposit> {
  const { db, clock } = services
  const route = await routeOf(services, order)
  // The order's own provider comes first when the same order is opened again.
  const inOrder = route.toSorted(
    (a, b) => Number(b.code === order.provider) - Number(a.code === order.provider),
  )
  const from = performance.now()
  let asked = 0
  for (const provider of inOrder) {
    if (asked === MOST_ASKED || performance.now() - from > PATIENCE_MS) break
    if (!isOwn(provider) && !(await mayTry(db, provider, clock.now()))) continue
    asked += 1
    const payUrl = await tryAt(services, provider, order, origin)
    if (payUrl === undefined) continue
    const { memberId, depositNo } = order
    await setPayUrl(db, { memberId, depositNo, provider: provider.code, payUrl })
    // A repetition of the same call may have been faster: what stands in the order counts.
    return present(await readDeposit(db, memberId, depositNo), 'order just opened')
  }
  await markRefused(db, {
    memberId: order.memberId,
    depositNo: order.depositNo,
    decidedBy: '',
    now: clock.now(),
    remark: NOT_OPENED,
  })
  return { ...order, state: depositState.rejected, remark: NOT_OPENED }
}

/** The sandbox's provider is this server: it never rests, so that rehearsals see each failure. */
const isOwn = ({ value }: Provider) => value.adapter === SANDBOX

const askedOf = (order: Deposit, origin: string): ProviderOrder => ({
  depositNo: order.depositNo,
  method: order.method,
  protocol: order.protocol || null,
  amountFen: order.amountFen,
  usdtCents: order.usdtCents,
  expiresAt: present(order.expiresAt, 'end of the payment window'),
  origin,
})

/** The page of the order at one provider; undefined where the next one should be asked. */
async function tryAt(
  services: Services,
  found: Provider,
  order: Deposit,
  origin: string,
): Promise<string | undefined> {
  const { db, clock, metrics, log } = services
  const { memberId, depositNo } = order
  const { code } = found
  const attempt = { memberId, depositNo, provider: code }
  await beginAttempt(db, { ...attempt, at: clock.now() })
  const asked = askedOf(order, origin)
  const end = (outcome: Outcome, said = '') =>
    endAttempt(db, { ...attempt, outcome, said: said.slice(0, 300), at: clock.now() })
  let provider: PaymentProvider | null = null
  try {
    provider = measured(await speakTo(services, found), metrics)
    const { payUrl } = await provider.createOrder(asked)
    await Promise.all([end('opened'), answered(db, code)])
    return payUrl
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const outcome = await outcomeOf(error, provider, asked)
    log.error({ err: error, deposit_no: depositNo, outcome }, 'the provider did not take an order')
    if (outcome === 'refused') await answered(db, code)
    else if (!isOwn(found)) await silent(db, code, said, clock.now())
    await end(outcome, said)
    return undefined
  }
}

/**
 * What became of an order that was not opened. One that may exist there is closed where the
 * provider can; where it cannot, its attempt stays known, and a payment is credited to the order.
 */
async function outcomeOf(
  error: unknown,
  provider: PaymentProvider | null,
  asked: ProviderOrder,
): Promise<Outcome> {
  if (provider === null || error instanceof ProviderUnreached) return 'unreached'
  if (error instanceof ProviderRefused) return 'refused'
  try {
    if (!provider.cancel) return 'unknown'
    await provider.cancel(asked)
    return 'cancelled'
  } catch {
    return 'unknown'
  }
}

// What other priorities and weights would have done to the orders of a day: the same choice as for
// members, for each order again. Nothing is sent and nothing is changed.
import { methodNamed } from '@tianping/contract/payments'
import type { Provider } from './registry.ts'
import { feeOf, route } from './route.ts'
import type { RoutedOrder } from './store/hours.sql.ts'

/** What is tried instead of a provider's own. */
export type Share = { code: string; priority: number; weight: number }
export type Part = { code: string; name: string; orders: number; amountFen: bigint; feeFen: bigint }

const without = { orders: 0, amountFen: 0n, feeFen: 0n }

/** Who would have got each order first; what nobody takes is counted under an empty code. */
export function partsBy(providers: readonly Provider[], orders: readonly RoutedOrder[]): Part[] {
  const parts = new Map<string, Part>(
    providers.map(({ code, value }) => [code, { code, name: value.name, ...without }]),
  )
  const nobody: Part = { code: '', name: '', ...without }
  for (const { depositNo, method: named, amountFen, tier, createdAt } of orders) {
    const method = methodNamed(named)
    const [first] = method
      ? route(providers, { depositNo, method, amountFen, tier, now: createdAt })
      : []
    const part = (first && parts.get(first.code)) ?? nobody
    part.orders += 1
    part.amountFen += amountFen
    part.feeFen += first ? feeOf(first, amountFen) : 0n
  }
  return [...parts.values(), ...(nobody.orders > 0 ? [nobody] : [])]
}

/** The providers as they would be. */
export const withShares = (providers: readonly Provider[], shares: readonly Share[]): Provider[] =>
  providers.map(each => {
    const share = shares.find(({ code }) => code === each.code)
    if (!share) return each
    const { priority, weight } = share
    return { ...each, value: { ...each.value, priority, weight } }
  })

import type { FairDraws } from './fairDraws.ts'

/** A copy of `items` in random order: Fisher-Yates from the last index down, one draw per index. */
export function shuffled<T>(items: readonly T[], draws: Pick<FairDraws, 'below'>): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = draws.below(i + 1)
    // Both are places of the list.
    const [here, there] = [order[i]!, order[j]!]
    order[i] = there
    order[j] = here
  }
  return order
}

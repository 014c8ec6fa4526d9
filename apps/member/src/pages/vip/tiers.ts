/** The metal of a level's card. */
export type Tier = 'bronze' | 'silver' | 'platinum' | 'black' | 'cinnabar'

const metals: readonly Tier[] = ['bronze', 'silver', 'platinum', 'black']

/** Two levels share a metal: VIP1 and 2 are bronze, VIP9 and 10 cinnabar. */
export const tierOf = (vip: number): Tier =>
  metals[Math.max(0, Math.ceil(vip / 2) - 1)] ?? 'cinnabar'

/** Which level the page opens with: the member's own, else the first (P1-2.10-05). */
export const firstLevel = (vip: number | undefined) => vip ?? 1

/** Whether a level is reached; a visitor has reached none. */
export const isReached = (vip: number | undefined, level: number) =>
  vip !== undefined && vip >= level

/** How far a measure has come, in whole percent; never 100 before it is met. */
export function percentOf({
  needed,
  done,
  missing,
}: {
  needed: number
  done: number
  missing: number
}): number {
  if (missing <= 0) return 100
  return needed > 0 ? Math.min(99, Math.max(0, Math.floor((done / needed) * 100))) : 0
}

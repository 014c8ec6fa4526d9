import type { ConsoleGiven } from '@tianping/contract/console'

/** What keeps money from going out. */
export type Hold = ConsoleGiven<'POST /api/console/withdrawals/show'>['holds'][number]

/** Those that nobody has released. */
export const openHolds = (holds: readonly Hold[]): readonly Hold[] =>
  holds.filter(hold => hold.released_by === '')

/** Why this operator may not approve what is or was held; empty when they may. */
export function holdReason(holds: readonly Hold[], me: string): string {
  const open = openHolds(holds).length
  if (open > 0) return `有 ${open} 项限制未解除，暂不能通过`
  return holds.some(hold => hold.released_by === me) ? '限制由您解除，须由另一位同事审核' : ''
}

import type { Given } from '@tianping/contract'

type Level = Pick<Given<'POST /api/uservip'>[number], 'vip' | 'recharge'>

/** The level `vip` leads to: the next one, or the top level itself for who has reached it. */
export const goalOf = <L extends Level>(vip: number, levels: readonly L[]): L | undefined =>
  levels.find(level => level.vip === vip + 1) ?? levels.find(level => level.vip === vip)

/**
 * How far `paysum` is towards `target`, in whole percent: rounded, at most 100, 0 when either is 0
 * (P1-2.11-07).
 */
export const progressOf = (paysum: number, target: number) =>
  paysum > 0 && target > 0 ? Math.min(100, Math.round((paysum / target) * 100)) : 0

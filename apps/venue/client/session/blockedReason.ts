import { t } from '../words/words.ts'
import { yuan } from '../kit/money.ts'
import type { State } from './wire.ts'

type TopUp = Pick<State, 'top_up'>

/** Why this stake cannot be played just now, for the player; null when it can. */
export function blockedReason(
  { balance, session, top_up: room }: Pick<State, 'balance' | 'session'> & Partial<TopUp>,
  stakeFen: number,
): string | null {
  const limits = [
    ['loss', session.net_limit_left],
    ['stake', session.stake_limit_left],
  ] as const
  for (const [name, left] of limits)
    if (left !== null && stakeFen > left)
      return left === 0
        ? t(`blocked.${name}_reached`)
        : t(`blocked.${name}_left`, { amount: yuan(left) })
  if (balance >= stakeFen) return null
  return t(room && room.left > 0 ? 'blocked.balance_top_up' : 'blocked.balance')
}

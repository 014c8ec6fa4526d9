import { yuan } from '../kit/money.ts'
import type { State } from './wire.ts'

/** Why this stake cannot be played just now, for the player; null when it can. */
export function blockedReason(
  { balance, session }: Pick<State, 'balance' | 'session'>,
  stakeFen: number,
): string | null {
  if (session.net_limit_left !== null && stakeFen > session.net_limit_left)
    return session.net_limit_left === 0
      ? '已达到本次净亏限额'
      : `本次净亏限额还剩 ${yuan(session.net_limit_left)} 元`
  if (session.stake_limit_left !== null && stakeFen > session.stake_limit_left)
    return session.stake_limit_left === 0
      ? '已达到本次投注限额'
      : `本次投注限额还剩 ${yuan(session.stake_limit_left)} 元`
  return balance < stakeFen ? '余额不足，请减注或回大厅转入' : null
}

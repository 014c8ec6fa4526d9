import { yuan } from '../kit/money.ts'
import type { State } from './wire.ts'

type TopUp = Pick<State, 'top_up'>

/** Why this stake cannot be played just now, for the player; null when it can. */
export function blockedReason(
  { balance, session, top_up: room }: Pick<State, 'balance' | 'session'> & Partial<TopUp>,
  stakeFen: number,
): string | null {
  const limits = [
    ['净亏', session.net_limit_left],
    ['投注', session.stake_limit_left],
  ] as const
  for (const [name, left] of limits)
    if (left !== null && stakeFen > left)
      return left === 0 ? `已达到本次${name}限额` : `本次${name}限额还剩 ${yuan(left)} 元`
  if (balance >= stakeFen) return null
  return `余额不足，请减注或${room && room.left > 0 ? '点余额旁的“转入”' : '回大厅转入'}`
}

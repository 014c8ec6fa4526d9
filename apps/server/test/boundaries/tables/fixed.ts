import { MAX_CARDS } from '@tianping/contract/cards/rules'
import { PAY_FAILURES, PAY_LOCK_MS } from '../../../src/areas/account/payPassword.ts'
import { SESSION_MS } from '../../../src/areas/account/session.ts'
import { PAYMENT_WINDOW_MS } from '../../../src/areas/cashier/member/recharge.ts'
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS } from '../../../src/console/signIn/session.ts'
import { PER_PAGE } from '../../../src/kernel/http/answer.ts'
import { limits } from '../../../src/kernel/http/throttle.ts'
import { TAKEN, type Table } from '../edge.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LOCKED = '支付密码连续输错5次，已锁定'
const OVER = '登录已过期，请重新登录'
const WRONG = '验证码错误或已过期'

/** Numbers that no operator sets, as they are in the code. */
export const constants: Record<string, number> = {
  'session of a member': SESSION_MS,
  'session of an operator': OPERATOR_SESSION_MS,
  'operator away from the desk': OPERATOR_IDLE_MS,
  'wrong payment passwords': PAY_FAILURES,
  'locked payment password': PAY_LOCK_MS,
  'log-ins of a name from one network': limits.loginFromOne.attempts,
  'window of log-ins': limits.loginFromOne.windowMs,
  'time to pay': PAYMENT_WINDOW_MS,
  'bank cards': MAX_CARDS,
  'rows of a page': PER_PAGE,
}

/** Times by the millisecond; of tries the last one is right. */
export const fixedEdges = {
  'session of a member': [7 * DAY_MS, TAKEN, OVER, OVER],
  'session of an operator': [12 * 60 * MINUTE_MS, TAKEN, '401', '401'],
  'operator away from the desk': [60 * MINUTE_MS, TAKEN, '401', '401'],
  'wrong payment passwords': [5, TAKEN, LOCKED, LOCKED],
  'locked payment password': [30 * MINUTE_MS, LOCKED, TAKEN, TAKEN],
  'log-ins of a name from one network': [10, TAKEN, TAKEN, '429'],
  'window of log-ins': [10 * MINUTE_MS, '429', TAKEN, TAKEN],
  'one-time password of staff': [DAY_MS, TAKEN, 'over', 'over'],
  'life of a code': [10 * MINUTE_MS, TAKEN, WRONG, WRONG],
  'tries of a code': [5, TAKEN, TAKEN, WRONG],
  'time to pay': [60 * MINUTE_MS, 'unpaid', 'expired', 'expired'],
  'bank cards': [5, TAKEN, TAKEN, '最多支持添加5张卡片'],
  'rows of a page': [10, '1', '1', '2'],
} satisfies Table

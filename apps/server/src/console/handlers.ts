import type { ConsoleHandlers } from '../http/services.ts'
import { agentHandlers } from './agents.ts'
import { applicationHandlers } from './applications.ts'
import { auditList } from './auditList.ts'
import { contentHandlers } from './content.ts'
import { depositHandlers } from './deposits.ts'
import { login, logout, me } from './login.ts'
import { memberHandlers } from './members.ts'
import { messageHandlers } from './messages.ts'
import { payoutHandlers } from './payouts.ts'
import { ruleHandlers } from './rules.ts'
import { statementHandlers } from './statements.ts'
import { today } from './today.ts'
import { venueHandlers } from './venues.ts'
import { withdrawalHandlers } from './withdrawals.ts'

export const consoleHandlers = {
  'POST /api/console/login': login,
  'POST /api/console/logout': logout,
  'POST /api/console/me': me,
  'POST /api/console/today': today,
  ...depositHandlers,
  ...withdrawalHandlers,
  ...memberHandlers,
  ...applicationHandlers,
  ...agentHandlers,
  ...statementHandlers,
  ...payoutHandlers,
  ...contentHandlers,
  ...messageHandlers,
  ...ruleHandlers,
  ...venueHandlers,
  'POST /api/console/audit/list': auditList,
} satisfies ConsoleHandlers

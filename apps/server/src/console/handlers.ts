import type { AllConsoleHandlers } from '../http/services.ts'
import { accountHandlers } from './account.ts'
import { activityHandlers } from './activities.ts'
import { adjustmentHandlers } from './adjustments.ts'
import { agentHandlers } from './agents.ts'
import { applicationHandlers } from './applications.ts'
import { auditList } from './auditList.ts'
import { callbackHandlers } from './callbacks.ts'
import { caseHandlers } from './cases.ts'
import { clockworkHandlers } from './clockwork.ts'
import { contentHandlers } from './content.ts'
import { figureHandlers } from './days.ts'
import { depositHandlers } from './deposits.ts'
import { countHandlers } from './counts.ts'
import { exportHandlers } from './exports.ts'
import { login, loginSecond, logout, me, passkeyBegin, passkeyFinish } from './login.ts'
import { lookHandlers } from './looks.ts'
import { memberDeedHandlers } from './memberDeeds.ts'
import { memberPartHandlers } from './memberParts.ts'
import { memberHandlers } from './members.ts'
import { messageHandlers } from './messages.ts'
import { payoutHandlers } from './payouts.ts'
import { riskHandlers } from './risk.ts'
import { ruleHandlers } from './rules.ts'
import { searchHandlers } from './search.ts'
import { staffHandlers } from './staff.ts'
import { staffRequestHandlers } from './staffRequests.ts'
import { roleHandlers } from './staffRoles.ts'
import { statementHandlers } from './statements.ts'
import { today } from './today.ts'
import { treeHandlers } from './tree.ts'
import { venueHandlers } from './venues.ts'
import { viewHandlers } from './views.ts'
import { withdrawalHandlers } from './withdrawals.ts'

export const consoleHandlers = {
  'POST /api/console/login': login,
  'POST /api/console/login/second': loginSecond,
  'POST /api/console/login/passkey/begin': passkeyBegin,
  'POST /api/console/login/passkey/finish': passkeyFinish,
  'POST /api/console/logout': logout,
  'POST /api/console/me': me,
  'POST /api/console/today': today,
  ...depositHandlers,
  ...withdrawalHandlers,
  ...memberHandlers,
  ...memberPartHandlers,
  ...memberDeedHandlers,
  ...figureHandlers,
  ...adjustmentHandlers,
  ...callbackHandlers,
  ...caseHandlers,
  ...clockworkHandlers,
  ...activityHandlers,
  ...riskHandlers,
  ...treeHandlers,
  ...applicationHandlers,
  ...agentHandlers,
  ...statementHandlers,
  ...payoutHandlers,
  ...contentHandlers,
  ...messageHandlers,
  ...ruleHandlers,
  ...venueHandlers,
  'POST /api/console/audit/list': auditList,
  ...accountHandlers,
  ...staffHandlers,
  ...roleHandlers,
  ...staffRequestHandlers,
  ...countHandlers,
  ...searchHandlers,
  ...viewHandlers,
  ...exportHandlers,
  ...lookHandlers,
} satisfies AllConsoleHandlers

import type { Handlers } from '../../kernel/http/services.ts'
import { listSessions } from './member/sessions.ts'
import { showStatement } from './member/statement.ts'

export const statementHandlers = {
  'POST /api/protection/statement': showStatement,
  'POST /api/protection/sessions': listSessions,
} satisfies Handlers

import { statementRules } from '@tianping/contract/protection/rules'
import { endOfDay, startOfDay } from '@tianping/money/day'
import { refuseIf } from '../../kernel/http/refusal.ts'
import type { Span } from './store/statement.sql.ts'

/** The days that were asked for, or a refusal. */
export function spanOf(asked: { from: string; to: string }, now: Date): Span {
  refuseIf(statementRules(asked, now))
  return { ...asked, since: startOfDay(asked.from), until: endOfDay(asked.to) }
}

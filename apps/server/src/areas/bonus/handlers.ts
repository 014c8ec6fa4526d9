import type { Handlers } from '../../kernel/http/services.ts'
import { giveup } from './giveUp.ts'

export const bonusHandlers = {
  'POST /api/wageringaudit/giveup': giveup,
} satisfies Handlers

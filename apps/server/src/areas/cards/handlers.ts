import type { Handlers } from '../../kernel/http/services.ts'
import { banklist } from './member/banklist.ts'
import { bindcard } from './member/bindcard.ts'
import { delcard } from './member/delcard.ts'
import { getcard } from './member/getcard.ts'

export const cardHandlers = {
  'POST /api/getcard': getcard,
  'POST /api/bindcard': bindcard,
  'POST /api/delcard': delcard,
  'POST /api/banklist': banklist,
} satisfies Handlers

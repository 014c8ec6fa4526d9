import type { Handlers } from '../http/services.ts'
import { banklist } from './banklist.ts'
import { bindcard } from './bindcard.ts'
import { delcard } from './delcard.ts'
import { getcard } from './getcard.ts'

export const cardHandlers = {
  'POST /api/getcard': getcard,
  'POST /api/bindcard': bindcard,
  'POST /api/delcard': delcard,
  'POST /api/banklist': banklist,
} satisfies Handlers

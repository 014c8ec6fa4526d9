import type { Handlers } from '../http/services.ts'
import { rebateHandlers } from './rebate.ts'
import { turnoverHandlers } from './turnoverAudit.ts'
import { vipHandlers } from './vip.ts'

export const promotionsHandlers = {
  ...vipHandlers,
  ...rebateHandlers,
  ...turnoverHandlers,
} satisfies Handlers

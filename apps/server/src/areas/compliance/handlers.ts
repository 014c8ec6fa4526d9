import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { fundsHandlers } from './console/funds.ts'
import { incidentHandlers } from './console/incidents.ts'
import { paperHandlers } from './console/papers.ts'
import { registerHandlers } from './console/registers.ts'
import { reportHandlers } from './console/reports.ts'
import { requestHandlers } from './console/requests.ts'
import { retentionHandlers } from './console/retention.ts'
import { voidHandlers } from './console/voids.ts'

export const complianceHandlers = {
  ...incidentHandlers,
  ...requestHandlers,
  ...paperHandlers,
  ...voidHandlers,
  ...registerHandlers,
  ...reportHandlers,
  ...fundsHandlers,
  ...retentionHandlers,
} satisfies ConsoleHandlers

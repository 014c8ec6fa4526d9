import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { caseConsoleHandlers } from './console/cases.ts'
import { decisionHandlers } from './console/decide.ts'
import { fileHandlers } from './console/files.ts'

export const caseHandlers = {
  ...caseConsoleHandlers,
  ...decisionHandlers,
  ...fileHandlers,
} satisfies ConsoleHandlers

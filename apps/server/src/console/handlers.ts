import type { ConsoleHandlers } from '../http/services.ts'

export const consoleHandlers = {} satisfies ConsoleHandlers

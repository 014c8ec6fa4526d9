import type { Handlers } from '../../kernel/http/services.ts'

export const statusHandlers = {
  'POST /api/status': async ({ status }) => ({ data: await status.get('') }),
} satisfies Handlers

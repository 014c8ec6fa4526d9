import type { Handlers } from '../../kernel/http/services.ts'
import { status } from './member/status.ts'
import { submit } from './member/submit.ts'
import { remove, upload } from './member/upload.ts'

export const verificationHandlers = {
  'POST /api/verification': status,
  'POST /api/verification/upload': upload,
  'POST /api/verification/remove': remove,
  'POST /api/verification/submit': submit,
} satisfies Handlers

import type { Handlers } from '../../kernel/http/services.ts'
import { contactHandlers } from './member/contacts.ts'
import { editPassword, editPayPassword } from './member/editPassword.ts'
import { login } from './member/login.ts'
import { logoff } from './member/logoff.ts'
import { recoverHandlers } from './member/recover.ts'
import { register } from './member/register.ts'

export const accountHandlers = {
  'POST /api/register': register,
  'POST /api/login': login,
  'POST /api/logoff': logoff,
  'POST /api/editPassword': editPassword,
  'POST /api/editPayPassword': editPayPassword,
  ...contactHandlers,
  ...recoverHandlers,
} satisfies Handlers

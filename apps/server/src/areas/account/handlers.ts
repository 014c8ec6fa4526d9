import type { Handlers } from '../../kernel/http/services.ts'
import { contactHandlers } from './member/contacts.ts'
import { editPassword, editPayPassword } from './member/editPassword.ts'
import { login } from './member/login.ts'
import { logoff } from './member/logoff.ts'
import { recoverHandlers } from './member/recover.ts'
import { register } from './member/register.ts'
import { loginSecond, passkeyBegin, passkeyFinish } from './member/loginSecond.ts'
import { safetyHandlers } from './member/safety.ts'

export const accountHandlers = {
  'POST /api/register': register,
  'POST /api/login': login,
  'POST /api/login/second': loginSecond,
  'POST /api/login/passkey/begin': passkeyBegin,
  'POST /api/login/passkey/finish': passkeyFinish,
  ...safetyHandlers,
  'POST /api/logoff': logoff,
  'POST /api/editPassword': editPassword,
  'POST /api/editPayPassword': editPayPassword,
  ...contactHandlers,
  ...recoverHandlers,
} satisfies Handlers

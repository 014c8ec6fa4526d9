import type { Handlers } from '../http/services.ts'
import { editPassword, editPayPassword } from './editPassword.ts'
import { login } from './login.ts'
import { logoff } from './logoff.ts'
import { register } from './register.ts'

export const accountHandlers = {
  'POST /api/register': register,
  'POST /api/login': login,
  'POST /api/logoff': logoff,
  'POST /api/editPassword': editPassword,
  'POST /api/editPayPassword': editPayPassword,
} satisfies Handlers

import type { Handlers } from '../http/services.ts'
import { balance } from './balance.ts'
import { editPassword, editPayPassword } from './editPassword.ts'
import { login } from './login.ts'
import { logoff } from './logoff.ts'
import { register } from './register.ts'
import { updateuserinfo } from './updateuserinfo.ts'
import { uploadimg } from './uploadimg.ts'
import { uptransferstatus } from './uptransferstatus.ts'
import { refreshusermoney, user } from './user.ts'

export const accountHandlers = {
  'POST /api/register': register,
  'POST /api/login': login,
  'POST /api/logoff': logoff,
  'POST /api/user': user,
  'POST /api/refreshusermoney': refreshusermoney,
  'POST /api/balance': balance,
  'POST /api/editPassword': editPassword,
  'POST /api/editPayPassword': editPayPassword,
  'POST /api/updateuserinfo': updateuserinfo,
  'POST /api/uploadimg': uploadimg,
  'POST /api/uptransferstatus': uptransferstatus,
} satisfies Handlers

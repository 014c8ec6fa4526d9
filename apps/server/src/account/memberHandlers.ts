import type { Handlers } from '../http/services.ts'
import { updateuserinfo } from './updateuserinfo.ts'
import { uploadimg } from './uploadimg.ts'
import { refreshusermoney, user } from './user.ts'

export const memberHandlers = {
  'POST /api/user': user,
  'POST /api/refreshusermoney': refreshusermoney,
  'POST /api/updateuserinfo': updateuserinfo,
  'POST /api/uploadimg': uploadimg,
} satisfies Handlers

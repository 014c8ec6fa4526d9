import type { Handlers } from '../../kernel/http/services.ts'
import { updateuserinfo } from './member/updateuserinfo.ts'
import { uploadimg } from './member/uploadimg.ts'
import { refreshusermoney, user } from './member/user.ts'

export const memberHandlers = {
  'POST /api/user': user,
  'POST /api/refreshusermoney': refreshusermoney,
  'POST /api/updateuserinfo': updateuserinfo,
  'POST /api/uploadimg': uploadimg,
} satisfies Handlers

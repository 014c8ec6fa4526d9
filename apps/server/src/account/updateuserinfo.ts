import { profileRules } from '@tianping/contract/rules'
import { refuseIf } from '../http/refusal.ts'
import type { Handler } from '../http/services.ts'
import { changeProfile } from './member.sql.ts'

export const updateuserinfo: Handler<'POST /api/updateuserinfo'> = async ({ db, body, member }) => {
  refuseIf(profileRules(body))
  await changeProfile(db, member.memberId, body)
  return { message: '操作成功', data: null }
}

import { profileRules } from '@tianping/contract/account/rules'
import { refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { changeProfile } from '../../account/account.ts'

export const updateuserinfo: Handler<'POST /api/updateuserinfo'> = async ({ db, body, member }) => {
  refuseIf(profileRules(body))
  await changeProfile(db, member.memberId, body)
  return { message: '操作成功', data: null }
}

import { profileRules } from '@tianping/contract/account/rules'
import { refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { transaction } from '@tianping/database'
import { changeProfile, noteChange } from '../../account/account.ts'

export const updateuserinfo: Handler<'POST /api/updateuserinfo'> = async ({
  db,
  clock,
  body,
  caller,
  member: { memberId },
}) => {
  refuseIf(profileRules(body))
  await transaction(db, async tx => {
    if (!(await changeProfile(tx, memberId, body))) return
    const { address } = caller
    await noteChange(tx, { memberId, kind: 'contact', at: clock.now(), address })
  })
  return { message: '操作成功', data: null }
}

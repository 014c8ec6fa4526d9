import { profileRules } from '@tianping/contract/account/rules'
import { refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { transaction } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { ageBounds, changeProfile, contactNotice, noteChange } from '../../account/account.ts'
import { announce, reachable } from '../../delivery/delivery.ts'

export const updateuserinfo: Handler<'POST /api/updateuserinfo'> = async ({
  db,
  clock,
  outward,
  body,
  caller,
  member: { memberId },
}) => {
  refuseIf(profileRules(body, await ageBounds(db), beijingDay(clock.now())))
  await attempt(db, `profile:${memberId}`, limits.profileByMember, clock.now())
  await transaction(db, async tx => {
    // Those of before are told: whoever changes them may not be the member.
    const contacts = await reachable(tx, outward, memberId)
    if (!(await changeProfile(tx, memberId, body))) return
    const at = clock.now()
    await noteChange(tx, { memberId, kind: 'contact', at, address: caller.address })
    await announce(tx, outward, contactNotice(memberId, at), contacts)
  })
  return { message: '操作成功', data: null }
}

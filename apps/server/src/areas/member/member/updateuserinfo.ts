import { profileRules } from '@tianping/contract/account/rules'
import { refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { transaction } from '@tianping/database'
import { ageBounds } from '../../profiles/profiles.ts'
import { followExclusion } from '../../protection/protection.ts'
import { refuseProvenBirthday } from '../../verification/verification.ts'
import { beijingDay } from '@tianping/money/day'
import { changeProfile, contactNotice, noteChange, readMember } from '../../account/account.ts'
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
    const { birthday: before } = await readMember(tx, memberId)
    await refuseProvenBirthday(tx, { memberId, before, birthday: body.birthday })
    // Those of before are told: whoever changes them may not be the member.
    const contacts = await reachable(tx, outward, memberId)
    const at = clock.now()
    const contactsChanged = await changeProfile(tx, memberId, body)
    await followExclusion(tx, { memberId, now: at })
    if (!contactsChanged) return
    await noteChange(tx, { memberId, kind: 'contact', at, address: caller.address })
    await announce(tx, outward, contactNotice(memberId, at), contacts)
  })
  return { message: '操作成功', data: null }
}

import { profileRules } from '@tianping/contract/account/rules'
import { refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { contactKeys, openContacts } from '../../../kernel/sealedContact.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { ageBounds } from '../../profiles/profiles.ts'
import { followExclusion } from '../../protection/protection.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { refuseProvenBirthday } from '../../verification/verification.ts'
import { beijingDay } from '@tianping/money/day'
import {
  changeProfile,
  contactNotice,
  noteChange,
  provenChange,
  readMember,
} from '../../account/account.ts'
import { announce, reachable } from '../../delivery/delivery.ts'

type Profile = { mobile: string; email: string; birthday: string | null }

/** Saving a profile as it is asks for nothing. */
const isAnother = (stored: Profile, sent: Profile) =>
  stored.mobile !== sent.mobile ||
  stored.email !== sent.email ||
  (stored.birthday ?? '') !== sent.birthday

export const updateuserinfo: Handler<'POST /api/updateuserinfo'> = async context => {
  const { db, clock, outward, settings, body, caller } = context
  const keys = contactKeys(settings)
  const { memberId } = context.member
  refuseIf(profileRules(body, await ageBounds(db), beijingDay(clock.now())))
  await attempt(db, `profile:${memberId}`, limits.profileByMember, clock.now())
  await provenChange(context, async (tx, prove) => {
    await refuseRestricted(tx, memberId)
    const row = await readMember(tx, memberId)
    const stored = { ...openContacts(keys, row), birthday: row.birthday }
    const before = stored.birthday
    await refuseProvenBirthday(tx, { memberId, before, birthday: body.birthday })
    // Those of before are told: whoever changes them may not be the member.
    const contacts = await reachable(tx, outward, memberId)
    const at = clock.now()
    const contactsChanged = await changeProfile(tx, keys, { memberId, ...body })
    await followExclusion(tx, { memberId, now: at })
    if (isAnother(stored, body)) await prove()
    if (!contactsChanged) return
    await noteChange(tx, { memberId, kind: 'contact', at, address: caller.address })
    await announce(tx, outward, contactNotice(memberId, at), contacts)
  })
  return { message: '操作成功', data: null }
}

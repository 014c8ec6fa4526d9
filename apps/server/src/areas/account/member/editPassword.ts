import { say } from '@tianping/contract/refusals'
import { passwordRules, payPasswordRules } from '@tianping/contract/account/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { announce } from '../../delivery/delivery.ts'
import { passwordNotice } from '../notices.ts'
import { noteChange } from '../store/change.sql.ts'
import { changePayPassword, passwordHashes, replacePassword } from '../store/member.sql.ts'
import { refuseWeak } from '../weakPassword.ts'
import { provePayPassword } from '../payPassword.ts'
import { provenChange } from '../provenChange.ts'
import { hashPassword, passwordMatches } from '../../../kernel/passwords.ts'

/**
 * The wire's `password` is the old one and its `paypassword` the new one; the confirmation is the
 * page's own (P2-7-07).
 */
const change = (body: { password: string; paypassword: string }) => ({
  old: body.password,
  next: body.paypassword,
  confirm: body.paypassword,
})

/**
 * A changed login password ends all of the member's sessions, those in games too
 * (docs/decisions/0023-sessions-and-the-way-after-log-in.md).
 */
export const editPassword: Handler<'POST /api/editPassword'> = async services => {
  const { db, clock, settings, outward, sessions, bus, body, member } = services
  refuseIf(passwordRules(change(body)))
  await attempt(db, `password:${member.memberId}`, limits.passwordByMember, clock.now())
  const { name, password } = await passwordHashes(db, member.memberId)
  if (!(await passwordMatches(password, body.password)))
    throw new Refusal(say('password.old_wrong'), { field: 'old' })
  refuseWeak(settings, name, body.paypassword, 'next')
  const to = await hashPassword(body.paypassword)
  const { memberId } = member
  const ended = await provenChange(services, async (tx, prove) => {
    const hashes = await replacePassword(tx, memberId, { from: password, to })
    const { address } = services.caller
    if (!hashes) throw new Refusal(say('password.old_wrong'), { field: 'old' })
    // The log-in with a one-time password has asked for the factor, and allows only this call.
    if (!member.mustChange) await prove()
    const at = clock.now()
    await noteChange(tx, { memberId, kind: 'password', at, address })
    await announce(tx, outward, passwordNotice(memberId, '登录密码', at))
    return hashes
  })
  sessions.forget(ended)
  bus.publish('session', ended)
  await endPlayInPassing(services, member.memberId)
  return { message: '密码修改成功！', data: null }
}

export const editPayPassword: Handler<'POST /api/editPayPassword'> = async context => {
  const { db, clock, settings, outward, body, member } = context
  const { address } = context.caller
  refuseIf(payPasswordRules(change(body)))
  // A wrong one counts towards the lock of withdrawals: this call must not be the way around it.
  await provePayPassword({ db, clock }, member.memberId, body.password)
  const { memberId } = member
  const { name } = await passwordHashes(db, memberId)
  refuseWeak(settings, name, body.paypassword, 'next')
  const hash = await hashPassword(body.paypassword)
  await provenChange(context, async (tx, prove) => {
    await changePayPassword(tx, memberId, { hash, once: false })
    await prove()
    const at = clock.now()
    await noteChange(tx, { memberId, kind: 'pay_password', at, address })
    await announce(tx, outward, passwordNotice(memberId, '支付密码', at))
  })
  return { message: '操作成功！', data: null }
}

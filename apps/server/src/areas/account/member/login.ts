import { say } from '@tianping/contract/refusals'
import { loginRules } from '@tianping/contract/account/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { afterPassword, refuseBarred } from '../entering.ts'
import { countTry } from '../guessing.ts'
import { memberByName } from '../store/member.sql.ts'
import { inPasswordTurn } from '../../../kernel/passwords.ts'

/** An unknown name and a wrong password are told apart by neither text nor time. */
export const login: Handler<'POST /api/login'> = async context => {
  const { db, clock, body, caller } = context
  refuseIf(loginRules(body))
  const { found, succeeded } = await inPasswordTurn(caller.address, async matches => {
    const named = await memberByName(db, body.name, caller.device)
    const whenRight = await countTry(context, {
      known: false,
      memberId: undefined,
      ...named,
      ...caller,
      ...body,
    })
    if (!(await matches(named?.passwordHash, body.password)) || !named)
      throw new Refusal(say('login.wrong')).about(named?.memberId)
    return { found: named, succeeded: whenRight }
  })
  refuseBarred(found, clock.now())
  await succeeded()
  return afterPassword(context, found)
}

import { say } from '@tianping/contract/refusals'
import type { Permission } from '@tianping/contract/console'
import type { FastifyRequest } from 'fastify'
import { CONSOLE_COOKIE, cookieOf, isHttps } from '../../kernel/http/cookie.ts'
import { Refusal, sessionOver } from '../../kernel/http/refusal.ts'
import type { Operator, Services } from '../../kernel/http/services.ts'

/** What an operator may do who has still to choose a password or set a second factor up. */
const OWN_ACCOUNT = /^POST \/api\/console\/(me|logout|account\/.+)$/

/**
 * Who makes a request to the back office; refuses with 401 who has no session, and with 403 who may
 * not. One place for all its calls, its files and its stream.
 */
export async function operatorFor(
  services: Services,
  request: FastifyRequest,
  call: { name: string; permission: string },
  quiet = false,
): Promise<Operator> {
  const token = cookieOf(request, CONSOLE_COOKIE, isHttps(services.settings))
  const operator = await services.operators.of(token, request.ip, quiet)
  if (!operator) throw sessionOver()
  if (operator.must !== '' && !OWN_ACCOUNT.test(call.name)) {
    throw new Refusal(
      say(operator.must === 'password' ? 'sign_in.password_first' : 'sign_in.second_factor_first'),
      { must: operator.must },
    )
  }
  if (call.permission !== '' && !operator.permissions.includes(call.permission as Permission))
    throw new Refusal(say('desk.forbidden')).to(operator.operatorId)
  return operator
}

/** The same outside the contract's calls: a refusal is noted here, since nothing else does. */
export async function operatorOf(...asked: Parameters<typeof operatorFor>): Promise<Operator> {
  const [services, request] = asked
  try {
    return await operatorFor(...asked)
  } catch (error) {
    if (error instanceof Refusal)
      services.events.refused(error, { memberId: null, address: request.ip })
    throw error
  }
}

import type { ConsoleCallName, ConsoleGiven, ConsoleSent, Role } from '@tianping/contract/console'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createOperator } from '../../src/console/signIn/operators.ts'
import type { TestClock, TestSite } from '../support/site.ts'

export const PASSWORD = 'operator-secret'

export type Desk = {
  name: string
  /** One call of the back office as this operator. */
  call<N extends ConsoleCallName>(
    name: N,
    body?: ConsoleSent<N>,
  ): Promise<{ code: number; message: string; data: ConsoleGiven<N> }>
  cookie: string
}

/** One call of the back office; without a cookie it comes from nobody. */
export async function consoleCall(
  site: TestSite,
  name: string,
  body: object,
  headers: Record<string, string> = {},
) {
  return site.app.inject({
    method: 'POST',
    url: name.slice('POST '.length),
    payload: body,
    headers: { 'x-tianping-console': '1', ...headers },
  })
}

/** An operator of a role, logged in. */
export async function desk(
  site: TestSite,
  role: Role,
  name = `${role}${Math.random().toString(36).slice(2, 8)}`,
): Promise<Desk> {
  await createOperator(
    site.services.db,
    { name, password: PASSWORD, role },
    site.services.clock.now(),
  )
  const entered = await consoleCall(site, 'POST /api/console/login', { name, password: PASSWORD })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  return {
    name: name.toLowerCase(),
    cookie,
    call: async (call, body) => (await consoleCall(site, call, body ?? {}, { cookie })).json(),
  }
}

/** An operator for production, which lets those with power work only with a second factor. */
export async function deskWithFactor(
  site: TestSite,
  clock: TestClock,
  role: Role = 'admin',
): Promise<Desk> {
  const who = await desk(site, role)
  const begun = await who.call('POST /api/console/account/totp/begin', { password: PASSWORD })
  clock.advance(30_000)
  const secret = Secret.fromBase32(begun.data.secret)
  const code = TOTP.generate({ secret, timestamp: clock.now().getTime() })
  const confirmed = await who.call('POST /api/console/account/totp/confirm', { code })
  expect(confirmed, confirmed.message).toMatchObject({ code: 200 })
  return who
}

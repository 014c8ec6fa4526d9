// Numbers that are fixed: lives of sessions and codes, tries, times and pages.
import type { Given } from '@tianping/contract'
import { run, sql } from '@tianping/database'
import { describe } from 'vitest'
import { ownCode, sendCode, takeCode } from '../../src/areas/delivery/code.ts'
import { hashPassword } from '../../src/kernel/passwords.ts'
import { order } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { begins, examineFixed, onFigure, outcome } from './examine.ts'
import { constants, fixedEdges } from './tables/fixed.ts'
import { openWorld } from './world.ts'

const { site, owner, clock, nextNoon, rich, anotherCard } = await openWorld()
const MINUTE_MS = 60_000
const codeHash = await hashPassword('123456')

const many = async (count: number, once: (n: number) => Promise<string>) => {
  let said = ''
  for (let n = 0; n < count; n += 1) said = await once(n)
  return said
}
const asked = async (call: Promise<{ code: number; message: string }>) => {
  const { code, message } = await call
  return code === 429 || code === 401 ? String(code) : outcome(Promise.resolve({ code, message }))
}
const me = (token: string) => outcome(site.call('POST /api/user', {}, { token }))

let networks = 0
/** A member's log-ins from a network of their own. */
async function loggingIn() {
  const { name, memberId } = await site.member()
  const address = `198.18.${(networks += 1)}.1`
  const logIn = (password: string) =>
    asked(
      site.call(
        'POST /api/login',
        { name, password, code: 'abcd' },
        { headers: { 'x-forwarded-for': address } },
      ),
    )
  return { logIn, memberId }
}
/** A member's withdrawals, which the payment password opens. */
async function paying() {
  const { token, bank } = await rich()
  return async (password: string) =>
    begins(
      await outcome(site.call('POST /api/withdraw', { amount: 100, bank, password }, { token })),
      '支付密码连续输错5次，已锁定',
    )
}
/** A code on its way to a member, `123456`. */
async function coded() {
  const { memberId } = await site.member()
  const { services } = site
  const of = { ...ownCode(memberId), memberId, purpose: 'verify' as const }
  const contact = { channel: 'mail' as const, contact: 'someone@example.com' }
  await sendCode(services, contact, { ...of, now: clock.now() })
  await run(
    owner,
    sql`update contact_code set code_hash = ${codeHash} where member_id = ${memberId}`,
  )
  return (code: string) =>
    outcome(
      takeCode(services, { ...of, now: clock.now() }, code).then(
        () => ({ code: 200, message: '' }),
        (error: Error) => ({ code: 400, message: error.message }),
      ),
    )
}

describe('fixed numbers', () => {
  examineFixed(
    fixedEdges,
    constants,
    {
      'session of a member': onFigure(async ms => {
        const token = await site.enter((await site.member()).memberId)
        clock.advance(ms)
        return me(token)
      }),
      // Never away for long.
      'session of an operator': onFigure(async ms => {
        const by = await desk(site, 'support')
        const look = () => asked(by.call('POST /api/console/counts', {}))
        const step = 30 * MINUTE_MS
        for (let gone = step; gone < ms; gone += step) {
          clock.advance(step)
          await look()
        }
        clock.advance(ms % step || step)
        return look()
      }),
      'operator away from the desk': onFigure(async ms => {
        const by = await desk(site, 'support')
        clock.advance(ms)
        return asked(by.call('POST /api/console/counts', {}))
      }),
      'wrong payment passwords': onFigure(async count => {
        const pay = await paying()
        await many(count, () => pay('111111'))
        return pay('888888')
      }),
      'locked payment password': onFigure(async ms => {
        const pay = await paying()
        await many(5, () => pay('111111'))
        clock.advance(ms)
        return pay('888888')
      }),
      'log-ins of a name from one network': onFigure(async count => {
        const { logIn } = await loggingIn()
        await many(count - 1, () => logIn('wrong-one'))
        return logIn('secret1')
      }),
      'window of log-ins': onFigure(async ms => {
        const { logIn } = await loggingIn()
        await many(11, () => logIn('wrong-one'))
        clock.advance(ms)
        return logIn('secret1')
      }),
      'one-time password of staff': onFigure(async ms => {
        const { logIn, memberId } = await loggingIn()
        const by = await desk(site, 'support')
        const { data } = await by.call('POST /api/console/members/password', {
          id: Number(memberId),
          which: 'login',
          remark: '电话核实身份',
        })
        clock.advance(ms)
        const said = await logIn(data.password)
        return said === 'taken' ? said : 'over'
      }),
      'life of a code': onFigure(async ms => {
        const take = await coded()
        clock.advance(ms)
        return take('123456')
      }),
      'tries of a code': onFigure(async count => {
        const take = await coded()
        await many(count - 1, () => take('654321'))
        return take('123456')
      }),
      'time to pay': onFigure(async ms => {
        const { token } = await site.member()
        const deposit_no = await order(site, token, 200, { paytype: 'alipay' })
        clock.advance(ms)
        const { data } = await site.call<Given<'POST /api/payinfo'>>('POST /api/payinfo', {
          deposit_no,
        })
        return String(data.progress?.stage)
      }),
      'bank cards': onFigure(async count => {
        const { token } = await site.member()
        return many(count, () => outcome(site.call('POST /api/bindcard', anotherCard(), { token })))
      }),
      'rows of a page': onFigure(async count => {
        const { token, memberId } = await site.member()
        await run(owner, sql`delete from message where member_id = ${memberId}`)
        await run(
          owner,
          sql`insert into message (member_id, title, content, created_at) select ${memberId}, 't', 'c', ${clock.now()} from generate_series(1, ${count}::int)`,
        )
        const { data } = await site.call<{ last_page: number }>(
          'POST /api/noticeList',
          {},
          { token },
        )
        return String(data.last_page)
      }),
    },
    nextNoon,
  )
})

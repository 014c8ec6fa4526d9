// Profile, passwords and payout accounts of a member with a second factor change only with it.
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { bankCard, openCashier, PAY_PASSWORD, usdtAddress } from '../cashier/support.ts'
import { enable } from '../profiles/support.ts'

const { site, clock, owner } = await openCashier()
const PASSWORD = 'secret1'
const NEEDED = '账号已开启双重验证，修改前请先完成验证；若此处无法验证，请刷新或升级应用后再试'
const FIRST = '修改前请先设置双重验证：我的 - 账户安全'

const STEP_MS = 30_000
const codeAt = (secret: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: clock.now().getTime() + steps * STEP_MS,
  })
const nextCode = (secret: string) => {
  clock.advance(STEP_MS)
  return { kind: 'totp', code: codeAt(secret) }
}
/** Wrong also where chance would have one of them right. */
const wrongCode = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map(steps => codeAt(secret, steps))
  const guessed = ['000000', '111111', '222222', '333333', '444444', '555555']
  return { kind: 'totp', code: guessed.find(each => !right.includes(each)) }
}

async function member() {
  const made = await site.member()
  const { token } = made
  const call = <T = Record<string, never>>(name: string, body: object = {}) =>
    site.call<T>(name, body, { token })
  return { ...made, call }
}

async function withTotp() {
  const made = await member()
  const password = PASSWORD
  const { data } = await made.call<{ secret: string }>('POST /api/safety/totp/begin', { password })
  const { code } = nextCode(data.secret)
  expect((await made.call('POST /api/safety/totp/confirm', { code })).code).toBe(200)
  return { ...made, secret: data.secret }
}

type Member = Awaited<ReturnType<typeof member>>
const cardsOf = async ({ call }: Member) =>
  (await call<{ id: number }[]>('POST /api/getcard', { type: 1 })).data
const profile = (mobile: string) => ({ mobile, email: 'own@example.com', birthday: '1990-01-01' })

/** Every change, in an order in which each can be made; the log-in password ends the session. */
const changes = [
  ['binding a bank card', 'POST /api/bindcard', async () => bankCard()],
  ['binding an address', 'POST /api/bindcard', async () => usdtAddress()],
  [
    'unbinding a card',
    'POST /api/delcard',
    async (of: Member) => ({ id: (await cardsOf(of))[0]?.id }),
  ],
  ['the mobile number', 'POST /api/updateuserinfo', async () => profile('13900000001')],
  [
    'the payment password',
    'POST /api/editPayPassword',
    async () => ({ password: PAY_PASSWORD, paypassword: '135791' }),
  ],
  [
    'the log-in password',
    'POST /api/editPassword',
    async () => ({ password: PASSWORD, paypassword: 'another-7' }),
  ],
] as const

describe('a member with a second factor', () => {
  test('changes profile, passwords and payout accounts only with it', async () => {
    const of = await withTotp()
    for (const [what, name, bodyOf] of changes) {
      const sent = await bodyOf(of)
      const without = await of.call(name, sent)
      expect(without, what).toMatchObject({ code: 403, message: NEEDED })
      expect(without.data, what).toMatchObject({ rule: 'factor', methods: ['totp', 'recovery'] })
      const wrong = await of.call(name, { ...sent, factor: wrongCode(of.secret) })
      expect(wrong, what).toMatchObject({ code: 400, data: { rule: 'factor' } })
      const right = await of.call(name, { ...sent, factor: nextCode(of.secret) })
      expect(right.code, `${what}: ${right.message}`).toBe(200)
    }
  })

  test('saves the profile as it is without the factor', async () => {
    const of = await member()
    const kept = profile('13900000002')
    expect((await of.call('POST /api/updateuserinfo', kept)).code).toBe(200)
    const { data } = await of.call<{ secret: string }>('POST /api/safety/totp/begin', {
      password: PASSWORD,
    })
    await of.call('POST /api/safety/totp/confirm', nextCode(data.secret))
    expect((await of.call('POST /api/updateuserinfo', kept)).code).toBe(200)
    const another = { ...kept, birthday: '1990-01-02' }
    expect((await of.call('POST /api/updateuserinfo', another)).code).toBe(403)
  })

  test('keeps the code of a change that fails for another reason', async () => {
    const of = await withTotp()
    const factor = nextCode(of.secret)
    const gone = await of.call('POST /api/delcard', { id: 1, factor })
    expect(gone.message).not.toBe(NEEDED)
    expect(gone.code).not.toBe(200)
    expect((await of.call('POST /api/bindcard', { ...bankCard(), factor })).code).toBe(200)
  })

  test('guesses ten codes in an hour over all changes', async () => {
    const of = await withTotp()
    const guess = (n: number) =>
      of.call('POST /api/updateuserinfo', {
        ...profile(`1390000010${n}`),
        factor: wrongCode(of.secret),
      })
    for (let n = 0; n < 10; n++) expect((await guess(n % 10)).code).toBe(400)
    expect((await guess(0)).code).toBe(429)
  })
})

describe('a member without a second factor', () => {
  test('changes everything as before under base', async () => {
    const of = await member()
    for (const [what, name, bodyOf] of changes)
      expect((await of.call(name, await bodyOf(of))).code, what).toBe(200)
  })

  test.each(['the setting', 'the profile GB'])('sets one up first where %s asks all', async by => {
    const set = (value: object) =>
      writeSetting(owner, PROTECTION_SETTING, protectionSchema, value, {
        name: 'test',
        at: clock.now(),
      })
    const of = await member()
    if (by === 'the setting') await set({ factorForChanges: 'all' })
    else await enable(site, 'GB')
    const refused = await of.call('POST /api/updateuserinfo', profile('13900000003'))
    await set({})
    await enable(site)
    expect(refused).toMatchObject({ code: 403, message: FIRST })
    expect((await of.call('POST /api/updateuserinfo', profile('13900000003'))).code).toBe(200)
  })
})

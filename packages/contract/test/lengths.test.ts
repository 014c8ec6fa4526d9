// Lengths that forms ask for: one character less, as many, and one more.
import { passwordRules, payPasswordRules, registerRules } from '@tianping/contract/account/rules'
import { bankBindRules, usdtBindRules } from '@tianping/contract/cards/rules'
import { recoverRules, verifyRules } from '@tianping/contract/delivery/rules'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { verificationRules } from '@tianping/contract/verification/rules'
import { expect, test } from 'vitest'

const many = (length: number, one = 'a') => one.repeat(length)
type Broken = { reason: string } | null

const register = (change: object) => {
  const password = 'secret1'
  const form = { name: 'abc123', password, confirmPass: password, realname: '王五', code: 'ab3d' }
  return registerRules({ ...form, paypassword: '888888', ...change })
}
const change = (length: number) => ({ old: 'before1', next: many(length), confirm: many(length) })
const card = (fields: object) =>
  bankBindRules({
    bank: '沙盒商业银行',
    bank_owner: '王五',
    bank_no: '6222020011112222',
    bank_address: '13800138000',
    pay_pass: '888888',
    ...fields,
  })
const address = (bank_owner: string, bank_no: string) =>
  usdtBindRules({ bank: 'USDT', bank_owner, bank_no, bank_address: '', pay_pass: '888888' })
const identity = (fields: object) =>
  verificationRules(
    {
      paper: 'passport',
      name: '王五',
      number: 'E12345678',
      birthday: '1990-06-14',
      expires: '',
      address: many(20),
      purpose: 'leisure',
      expected: 'to_5000',
      funds: 'wages',
      consented: true,
      ...fields,
    },
    { tier: 2, whole: true },
    '2026-11-26',
  )

const LEAST = 'least'
const MOST = 'most'
const EXACTLY = 'exactly'
const rows: [
  what: string,
  kind: string,
  length: number,
  reason: string,
  (length: number) => Broken,
][] = [
  ['name', LEAST, 6, 'register.name_format', n => register({ name: many(n) })],
  ['name', MOST, 11, 'register.name_format', n => register({ name: many(n) })],
  [
    'password',
    LEAST,
    6,
    'register.password_short',
    n => register({ password: many(n), confirmPass: many(n) }),
  ],
  ['real name', LEAST, 2, 'register.realname_short', n => register({ realname: many(n, '王') })],
  [
    'payment password',
    LEAST,
    6,
    'register.pay_password_short',
    n => register({ paypassword: many(n) }),
  ],
  [
    'payment password',
    MOST,
    18,
    'register.pay_password_long',
    n => register({ paypassword: many(n) }),
  ],
  ['new password', LEAST, 6, 'password.new_short', n => passwordRules(change(n))],
  [
    'old password',
    LEAST,
    6,
    'password.old_short',
    n => passwordRules({ ...change(8), old: many(n, 'b') }),
  ],
  [
    'new payment password',
    MOST,
    18,
    'register.pay_password_long',
    n => payPasswordRules(change(n)),
  ],
  ['card number', LEAST, 5, 'card.number_length', n => card({ bank_no: many(n, '6') })],
  ['password of a card', LEAST, 6, 'card.pay_password_length', n => card({ pay_pass: many(n) })],
  ['password of a card', MOST, 18, 'card.pay_password_length', n => card({ pay_pass: many(n) })],
  ['address TRC20', EXACTLY, 34, 'card.trc20_format', n => address('TRC20', `T${many(n - 1)}`)],
  ['address ERC20', EXACTLY, 42, 'card.erc20_format', n => address('ERC20', `0x${many(n - 2)}`)],
  [
    'code of a contact',
    EXACTLY,
    6,
    'contact.code_missing',
    n => verifyRules({ code: many(n, '1'), password: 'secret1' }),
  ],
  [
    'recovered password',
    LEAST,
    6,
    'recover.password_short',
    n => recoverRules({ name: 'abc123', code: '123456', password: many(n), confirm: many(n) }),
  ],
  [
    'name of a paper',
    LEAST,
    2,
    'verification.name_missing',
    n => identity({ name: many(n, '王') }),
  ],
  ['passport', LEAST, 5, 'verification.number_format', n => identity({ number: many(n, '1') })],
  ['passport', MOST, 20, 'verification.number_format', n => identity({ number: many(n, '1') })],
  ['home address', LEAST, 5, 'verification.address_missing', n => identity({ address: many(n) })],
]

test.each(rows)('%s: %s %i characters', (_what, kind, length, reason, ask) => {
  const said = [-1, 0, 1].map(step => ask(length + step)?.reason ?? '')
  const [below, above] = [kind === MOST ? '' : reason, kind === LEAST ? '' : reason]
  expect(said).toEqual([below, '', above])
})

test('the longest payment password of rows is the constant of the forms', () => {
  expect(PAY_PASSWORD_MAX).toBe(18)
})

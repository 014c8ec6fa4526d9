import { documentsFor } from '@tianping/contract/verification/facts'
import { birthdayIn, isIdNumber, verificationRules } from '@tianping/contract/verification/rules'
import { expect, test } from 'vitest'

const first = { tier: 1, whole: true }
const good = {
  paper: 'id_card' as const,
  name: '周瑾',
  number: '330200 19900614 0046',
  birthday: '',
  expires: '2034-05-11',
  address: '样例市文渊路18号',
  purpose: '' as const,
  expected: '' as const,
  funds: '' as const,
  consented: true,
}
const TODAY = '2026-11-23'

test('the number of an identity card carries its birthday and its check digit', () => {
  expect(birthdayIn('330200199006140046')).toBe('1990-06-14')
  expect(isIdNumber('330200199006140046')).toBe(true)
  for (const wrong of ['330200199006140045', '330200199013140046', '33020019900614004', ''])
    expect(isIdNumber(wrong)).toBe(false)
})

test('a birthday that is no day of the calendar is none, and every digit weighs in the check', () => {
  expect(['1990', '330200199902300046', '33020019900614004X0'].map(birthdayIn)).toEqual([
    '',
    '',
    '',
  ])
  const numbers = ['123456198711213572', '654321199612124682', '11111119911111111X']
  expect(numbers.map(isIdNumber)).toEqual([true, true, true])
  for (const number of numbers)
    for (let at = 0; at < 17; at++) {
      const other = String((Number(number[at]) + 1) % 10)
      expect(isIdNumber(number.slice(0, at) + other + number.slice(at + 1)), `${at}`).toBe(false)
    }
})

test('the rules speak in the order of the form', () => {
  expect(verificationRules(good, first, TODAY)).toBeNull()
  const breaks = [
    [{ name: '周' }, 'verification.name_missing'],
    [{ number: '330200199006140045' }, 'verification.number_format'],
    [{ birthday: '1990-06-15' }, 'verification.birthday_differs'],
    [{ expires: '2034' }, 'verification.expiry_format'],
    [{ consented: false }, 'verification.consent_missing'],
  ] as const
  let form: Parameters<typeof verificationRules>[0] = good
  for (const [change, reason] of breaks.toReversed()) {
    form = { ...form, ...change }
    expect(verificationRules(form, first, TODAY)?.reason).toBe(reason)
  }
})

test('a paper is good to its last day', () => {
  const on = (expires: string) => verificationRules({ ...good, expires }, first, TODAY)?.reason
  expect(on(TODAY)).toBeUndefined()
  expect(on('2026-11-22')).toBe('verification.paper_expired')
})

test('a passport says its birthday; the second tier asks for an address and no paper again', () => {
  const passport = { ...good, paper: 'passport' as const, number: 'e1234567' }
  expect(verificationRules(passport, first, TODAY)?.reason).toBe('verification.birthday_format')
  expect(verificationRules({ ...passport, birthday: '1990-06-14' }, first, TODAY)).toBeNull()
  const second = { tier: 2, whole: false }
  const use = { purpose: 'leisure', expected: 'to_5000', funds: 'wages' } as const
  const only = { ...good, name: '', number: '', expires: '', ...use }
  expect(verificationRules(only, second, TODAY)).toBeNull()
  expect(verificationRules({ ...only, address: '' }, second, TODAY)?.reason).toBe(
    'verification.address_missing',
  )
  for (const field of ['purpose', 'expected', 'funds'] as const)
    expect(verificationRules({ ...only, [field]: '' }, second, TODAY)?.reason).toBe(
      `verification.${field}_missing`,
    )
  expect(documentsFor(second, 'id_card')).toEqual(['selfie', 'address'])
  expect(documentsFor({ tier: 2, whole: true }, 'passport')).toEqual([
    'passport',
    'selfie',
    'address',
  ])
})

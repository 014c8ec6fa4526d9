import { expect, test } from 'vitest'
import { isWeak, refuseWeak } from '../../src/areas/account/weakPassword.ts'
import { refuseWeak as refuseWeakOperator } from '../../src/console/signIn/operators.ts'

test.each(['123456', 'Password', 'qwerty', '135790', '888888', 'aaaaaaaa'])(
  '%s is among the first to be guessed',
  password => expect(isWeak(password, 'member1')).toBe(true),
)
test.each(['secret-walk-9', '748201'])('%s is not', password =>
  expect(isWeak(password, 'member1')).toBe(false),
)
test('a name in it, in any case, makes it weak', () => {
  expect(isWeak('xMember1x', 'member1')).toBe(true)
  expect(isWeak('xMember2x', 'member1')).toBe(false)
})
test('a sandbox takes the passwords that it prints, production does not', () => {
  for (const password of ['demo888', '888888']) {
    expect(() => refuseWeak({ mode: 'sandbox' }, 'demo888', password, 'password')).not.toThrow()
    expect(() => refuseWeak({ mode: 'production' }, 'demo888', password, 'password')).toThrow(
      '密码过于简单，请更换一个',
    )
  }
})
test.each(['1234567890', 'Q1W2E3R4T5'])('an operator may not choose %s either', password =>
  expect(() => refuseWeakOperator(password, 'chief')).toThrow(Error),
)

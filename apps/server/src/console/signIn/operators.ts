import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { randomInt } from 'node:crypto'
import { isWeak } from '../../areas/account/account.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { insertOperator } from './operator.sql.ts'

/** Letters and digits that nobody mistakes for one another when a password is read out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const ONE_TIME_LENGTH = 16
export const NAME_FORMAT = /^[A-Za-z0-9_.-]{3,32}$/
const LEAST_CHOSEN = 10
const LEAST_DIFFERENT = 5

/**
 * Adds an operator of the back office; answers false, and changes nothing, when the name is taken.
 */
export async function createOperator(
  db: Db,
  operator: { name: string; password: string; role: string },
  now: Date,
): Promise<boolean> {
  if (!NAME_FORMAT.test(operator.name))
    throw new RangeError('an operator’s name has 3 to 32 letters, digits or _.-')
  if ([...operator.password].length < 8)
    throw new RangeError('an operator’s password has at least 8 characters')
  return insertOperator(db, {
    name: operator.name,
    passwordHash: await hashPassword(operator.password),
    role: operator.role,
    now,
  })
}

/** A password to be used once and then changed: 93 random bits. */
export const oneTimePassword = (): string =>
  Array.from({ length: ONE_TIME_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Refuses a password that an operator may not choose. */
export function refuseWeak(password: string, name: string): void {
  if ([...password].length < LEAST_CHOSEN)
    throw new Refusal(say('my_account.password_short', { least: LEAST_CHOSEN }), {
      field: 'password',
    })
  if (password.toLowerCase().includes(name.toLowerCase()))
    throw new Refusal(say('my_account.password_has_name'), { field: 'password' })
  if (new Set(password).size < LEAST_DIFFERENT || isWeak(password, name))
    throw new Refusal(say('my_account.password_simple'), { field: 'password' })
}

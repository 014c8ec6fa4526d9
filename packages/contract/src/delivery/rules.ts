import { lengthOf, rulesOf } from '../rule.ts'
import { contactForm } from './texts.ts'

const contact = rulesOf(contactForm)
const isCode = (code: string) => /^\d{6}$/.test(code)

/** What asks for a code to recover a password. */
export const recoverNameRules = (f: { name: string }) =>
  contact(['name', f.name === '', 'recover.name_missing'])

/** A forgotten password becomes another one, by a code that was sent. */
export const recoverRules = (f: {
  name: string
  code: string
  password: string
  confirm: string
}) =>
  recoverNameRules(f) ??
  contact(
    ['code', !isCode(f.code), 'contact.code_missing'],
    ['password', lengthOf(f.password) < 6, 'recover.password_short'],
    ['confirm', f.confirm !== f.password, 'recover.passwords_differ'],
  )

/** A contact is proved by the code that was sent to it. */
export const verifyRules = (f: { code: string; password: string }) =>
  contact(
    ['code', !isCode(f.code), 'contact.code_missing'],
    ['password', f.password === '', 'contact.password_missing'],
  )

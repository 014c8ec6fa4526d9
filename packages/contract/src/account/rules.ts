import { beijingDay, isDay } from '@tianping/money/day'
import { PAY_PASSWORD_MAX, hasHidden, isMobile, lengthOf, rulesOf } from '../rule.ts'
import { standardAge, type AgeBounds } from './facts.ts'
import { accountForm } from './texts.ts'

const account = rulesOf(accountForm)
const isEmail = (email: string) =>
  /^[A-Za-z0-9_+.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/.test(email)

/** What the browser refuses itself, before it asks. */
export const captchaWrong = accountForm['captcha.wrong']

/**
 * Registration (P1-5-07 to P1-5-12), in its order. Whether `code` is the captcha shown is the
 * page's own last check.
 */
export const registerRules = (f: {
  name: string
  password: string
  confirmPass: string
  realname: string
  paypassword: string
  code: string
}) =>
  account(
    ['name', !/^[A-Za-z0-9]{6,11}$/.test(f.name), 'register.name_format'],
    ['password', lengthOf(f.password) < 6, 'register.password_short'],
    ['confirmPass', f.confirmPass !== f.password, 'register.passwords_differ'],
    ['realname', lengthOf(f.realname) < 2, 'register.realname_short'],
    ['paypassword', lengthOf(f.paypassword) < 6, 'register.pay_password_short'],
    ['code', f.code === '', 'captcha.missing'],
    // Not in the document's list: P2-9-13 limits the same password to 18 characters.
    ['paypassword', lengthOf(f.paypassword) > PAY_PASSWORD_MAX, 'register.pay_password_long'],
    ['realname', hasHidden(f.realname), 'register.realname_hidden'],
  )

/** Log-in (P1-5-15, P1-5-16). */
export const loginRules = (f: { name: string; password: string; code: string }) =>
  account(
    ['name', f.name === '' || f.password === '', 'login.missing'],
    ['code', f.code === '', 'captcha.missing'],
  )

/**
 * Full years on a Beijing day, both `YYYY-MM-DD`. Who was born on 29 February is a year older on
 * 1 March of a year without that day.
 */
export function ageOf(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Whether a birthday proves the age; an unknown one, null or empty, proves nothing. */
export const isOfAge = (
  birthday: string | null,
  today: string,
  { min_age }: Pick<AgeBounds, 'min_age'> = standardAge,
): boolean => birthday !== null && isDay(birthday) && ageOf(birthday, today) >= min_age

/**
 * A birthday as a form sends it: the documents' two checks (P1-5-24), then whether it is possible
 * and old enough.
 */
export const birthdayRules = (
  birthday: string,
  { min_age, earliest_birthday }: AgeBounds = standardAge,
  today = beijingDay(Date.now()),
) =>
  account(
    ['birthday', !isDay(birthday), 'profile.birthday_format'],
    [
      'birthday',
      birthday < earliest_birthday,
      'profile.birthday_early',
      { earliest: earliest_birthday },
    ],
    ['birthday', birthday > today, 'profile.birthday_future'],
    ['birthday', ageOf(birthday, today) < min_age, 'profile.too_young', { age: min_age }],
  )

/**
 * What our own app asks for besides the documents' fields, after them; deployed clients register
 * without (docs/decisions/0058-consents-are-rows-of-their-own.md).
 */
export const joiningRules = (
  f: { birthday: string; agreed: boolean },
  bounds: AgeBounds = standardAge,
  today = beijingDay(Date.now()),
) =>
  account(['birthday', f.birthday === '', 'register.birthday_missing']) ??
  birthdayRules(f.birthday, bounds, today) ??
  account(['agreed', !f.agreed, 'register.not_agreed'])

/** Profile update (P1-5-22 to P1-5-24), in its order. */
export const profileRules = (
  f: { mobile: string; email: string; birthday: string },
  bounds: AgeBounds = standardAge,
  today = beijingDay(Date.now()),
) =>
  account(
    ['mobile', !isMobile(f.mobile), 'profile.mobile_format'],
    ['email', !isEmail(f.email), 'profile.email_format'],
  ) ?? birthdayRules(f.birthday, bounds, today)

/** Password change (P2-5-11 to P2-5-17), in its order; the page clears the form on the last one. */
export const passwordRules = (f: { old: string; next: string; confirm: string }) =>
  account(
    ['old', f.old === '', 'password.old_missing'],
    ['next', f.next === '', 'password.new_missing'],
    ['old', lengthOf(f.old) < 6, 'password.old_short'],
    ['next', lengthOf(f.next) < 6, 'password.new_short'],
    ['confirm', f.confirm === '', 'password.confirm_missing'],
    ['confirm', f.confirm !== f.next, 'register.passwords_differ'],
    ['next', f.next === f.old, 'password.unchanged'],
  )

/** A new payment password has at most 18 characters (P2-9-13). */
export const payPasswordRules = (f: { old: string; next: string; confirm: string }) =>
  passwordRules(f) ??
  account(['next', lengthOf(f.next) > PAY_PASSWORD_MAX, 'register.pay_password_long'])

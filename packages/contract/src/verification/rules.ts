import { isDay } from '@tianping/money/day'
import { hasHidden, lengthOf, rulesOf } from '../rule.ts'
import {
  asksIdentity,
  LAST_TIER,
  type AccountPurpose,
  type ExpectedDeposit,
  type FundsSource,
  type Paper,
  type Wanted,
} from './facts.ts'
import { verificationForm } from './texts.ts'

const verification = rulesOf(verificationForm)

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_DIGITS = '10X98765432'

/** The birthday that a number of an identity card contains; empty for no such number. */
export function birthdayIn(number: string): string {
  const day = number.replace(/^\d{6}(\d{4})(\d\d)(\d\d)\d{3}[\dX]$/, '$1-$2-$3')
  return isDay(day) ? day : ''
}

/** Whether the check digit (GB 11643) follows from the other seventeen. */
export function isIdNumber(number: string): boolean {
  if (birthdayIn(number) === '') return false
  const sum = WEIGHTS.reduce((total, weight, n) => total + weight * Number(number[n]), 0)
  return number[17] === CHECK_DIGITS[sum % 11]
}

/** A number as it is compared: without spaces, letters large. */
export const plainPaperNumber = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

const numberFits = (paper: Paper, number: string) =>
  paper === 'id_card' ? isIdNumber(number) : /^[A-Z0-9]{5,20}$/.test(number)

export type VerificationForm = {
  paper: Paper
  name: string
  number: string
  birthday: string
  /** The last day of the paper; empty for one without an end. */
  expires: string
  address: string
  /** What the account is for, asked for with the second tier. */
  purpose: AccountPurpose | ''
  expected: ExpectedDeposit | ''
  funds: FundsSource | ''
  /** Whether every consent was given. */
  consented: boolean
}

const identityRules = (f: VerificationForm, today: string) => {
  const number = plainPaperNumber(f.number)
  const ofCard = f.paper === 'id_card' && f.birthday !== '' ? birthdayIn(number) : f.birthday
  return verification(
    ['name', lengthOf(f.name) < 2 || hasHidden(f.name), 'verification.name_missing'],
    ['number', !numberFits(f.paper, number), 'verification.number_format'],
    ['birthday', f.paper === 'passport' && !isDay(f.birthday), 'verification.birthday_format'],
    ['birthday', ofCard !== f.birthday, 'verification.birthday_differs'],
    ['expires', f.expires !== '' && !isDay(f.expires), 'verification.expiry_format'],
    ['expires', f.expires !== '' && f.expires < today, 'verification.paper_expired'],
  )
}

/** What is stated with the documents, in the order of the form; `today` is a Beijing day. */
export const verificationRules = (f: VerificationForm, wanted: Wanted, today: string) =>
  (asksIdentity(wanted) ? identityRules(f, today) : null) ??
  verification(
    [
      'address',
      wanted.tier === LAST_TIER && lengthOf(f.address) < 5,
      'verification.address_missing',
    ],
    ['purpose', wanted.tier === LAST_TIER && f.purpose === '', 'verification.purpose_missing'],
    ['expected', wanted.tier === LAST_TIER && f.expected === '', 'verification.expected_missing'],
    ['funds', wanted.tier === LAST_TIER && f.funds === '', 'verification.funds_missing'],
    ['consented', !f.consented, 'verification.consent_missing'],
  )

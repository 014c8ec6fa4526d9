import type {
  AccountPurpose,
  ExpectedDeposit,
  FundsSource,
  VerificationConsent,
} from '@tianping/contract/verification/facts'

/** What is stated, and each consent by itself. Never kept as a draft. */
export type Values = {
  name: string
  number: string
  birthday: string
  expires: string
  address: string
  purpose: AccountPurpose | ''
  expected: ExpectedDeposit | ''
  funds: FundsSource | ''
} & Record<VerificationConsent, boolean>

/** No consent is given beforehand. */
export const empty: Values = {
  name: '',
  number: '',
  birthday: '',
  expires: '',
  address: '',
  purpose: '',
  expected: '',
  funds: '',
  identity: false,
  face: false,
  provider: false,
}

import type { FormState } from '../../app/form/useForm.ts'

/** The form of a deposit before anything is typed. */
export const empty = { amount: '', bank_owner: '', bank: '', bank_no: '', bank_address: '' }
export type DepositValues = typeof empty
export type DepositFormState = FormState<DepositValues>

export const clean = (values: DepositValues): DepositValues => ({
  amount: values.amount.replace(/\.$/, ''),
  bank_owner: values.bank_owner.trim(),
  bank: values.bank,
  bank_no: values.bank_no.replace(/\s/g, ''),
  bank_address: values.bank_address.trim(),
})

import type { useForm } from '../../app/form/useForm.ts'

/** The form of a deposit before anything is typed. */
export const empty = { amount: '', bank_owner: '', bank: '', bank_no: '', bank_address: '' }
export type DepositValues = typeof empty
export type DepositFormState = ReturnType<typeof useForm<DepositValues>>

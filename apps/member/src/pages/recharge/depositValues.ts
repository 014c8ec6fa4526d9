import type { FormState } from '../../app/form/useForm.ts'
import type { Options } from './methods.ts'

/** Under this and the method's key stands what was typed for it. */
export const depositDraft = 'recharge/'

/** The form of a deposit before anything is typed. */
export const empty = {
  amount: '',
  bank_owner: '',
  bank: '',
  bank_no: '',
  /** Null until it is typed: then the one of the last deposit from the card stands there. */
  bank_address: null as string | null,
  /** The bound card it comes from; null for the newest, 0 for another account. */
  card: null as number | null,
  /** The receiving account that was paid; null while that is not said, 0 for another one. */
  receiver: null as number | null,
}
export type DepositValues = typeof empty
export type DepositFormState = FormState<DepositValues>
export type PayingCard = Options['cards'][number]

/** The bound card that the form pays from, at first the newest; undefined for a typed account. */
export const cardOf = (
  { card }: DepositValues,
  cards: readonly PayingCard[],
): PayingCard | undefined => (card === null ? cards.at(-1) : cards.find(({ id }) => id === card))

/** The values as they are checked and sent; a bound card fills in what is known of it. */
export const cleanWith =
  (cards: readonly PayingCard[]) =>
  (values: DepositValues): DepositValues => {
    const card = cardOf(values, cards)
    return {
      amount: values.amount.replace(/\.$/, ''),
      bank_owner: card?.bank_owner ?? values.bank_owner.trim(),
      bank: card?.bank ?? values.bank,
      bank_no: card?.bank_no ?? values.bank_no.replace(/\s/g, ''),
      bank_address: (values.bank_address ?? card?.bank_address ?? '').trim(),
      card: card?.id ?? 0,
      receiver: values.receiver,
    }
  }

import { PAY_PASSWORD_MAX, hasHidden, lengthOf, rulesOf } from '../rule.ts'
import { cardsForm } from './texts.ts'

export const MAX_CARDS = 5

const card = rulesOf(cardsForm)

/** What the browser refuses itself, before it asks. */
export const cardsFull = cardsForm['card.cards_full']
export const addressesFull = cardsForm['card.addresses_full']

export type CardBinding = {
  bank: string
  bank_owner: string
  bank_no: string
  bank_address: string
  pay_pass: string
}

/** USDT bind (P2-5-01 to P2-5-03), in its order; then that the address is one of its protocol. */
export const usdtBindRules = (f: CardBinding) =>
  card(
    ['bank_no', f.bank_no === '', 'card.address_missing'],
    ['bank_owner', f.bank_owner !== 'TRC20' && f.bank_owner !== 'ERC20', 'card.protocol_missing'],
    ['pay_pass', f.pay_pass === '', 'card.pay_password_missing'],
    [
      'bank_no',
      f.bank_owner === 'TRC20' && !/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(f.bank_no),
      'card.trc20_format',
    ],
    [
      'bank_no',
      f.bank_owner === 'ERC20' && !/^0x[0-9a-fA-F]{40}$/.test(f.bank_no),
      'card.erc20_format',
    ],
  )

/** Asked by our own page after the documents' rules: the member says whose address it is. */
export const usdtOwnRules = (f: { own: boolean }) => card(['own', !f.own, 'card.own_unconfirmed'])

/**
 * Bank bind (P2-5-04 to P2-5-10), in its order and spelling. `bank_address` holds the member's
 * phone.
 */
export const bankBindRules = (f: CardBinding) =>
  card(
    ['bank_owner', f.bank_owner === '', 'card.owner_missing'],
    ['bank', f.bank === '', 'card.bank_missing'],
    ['bank_address', f.bank_address === '', 'card.branch_missing'],
    ['bank_no', f.bank_no === '', 'card.number_missing'],
    ['pay_pass', f.pay_pass === '', 'card.pay_password_missing'],
    ['bank_no', lengthOf(f.bank_no) < 5, 'card.number_length'],
    [
      'pay_pass',
      lengthOf(f.pay_pass) < 6 || lengthOf(f.pay_pass) > PAY_PASSWORD_MAX,
      'card.pay_password_length',
    ],
    ['bank_owner', hasHidden(f.bank_owner), 'card.owner_hidden'],
  )

export const bindRules = (f: CardBinding) =>
  f.bank === 'USDT' ? usdtBindRules(f) : bankBindRules(f)

// The ordered checks of both documents, with their exact texts. The browser's forms and the server
// run the same ones; no zod here, so that they cost the browser nothing.
import { formatFen, parseYuan, type Amount } from '@tianping/money'
import { sayOf, type Catalogue, type Said, type Values } from './say.ts'
import { accountForm } from './account/texts.ts'
import { agentForm } from './agent/texts.ts'
import { cardsForm } from './cards/texts.ts'
import { cashierForm } from './cashier/texts.ts'
import { rebateForm } from './rebate/texts.ts'
import { walletForm } from './wallet/texts.ts'

/** The platform wallet's name beside the venues' (P2-3-11). */
export const PLATFORM = 'userbalance'
export const MAX_CARDS = 5
export const MIN_WITHDRAWAL_FEN = 100_00n
/** The longest payment password, in characters (P2-9-13). */
export const PAY_PASSWORD_MAX = 18

/** The first rule that is broken: what to say, and which field of the form it concerns. */
export type Broken = { field: string; text: string }
/** With the stable code and the values of its sentence. */
export type BrokenRule = Broken & Said
/** One check: the field it concerns, whether it is broken, and the sentence that says so. */
type Rule<C extends Catalogue> = {
  [K in keyof C & string]: readonly [
    field: string,
    broken: boolean,
    reason: K,
    ...values: Values<C[K]>,
  ]
}[keyof C & string]

/** Finds the first broken rule in the order written; null when all hold. */
const firstOf =
  <C extends Catalogue>(catalogue: C) =>
  (...rules: Rule<C>[]): BrokenRule | null => {
    const found = rules.find(([, broken]) => broken)
    if (!found) return null
    const [field, , reason, ...values] = found
    return { ...sayOf(catalogue, reason, ...(values as Values<C[typeof reason]>)), field }
  }

const account = firstOf(accountForm)
const agent = firstOf(agentForm)
const card = firstOf(cardsForm)
const cashier = firstOf(cashierForm)
const wallet = firstOf(walletForm)

const long = (value: string) => [...value].length

/**
 * Mainland mobile numbers (P1-5-20); 16x, 17x and 19x are widened to the ranges assigned since
 * (docs/decisions/0024-the-same-form-rules-on-both-sides.md).
 */
export const isMobile = (mobile: string) =>
  /^(0|86|17951)?(13\d|14[57]|15[0-35-9]|16\d|17\d|18\d|19\d)\d{8}$/.test(mobile)
export const isEmail = (email: string) =>
  /^[A-Za-z0-9_+.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/.test(email)

/** A calendar date `YYYY-MM-DD` that exists. */
export function isDate(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

/** What the browser refuses itself, before it asks. */
export const texts = {
  captchaWrong: accountForm['captcha.wrong'],
  noRebate: rebateForm['rebate.nothing'],
  cardsFull: cardsForm['card.cards_full'],
  addressesFull: cardsForm['card.addresses_full'],
} as const

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
    ['password', long(f.password) < 6, 'register.password_short'],
    ['confirmPass', f.confirmPass !== f.password, 'register.passwords_differ'],
    ['realname', long(f.realname) < 2, 'register.realname_short'],
    ['paypassword', long(f.paypassword) < 6, 'register.pay_password_short'],
    ['code', f.code === '', 'captcha.missing'],
    // Not in the document's list: P2-9-13 limits the same password to 18 characters.
    ['paypassword', long(f.paypassword) > PAY_PASSWORD_MAX, 'register.pay_password_long'],
  )

/** Log-in (P1-5-15, P1-5-16). */
export const loginRules = (f: { name: string; password: string; code: string }) =>
  account(
    ['name', f.name === '' || f.password === '', 'login.missing'],
    ['code', f.code === '', 'captcha.missing'],
  )

/** Agent application (P1-5-20, P1-5-21). */
export const agentRules = (f: { mobile: string; apply_info: string }) =>
  agent(
    ['mobile', !isMobile(f.mobile), 'agent.mobile_format'],
    ['apply_info', f.apply_info === '', 'agent.reason_missing'],
  )

/** Profile update (P1-5-22 to P1-5-24), in its order. */
export const profileRules = (f: { mobile: string; email: string; birthday: string }) =>
  account(
    ['mobile', !isMobile(f.mobile), 'profile.mobile_format'],
    ['email', !isEmail(f.email), 'profile.email_format'],
    ['birthday', !isDate(f.birthday), 'profile.birthday_format'],
    ['birthday', f.birthday < '1980-01-01', 'profile.birthday_early'],
  )

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
    ['bank_no', long(f.bank_no) < 5, 'card.number_length'],
    [
      'pay_pass',
      long(f.pay_pass) < 6 || long(f.pay_pass) > PAY_PASSWORD_MAX,
      'card.pay_password_length',
    ],
  )

export const bindRules = (f: CardBinding) =>
  f.bank === 'USDT' ? usdtBindRules(f) : bankBindRules(f)

/** Password change (P2-5-11 to P2-5-17), in its order; the page clears the form on the last one. */
export const passwordRules = (f: { old: string; next: string; confirm: string }) =>
  account(
    ['old', f.old === '', 'password.old_missing'],
    ['next', f.next === '', 'password.new_missing'],
    ['old', long(f.old) < 6, 'password.old_short'],
    ['next', long(f.next) < 6, 'password.new_short'],
    ['confirm', f.confirm === '', 'password.confirm_missing'],
    ['confirm', f.confirm !== f.next, 'register.passwords_differ'],
    ['next', f.next === f.old, 'password.unchanged'],
  )

/** A new payment password has at most 18 characters (P2-9-13). */
export const payPasswordRules = (f: { old: string; next: string; confirm: string }) =>
  passwordRules(f) ??
  account(['next', long(f.next) > PAY_PASSWORD_MAX, 'register.pay_password_long'])

/** Deposit by bank (P2-5-18 to P2-5-21), in its order. */
export const bankDepositRules = (f: {
  bank_owner: string
  bank: string
  bank_no: string
  bank_address: string
}) =>
  cashier(
    ['bank_owner', f.bank_owner === '', 'deposit.payer_missing'],
    ['bank', f.bank === '', 'deposit.bank_missing'],
    ['bank_no', f.bank_no === '', 'deposit.account_missing'],
    ['bank_address', f.bank_address === '', 'deposit.branch_missing'],
  )

/** An amount as the documents write it in their texts: 100, 10000, 99.5. */
const plain = (fen: bigint) => formatFen(fen).replaceAll(',', '').replace(/\.00$/, '')

/** Within min and max inclusive (P2-5-22). */
export const depositAmountRules = (
  written: Amount | undefined,
  range: { minFen: bigint; maxFen: bigint },
) => {
  const fen = parseYuan(written)
  return cashier([
    'amount',
    fen === null || fen < range.minFen || fen > range.maxFen,
    'deposit.outside_range',
    { min: plain(range.minFen), max: plain(range.maxFen) },
  ])
}

/**
 * Withdrawal (P2-5-23 to P2-5-26), in its order. `tab` 1 is USDT, 2 is bank card or Alipay;
 * `leastFen` is the site's own, never below the documents'.
 */
export const withdrawRules = ({
  leastFen = MIN_WITHDRAWAL_FEN,
  ...f
}: {
  bank?: number | undefined
  amount?: Amount | undefined
  password: string
  tab: 1 | 2
  leastFen?: bigint
}) => {
  const fen = parseYuan(f.amount)
  return cashier(
    ['bank', !f.bank, f.tab === 1 ? 'withdrawal.address_missing' : 'withdrawal.card_missing'],
    [
      'amount',
      fen === null || fen < leastFen,
      'withdrawal.below_minimum',
      { min: plain(leastFen) },
    ],
    ['password', f.password === '', 'withdrawal.password_missing'],
  )
}

/** Transfer (P2-5-28 to P2-5-30), in its order. */
export const transferRules = (f: {
  sourcetype: string
  targettype: string
  amount?: Amount | undefined
}) =>
  wallet(
    ['targettype', f.sourcetype === f.targettype, 'transfer.same_wallet'],
    [
      'targettype',
      f.sourcetype !== PLATFORM && f.targettype !== PLATFORM,
      'transfer.between_venues',
    ],
    ['amount', parseYuan(f.amount) === null, 'transfer.amount_missing'],
  )

import { parseYuan, shortFen, type Amount } from '@tianping/money'
import { hasHidden, rulesOf } from '../rule.ts'
import { cashierForm } from './texts.ts'

export const MIN_WITHDRAWAL_FEN = 100_00n

const cashier = rulesOf(cashierForm)

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
    ['bank_owner', hasHidden(f.bank_owner), 'deposit.payer_hidden'],
  )

/**
 * Asked by our own page after the documents' rules: which account was paid, where there are
 * several. 0 is another account.
 */
export const receiverRules = (f: { receiver: number | null }, accounts: number) =>
  cashier(['receiver', accounts > 1 && f.receiver === null, 'deposit.receiver_missing'])

/** An amount as the documents write it in their texts: 100, 10000, 99.5. */
const plain = (fen: bigint) => shortFen(fen).replaceAll(',', '')

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

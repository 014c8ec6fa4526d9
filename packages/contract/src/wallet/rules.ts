import { parseYuan, type Amount } from '@tianping/money'
import { rulesOf } from '../rule.ts'
import { walletForm } from './texts.ts'

/** The platform wallet's name beside the venues' (P2-3-11). */
export const PLATFORM = 'userbalance'

const wallet = rulesOf(walletForm)

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

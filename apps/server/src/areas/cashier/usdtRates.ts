import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { ratesAt, type Rates } from '../rates/rates.ts'
import { cashierSetting } from './setting.ts'

/** The rates at a moment, with those of the cashier's rule where no sources are used. */
export const usdtRates = async (db: Db, now: Date): Promise<Rates> =>
  ratesAt(db, await cashierSetting(db), now)

/** Why no deposit in USDT is taken, as a member reads it. */
export const closedWhy = ({ closed }: Pick<Rates, 'closed'>): string =>
  closed === 'apart' ? '各汇率来源相差过大' : '暂时取不到最新汇率'

export function refuseWithoutRate(rates: Rates, field: string) {
  if (rates.closed !== '')
    throw new Refusal(say('deposit.usdt_no_rate', { why: closedWhy(rates) }), { field })
}

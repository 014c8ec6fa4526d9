import type { ConsoleGiven } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { figureGroups, type Figures, type Span } from './store/report.sql.ts'

export type Shown = ConsoleGiven<'POST /api/console/figures/report'>['now']

export const NOTHING: Figures = {
  registrations: 0,
  firstDeposits: 0,
  active: 0,
  deposits: 0,
  depositFen: 0n,
  withdrawals: 0,
  withdrawalFen: 0n,
  bets: 0,
  stakeFen: 0n,
  validFen: 0n,
  payoutFen: 0n,
  bonusFen: 0n,
  packetFen: 0n,
  rebateFen: 0n,
  commissionFen: 0n,
  adjustmentFen: 0n,
  feeFen: 0n,
  railFeeFen: 0n,
}

export const ggrOf = (f: Figures) => f.stakeFen - f.payoutFen
const costsOf = (f: Figures) =>
  f.bonusFen +
  f.packetFen +
  f.rebateFen +
  f.commissionFen +
  f.adjustmentFen -
  f.feeFen +
  f.railFeeFen
export const ngrOf = (f: Figures) => ggrOf(f) - costsOf(f)

export const shown = (f: Figures): Shown => ({
  registrations: f.registrations,
  first_deposits: f.firstDeposits,
  active: f.active,
  deposits: f.deposits,
  deposit: yuanOf(f.depositFen),
  withdrawals: f.withdrawals,
  withdrawal: yuanOf(f.withdrawalFen),
  net_cash: yuanOf(f.depositFen - f.withdrawalFen),
  bets: f.bets,
  stake: yuanOf(f.stakeFen),
  valid: yuanOf(f.validFen),
  payout: yuanOf(f.payoutFen),
  ggr: yuanOf(ggrOf(f)),
  bonus: yuanOf(f.bonusFen),
  packet: yuanOf(f.packetFen),
  rebate: yuanOf(f.rebateFen),
  commission: yuanOf(f.commissionFen),
  adjustment: yuanOf(f.adjustmentFen),
  fee: yuanOf(f.feeFen),
  rail_fee: yuanOf(f.railFeeFen),
  ngr: yuanOf(ngrOf(f)),
})

/** The largest list of groups that a comparison looks through. */
const MOST_GROUPS = 10_000
export const whole = { sort: 'ggr', limit: MOST_GROUPS, offset: 0 } as const

/** All figures of a span together. */
export async function totalsOf(db: Db, span: Span): Promise<Shown> {
  const [found] = await figureGroups(db, { ...span, ...whole, by: 'all' })
  return shown(found ?? NOTHING)
}

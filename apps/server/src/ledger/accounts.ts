/**
 * The chart of accounts. Member accounts (100, 110, 120) have a balance row and are never negative;
 * house accounts have none.
 */
export const account = {
  memberCash: 100,
  memberVenue: 110,
  memberStake: 120,
  depositClearing: 200,
  withdrawalPayable: 210,
  payoutBank: 220,
  rail: 230,
  railOffset: 240,
  memberDebt: 250,
  disputed: 260,
  jackpotPool: 270,
  redPacketExpense: 300,
  rebateExpense: 310,
  activityBonus: 320,
  agentCommission: 330,
  badDebt: 340,
  jackpotSeed: 350,
  venueFloat: 400,
  gameResult: 410,
  feeIncome: 500,
  railFees: 520,
  adjustment: 900,
  rounding: 910,
} as const
export type AccountName = keyof typeof account

/**
 * `venueId` (1-32767) goes with memberVenue, memberStake, venueFloat and gameResult, `railNo` with
 * rail and railFees, `jackpotNo` with jackpotPool; no other account has a number.
 */
export type Account = { name: AccountName; venueId?: number; railNo?: number; jackpotNo?: number }

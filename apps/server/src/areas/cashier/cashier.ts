// The front of deposits, withdrawals and payouts: all that other areas may import.
export { banks, receivingAccounts } from './console/accounts.ts'
export { takeTransfer } from './bankTransfer.ts'
export { creditDeposit } from './credit.ts'
export {
  creditedBetween,
  creditedOf,
  firstCredited,
  isContested,
  isKept,
  isReversed,
  newestWaiting,
  type Credited,
} from './credited.ts'
export { seedCashier } from './demo.ts'
export { isShown, lacksRate, offerOf } from './offer.ts'
export { newOrderNo } from './orderNo.ts'
export {
  checkPayments,
  checkPayouts,
  compareStatement,
  readStatement,
  type ReadStatement,
} from './reconcile.ts'
export { callingProvider } from './provider.ts'
export { ownLinesAround, type OwnLine } from './store/ownLines.sql.ts'
export { liftUnconfirmed } from './disputes/confirm.ts'
export { checkDebts } from './disputes/debts.ts'
export { eraseDisputeFiles } from './store/disputeFile.sql.ts'
export { openDisputes } from './store/dispute.sql.ts'
export { depositRecords, withdrawalRecords } from './records.ts'
export { noOrderPage, sandboxPage, sandboxPairs } from './sandbox/page.ts'
export { signedHeaders } from './sandbox/provider.ts'
export {
  depositByNo,
  ordersForPayments,
  ordersOfPayments,
  takePayments,
  waitingOnChain,
  type WaitingOrder,
} from './onChain/deposits.ts'
export {
  failedOnChain,
  openOnChain,
  paidOnChain,
  payeeAddress,
  takeForSigner,
  whyKeptBack,
} from './onChain/payouts.ts'
export { CHAIN, type Coming, type OnChain } from './onChain/port.ts'
export { BATCH_LAYOUTS, batchLayoutsSchema } from './batches/setting.ts'
export { PAYOUT_SETTING, payoutSchema, refuseTier, type PayoutSetting } from './sending/setting.ts'
export { CASHIER_SETTING, cashierSchema, cashierSetting, type CashierSetting } from './setting.ts'
export { depositOfAction, insertDeposit, lockDeposit } from './store/deposit.sql.ts'
export { usdtRates } from './usdtRates.ts'
export { takeOnBulk } from './console/takeOnBulk.ts'
export { troubledMethods } from './store/measures.sql.ts'
export { listOrder, waitingOf } from './store/order.sql.ts'
export { noteLooked } from './store/providerPayout.sql.ts'
export { waitingRefunds } from './store/refund.sql.ts'
export { dropReceipts, eraseReceipts } from './store/receipt.sql.ts'
export {
  decidedSince,
  waitingDeposits,
  waitingWithdrawals,
  type Waiting,
} from './store/review.sql.ts'
export { withdrawalOfAction } from './store/withdrawal.sql.ts'
export { turnoverWhy } from './turnoverWhy.ts'

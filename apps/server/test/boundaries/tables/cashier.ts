import { TAKEN, type Table } from '../edge.ts'

const BELOW = '请输入金额在200-10000之间！'
const ABOVE = '请输入金额在100-300之间！'
const FEE = '取款金额不足以支付手续费'
const HOURS = '取款服务时间为'
const TWO = '已确认，金额达到'

/** Deposits, withdrawals and their review. */
export const cashierEdges = {
  'cashier.methods[].minFen': [200_00, BELOW, TAKEN, TAKEN],
  'cashier.methods[].maxFen': [300_00, TAKEN, TAKEN, ABOVE],
  'cashier.methods[].backAt': ['2027-06-01 12:00', 'shown', '', ''],
  'cashier.usdtRanges.TRC20.minFen': [200_00, BELOW, TAKEN, TAKEN],
  'cashier.usdtRanges.TRC20.maxFen': [300_00, TAKEN, TAKEN, ABOVE],
  'cashier.usdtRanges.ERC20.minFen': [200_00, BELOW, TAKEN, TAKEN],
  'cashier.usdtRanges.ERC20.maxFen': [300_00, TAKEN, TAKEN, ABOVE],
  'cashier.withdrawcashfee': [28.16, FEE, FEE, TAKEN],
  'cashier.withdrawfeeusdttrc': [28.16, FEE, FEE, TAKEN],
  'cashier.deposit.maxOpen': [2, TAKEN, TAKEN, '您有2笔存款'],
  'cashier.deposit.turnoverTimes': [2, '打码量不足，还需0.01元', TAKEN, TAKEN],
  'cashier.withdrawal.minFen': [300_00, '单笔取款不能低于300元', TAKEN, TAKEN],
  'cashier.withdrawal.maxFen': [400_00, TAKEN, TAKEN, '单笔取款不能高于400元'],
  'cashier.withdrawal.perDay': [2, TAKEN, TAKEN, '今日取款次数已达上限2次，请明日再试'],
  'cashier.withdrawal.from': ['12:00', HOURS, TAKEN, TAKEN],
  'cashier.withdrawal.to': ['12:00', TAKEN, HOURS, HOURS],
  'cashier.withdrawal.waitHours': [5, 'waits', '', ''],
  'cashier.withdrawal.factorFromFen': [300_00, TAKEN, '24小时内取款达', '24小时内取款达'],
  'cashier.review.secondFromFen': [300_00, '已通过', TWO, TWO],
  'cashier.review.reviewerFromFen': [300_00, '已通过', TWO, TWO],
  'cashier.review.bulk.mostFen': [300_00, '', '', '超过单笔 ¥300.00'],
  'cashier.review.bulk.dayFen': [300_00, TAKEN, TAKEN, '24小时内批量通过合计不得超过 ¥300.00'],
  'cashier.dispute.confirmHours': [5, '', '已撤销', '已撤销'],
} satisfies Table

/** Whether a file for the bank waits with an account of the list of payees. */
export const payeeEdges = { 'cashier.batch.payeeHours': [5, 'waits', '', ''] } satisfies Table

/** Payouts without a person: the checks that fail. */
export const payoutEdges = {
  'payouts.approveUpToFen': [300_00, 'approved', 'approved', 'not looked at'],
  'payouts.sendUpToFen': [300_00, 'sent', 'sent', 'not sent'],
  'payouts.memberPerDay': [3, 'approved', 'approved', 'member_day'],
  'payouts.siteDayFen': [300_00, 'approved', 'approved', 'site_day'],
  'payouts.memberDays': [10, 'new_member', 'approved', 'approved'],
  'payouts.cardDays': [10, 'new_card', 'approved', 'approved'],
  'payouts.paidBefore': [2, 'first', 'approved', 'approved'],
  'payouts.minTier': [2, 'tier', 'approved', 'approved'],
} satisfies Table

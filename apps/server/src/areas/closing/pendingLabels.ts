import { claimLabels } from '@tianping/contract/dataRights/facts'
import type { Pending } from './store/closing.sql.ts'

/** What has to end before an account does, as people read it. */
export const pendingLabels: Readonly<Record<keyof Pending, string>> = {
  bets: '未结算的注单',
  transfers: '处理中的转账',
  deposits: '处理中的存款',
  withdrawals: '待审核的取款',
  payouts: '待付款的取款',
  disputes: claimLabels.dispute,
  complaints: claimLabels.complaint,
  statements: claimLabels.statement,
  freeRounds: '未结算的赠送旋转',
  adjustments: '待复核的余额调整',
}

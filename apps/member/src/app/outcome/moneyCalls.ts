/**
 * The calls that move money or ask for it: the outcome of each is settled on screen when its answer
 * is lost.
 */
export const moneyCalls = {
  'POST /api/transfer': '转账',
  'POST /api/money/bring': '转入场馆',
  'POST /api/transall': '一键回收',
  'POST /api/withdraw': '取款',
  'POST /api/recharge': '存款',
  'POST /api/douserredpacket': '领取红包',
  'POST /api/packetWindowClaim': '领取红包',
  'POST /api/codeRedeem': '兑换',
  'POST /api/missionClaim': '领取任务奖金',
  'POST /api/dofanshui': '领取返水',
  'POST /api/doactivityapply': '申请活动',
  'POST /api/wageringaudit/giveup': '放弃彩金',
} as const
export type MoneyCall = keyof typeof moneyCalls
export const isMoneyCall = (call: string): call is MoneyCall => Object.hasOwn(moneyCalls, call)

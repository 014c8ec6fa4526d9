// What the codes of the books, of callbacks and of the audit log are called, on the screen and in
// files. They are texts that grow with each area, so a code without a word stands as it is.

type Words = Readonly<Record<string, string>>

/** What a reconciliation looked at. */
export const checkWords: Words = {
  transactions: '交易平衡',
  balances: '余额',
  'never-negative': '负余额',
  versions: '版本连续',
  holds: '冻结',
  resolutions: '冻结去向',
  'hash-chains': '哈希链',
  requests: '请求摘要',
  turnover: '流水',
  'house-roll-up': '平台账户汇总',
  numbers: '交易编号',
  'old-holds': '长期冻结',
  outbox: '后续处理',
  'venue-wallets': '场馆钱包',
  'venues-answer': '场馆应答',
  'provider-payments': '通道付款',
  'provider-statement': '通道账单',
  'provider-fees': '通道费用',
  'member-debts': '会员欠款',
  'dispute-words': '争议结果',
  'provider-balance': '通道余额',
  'audit-log': '审计日志',
}

/** What a movement of money is. */
export const codeWords: Words = {
  deposit: '存款',
  withdrawal: '取款',
  venue_in: '转入场馆',
  venue_out: '场馆转回',
  game_result: '游戏输赢',
  red_packet: '红包',
  rebate: '返水',
  activity_bonus: '活动彩金',
  agent_commission: '代理佣金',
  adjustment: '人工调整',
  fee: '手续费',
  rail: '通道往来',
  rail_fee: '通道费用',
  dispute: '支付争议',
  debt: '会员欠款',
  jackpot: '奖池',
}

/** The step of a movement. */
export const phaseWords: Words = {
  single: '直接入账',
  pending: '冻结',
  post: '扣除冻结',
  void: '解除冻结',
}

/** The part of an account that a movement changed. */
export const layerWords: Words = { posted: '余额', pending: '冻结' }

/** What a movement or a requirement comes from. */
export const sourceWords: Words = {
  deposit: '存款',
  deposit_order: '存款',
  withdrawal_order: '取款',
  venue_transfer: '转账',
  venue_balance: '场馆对账',
  red_packet: '红包',
  rebate: '返水',
  rebate_claim: '返水',
  activity: '活动',
  activity_bonus: '活动',
  activity_application: '活动',
  free_rounds: '赠送旋转',
  tournament: '锦标赛奖金',
  campaign: '营销奖金',
  journey: '自动触达奖金',
  code: '兑换码彩金',
  agent_statement: '佣金',
  agent_commission: '佣金',
  redpacket_draw: '红包',
  bonus_given_up: '放弃彩金',
  resettlement: '更正注单',
  adjustment: '人工调整',
  rail_payment: '通道收款',
  rail_payout: '通道付款',
  rail_refund: '通道退款',
  debt: '会员欠款',
  dispute: '支付争议',
  jackpot: '奖池',
}

/** Who moved money, by kind. */
export const actorWords: Words = {
  member: '会员',
  operator: '操作员',
  provider: '通道',
  venue: '场馆',
  system: '系统',
}

/** What was made of a provider's callback. */
export const verdictWords: Words = {
  credited: '已入账',
  credited_late: '超时付款，已入账',
  duplicate: '重复通知',
  payment_pending: '渠道处理中',
  paid_again: '重复付款，待退',
  wrong_amount: '金额不符，待审',
  in_review: '审核中又收到付款',
  after_rejection: '拒绝后收到付款',
  sender_listed: '付款地址在名单上',
  failed: '支付失败',
  failure_ignored: '失败通知，已忽略',
  unknown_order: '单号不存在',
  other_provider: '非该通道订单，已拒绝',
  test_paid: '测试订单已支付',
  disputed: '付款人拒付',
  payout_paid: '付款成功',
  payout_failed: '付款失败，待人工',
  payout_pending: '付款处理中',
  payout_changed: '付款结果前后不一',
  ignored: '无关通知',
  reference_conflict: '通道单号冲突',
  forged: '签名无效',
  stale: '签名过期',
  malformed: '格式错误',
}

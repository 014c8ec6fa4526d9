import { reviewState, type ValueOf } from '../facts.ts'

/** A deposit waits for the provider or for a person until it is credited or rejected. */
export const depositState = {
  waiting: reviewState.waiting,
  credited: reviewState.approved,
  rejected: reviewState.rejected,
} as const
export type DepositState = ValueOf<typeof depositState>

/** An attempt to pay an approved withdrawal out. Its column holds the names. */
export const payoutState = {
  open: reviewState.waiting,
  paid: reviewState.approved,
  failed: reviewState.rejected,
} as const
export type PayoutStateName = keyof typeof payoutState

/** As operators read them. */
export const payoutLabels = { open: '待付款', paid: '已付款', failed: '失败' } as const

/** How a payout stands that a provider has. `sent` may have gone out. */
export const providerPayoutStates = {
  queued: '待提交通道',
  sent: '已交通道，结果未定',
  paid: '通道已付款',
  failed: '通道未付款',
} as const
export type ProviderPayoutState = keyof typeof providerPayoutStates

/** A file for the bank. Its lines are payouts with states of their own. */
export const batchStates = {
  built: '待复核',
  approved: '已复核',
  cancelled: '已取消',
} as const
export type BatchState = keyof typeof batchStates
/** An account that files for the bank may pay, where the operator keeps a list of them. */
export const payeeStates = {
  waiting: '待另一人确认',
  listed: '在名单中',
  removed: '已移出',
} as const
export type PayeeState = keyof typeof payeeStates
/** Payouts of one file. */
export const BATCH_LINES = 500
/** The longest file of results, in bytes. */
export const RESULT_BYTES = 500_000

/** What an automatic approval looks at, as operators read what did not hold. */
export const payoutChecks = {
  staff: '员工本人的会员账号',
  hold: '有暂停放款的原因',
  two_persons: '金额须两人审核',
  turnover: '流水未完成',
  shared: '收款账号与其他会员相同',
  holder: '收款人未核对',
  flag: '有风险标记',
  watched: '在关注名单中',
  screening: '有名单命中',
  case: '有未结案件',
  adjusted: '7 天内有人工调账',
  new_member: '注册天数不足',
  new_card: '绑卡天数不足',
  first: '未曾向该卡付款',
  tier: '认证级别不足',
  member_day: '24 小时内自动次数已满',
  site_day: '全站 24 小时自动金额已满',
  no_provider: '没有可用的付款通道',
  /** For who may not know what risk and compliance know. */
  alone: '须逐笔审核',
} as const
export type PayoutCheck = keyof typeof payoutChecks

/** Whether a receipt can be handed in, was, or is no longer asked for. */
export const receiptState = { none: '未上传', sent: '已上传', closed: '已结束' } as const
export type ReceiptState = keyof typeof receiptState

/** The largest picture of a receipt. */
export const RECEIPT_BYTES = 8 * 1024 * 1024

/** Where the money of a withdrawal came from. */
export const fundKinds = {
  before: '上次取款后余额',
  deposit: '存款',
  adjustment: '人工调整与费用',
  commission: '代理佣金',
  bonus: '优惠（红包、返水、活动）',
  play: '游戏输赢',
  other: '其他',
} as const
export type FundKind = keyof typeof fundKinds

/** What became of one order of a bulk approval. */
export const bulkOutcomes = {
  ready: '可通过',
  approved: '已通过',
  confirmed: '已确认，待另一位复核',
  left: '未处理',
} as const
/** A payment that its payer takes back through bank or card. */
/** `lifted`: noted by hand, and nobody confirmed it in time. */
export const disputeState = { open: 1, won: 2, lost: 3, accepted: 4, lifted: 5 } as const
export type DisputeState = (typeof disputeState)[keyof typeof disputeState]
export const disputeLabels = {
  open: '处理中',
  won: '胜诉',
  lost: '败诉',
  accepted: '接受退单',
  lifted: '未确认，已撤销',
} as const
/** Files of evidence: how many a dispute has, and how large one may be. */
export const DISPUTE_FILES_MAX = 10
export const DISPUTE_FILE_BYTES = 700 * 1024
/** How a dispute ends. */
export const disputeOutcomes = { won: '胜诉', lost: '败诉', accepted: '接受退单' } as const
export type DisputeOutcome = keyof typeof disputeOutcomes
/** The steps of a member's debt. */
export const debtSteps = { collected: '从钱包收回', written_off: '核销' } as const

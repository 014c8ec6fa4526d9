import type { ValueOf } from '../facts.ts'

/** What a complaint is about. */
export const complaintKinds = {
  deposit: '存款',
  withdrawal: '取款',
  game: '游戏与注单',
  promotion: '优惠活动',
  account: '账户与安全',
  privacy: '个人信息',
  protection: '理性博彩',
  other: '其他',
} as const
export type ComplaintKind = keyof typeof complaintKinds

/** `deadlock`: the clock ended it without agreement. */
export const complaintState = { open: 1, answered: 2, deadlock: 3, withdrawn: 4 } as const
export type ComplaintState = ValueOf<typeof complaintState>

export const complaintLabels = {
  open: '处理中',
  answered: '已答复',
  deadlock: '未达成一致',
  withdrawn: '已撤回',
} as const satisfies Record<keyof typeof complaintState, string>

export const complaintOutcomes = {
  upheld: '投诉成立',
  partly: '部分成立',
  rejected: '投诉不成立',
  settled: '双方和解',
} as const
export type ComplaintOutcome = keyof typeof complaintOutcomes

/** Who wrote a line; members never see a note. */
export const complaintAuthors = {
  member: '会员',
  staff: '客服',
  system: '系统',
  note: '内部备注',
} as const
export type ComplaintAuthor = keyof typeof complaintAuthors

export const COMPLAINT_TEXT_MAX = 2_000

import type { ComplaintKind } from '../complaints/facts.ts'
import type { ValueOf } from '../facts.ts'

/** What a conversation with customer service is about. */
export const ticketTopics = {
  deposit: '存款没到账',
  withdrawal: '取款进度',
  bet: '注单有疑问',
  safety: '登录与安全',
  identity: '实名认证',
  limits: '限额与排除',
  promotion: '优惠活动',
  other: '其他问题',
} as const
export type TicketTopic = keyof typeof ticketTopics

/** The kind that a conversation has once it is a complaint. */
export const complaintKindOf = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  bet: 'game',
  safety: 'account',
  identity: 'account',
  limits: 'protection',
  promotion: 'promotion',
  other: 'other',
} as const satisfies Record<TicketTopic, ComplaintKind>

/** `complained`: it goes on as a complaint. */
export const ticketState = { open: 1, solved: 2, complained: 3 } as const
export type TicketState = ValueOf<typeof ticketState>

export const ticketLabels = {
  open: '处理中',
  solved: '已解决',
  complained: '已转投诉',
} as const satisfies Record<keyof typeof ticketState, string>

/** Who wrote a line; members never see a note. */
export const ticketAuthors = {
  member: '会员',
  staff: '客服',
  system: '系统',
  note: '内部备注',
} as const
export type TicketAuthor = keyof typeof ticketAuthors

/** Why staff closed a conversation. */
export const ticketEnds = {
  answered: '问题已解决',
  silent: '会员未再回复',
  duplicate: '重复的会话',
  wrong_place: '已转其他渠道处理',
} as const
export type TicketEnd = keyof typeof ticketEnds

/** What a member says of a conversation that ended. */
export const ticketRatings = { 3: '满意', 2: '一般', 1: '不满意' } as const
export type TicketRating = keyof typeof ticketRatings

/** What of the member's own can be attached to a line. */
export const attachedKinds = {
  deposit: '存款订单',
  withdrawal: '取款订单',
  transfer: '转账',
  bet: '注单',
} as const
export type AttachedKind = keyof typeof attachedKinds

export const TICKET_TEXT_MAX = 1_000
/** The largest picture, in bytes. */
export const TICKET_PICTURE_BYTES = 8 * 1024 * 1024

import { reviewState, type ValueOf } from '../facts.ts'

/** How a member is reached outside of the site. */
export const channels = { mail: '邮箱', sms: '手机' } as const
export type Channel = keyof typeof channels

/** Every way out of the site; web push reaches a browser and proves no contact. */
export const deliveryWays = { ...channels, push: '推送' } as const
export type DeliveryWay = keyof typeof deliveryWays

/**
 * What letters of the inbox are about, as a member chooses among them. Offers go by the consents,
 * announcements stay in the inbox.
 */
export const noticeKinds = {
  money: '存款、取款与账目',
  safety: '账户安全',
  service: '客服与投诉',
  play: '理性博彩',
} as const
export type NoticeKind = keyof typeof noticeKinds

/** The ways that letters leave the inbox by. */
export const noticeWays = { push: '推送', mail: '邮件' } as const
export type NoticeWay = keyof typeof noticeWays

/** What counts where the member has chosen nothing; mail goes to nobody who did not ask for it. */
export const unaskedNotices: Readonly<Record<NoticeWay, readonly NoticeKind[]>> = {
  push: ['money', 'safety', 'service'],
  mail: [],
}

/**
 * All that a locked screen, or the list of a mailbox, shows. Whoever else reads it learns neither
 * an amount nor an outcome, and nothing of how somebody plays.
 */
export const noticeWords = {
  money: '您的订单有新进展',
  safety: '您有一条安全提醒，请及时查看',
  service: '您有一条新回复',
  play: '您有一条新消息',
  offer: '您有一条新消息',
} as const

/** Browsers of one member; a further one takes the place of the oldest. */
export const MOST_BROWSERS = 5

/** What is sent, as operators read it. */
export const deliveryKinds = {
  verify: '验证码：联系方式',
  recover: '验证码：找回密码',
  reset: '一次性密码',
  device: '新设备登录',
  password: '密码变更',
  card: '新增收款账户',
  factor: '双重验证变更',
  contact: '联系方式变更',
  protection: '理性博彩',
  account: '账户注销与个人信息',
  offer: '优惠与活动',
  letter: '站内信提醒',
} as const
export type DeliveryKind = keyof typeof deliveryKinds

/** What waits is tried again; what failed waits for a person; what came too late is not sent. */
export const deliveryState = {
  waiting: reviewState.waiting,
  sent: 2,
  failed: 3,
  expired: 4,
} as const
export type DeliveryState = ValueOf<typeof deliveryState>

/** As operators read them. */
export const deliveryLabels = {
  waiting: '发送中',
  sent: '已发送',
  failed: '发送失败',
  expired: '已过期',
} as const

import { reviewState, type ValueOf } from '../facts.ts'

/** How a member is reached outside of the site. */
export const channels = { mail: '邮箱', sms: '手机' } as const
export type Channel = keyof typeof channels

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

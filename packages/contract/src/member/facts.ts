/** What takes two operators: a new payment password, or a second factor to be taken away. */
export const payRequestKinds = { pay: '支付密码重置', factor: '双重验证解除' } as const
export type PayRequestKind = keyof typeof payRequestKinds

/** As operators read the states of a request for a payment password. */
export const payRequestLabels = {
  waiting: '待批准',
  approved: '已批准',
  rejected: '已拒绝',
} as const

/** What two members have in common. */
export const memberLinkLabels = {
  device: '同设备',
  address: '同登录地址',
  card: '同收款账号',
  referrer: '推荐人',
  referred: '推荐的会员',
} as const
export type MemberLinkKind = keyof typeof memberLinkLabels

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
/** How many of a member's newest devices and addresses are looked at for others. */
export const LINK_MARKS = 20
/** How many members are named who share one thing. */
export const LINK_MEMBERS = 20

/** What stands in a member's timeline, as operators read it. */
export const timelineKinds = {
  deposit: '存款',
  withdrawal: '取款',
  transfer: '转账',
  bet: '注单',
  redpacket: '红包',
  rebate: '返水',
  application: '活动申请',
  adjustment: '人工调整',
  card: '绑定账号',
  change: '资料变更',
  login: '登录',
  block: '暂停与排除',
  note: '备注',
  message: '站内信',
  ticket: '客服会话',
  complaint: '投诉',
  flag: '风险提示',
  refusal: '被拒绝的操作',
} as const
export type TimelineKind = keyof typeof timelineKinds

/** Changes of an account. */
export const accountChanges = {
  password: '修改登录密码',
  password_reset: '重置登录密码',
  pay_password: '修改支付密码',
  pay_password_reset: '重置支付密码',
  contact: '更换联系方式',
  name: '修改姓名',
  card: '绑定账号',
} as const
export type AccountChange = keyof typeof accountChanges

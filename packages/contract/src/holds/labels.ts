/** What a payout waits after. */
export const waitLabels = {
  password: '登录密码已重置',
  payPassword: '支付密码已重置',
  factor: '双重验证已由客服解除',
  contact: '联系方式已变更',
  name: '真实姓名已更正',
  device: '新设备登录后绑定新卡',
  card: '在陌生设备上绑定新卡',
  address: '首次使用的USDT地址',
} as const
export type WaitReason = keyof typeof waitLabels

/** The labels of the reasons an order keeps, as one text. */
export const waitText = (reasons: readonly string[]): string =>
  reasons.map(reason => waitLabels[reason as WaitReason] ?? reason).join('、')

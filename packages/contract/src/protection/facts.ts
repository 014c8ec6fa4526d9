/** What a member can limit, without the word 限额 behind it. */
export const limitLabels = {
  deposit_day: '每日存款',
  deposit_month: '每月存款',
  loss_day: '每日净输',
  loss_month: '每月净输',
} as const

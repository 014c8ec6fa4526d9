/** What became of money that a bank statement says came in. */
export const bankLineStates = {
  open: '待处理',
  assigned: '已归单',
  not_ours: '非存款',
  returning: '退汇待复核',
  returned: '已退汇',
} as const
export type BankLineState = keyof typeof bankLineStates

/** How a line and the orders that wait fit together. */
export const bankMatches = {
  one: '唯一匹配',
  many: '多笔匹配',
  amount: '金额不符',
  payer: '付款人不符',
  none: '无匹配',
} as const
export type BankMatch = keyof typeof bankMatches

/** The longest statement that is taken, in bytes. */
export const STATEMENT_BYTES = 700_000

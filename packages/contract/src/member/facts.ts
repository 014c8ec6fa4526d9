/** As operators read the states of a request for a payment password. */
export const payRequestLabels = {
  waiting: '待批准',
  approved: '已批准',
  rejected: '已拒绝',
} as const

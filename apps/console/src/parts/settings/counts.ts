/** From when an approved change of a rule counts, where it is not at once. */
const later = new Map([['agent', '从下月的账单起计算']])

export const countsFrom = (rule: string): string => later.get(rule) ?? '立即生效'
/** The same as a part of what the proposer reads. */
export const thenCounts = (rule: string): string => {
  const from = later.get(rule)
  return from === undefined ? '后生效' : `，${from}`
}

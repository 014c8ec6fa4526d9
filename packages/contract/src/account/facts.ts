/** Whether a member or an operator may log in, as operators read it. */
export const accountLabels = { active: '正常', locked: '已锁定' } as const
export type AccountState = keyof typeof accountLabels

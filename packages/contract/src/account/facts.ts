/** Whether a member or an operator may log in, as operators read it. */
export const accountLabels = { active: '正常', locked: '已锁定' } as const
export type AccountState = keyof typeof accountLabels

/** Which birthdays the site takes: setting `age`. */
export type AgeBounds = { min_age: number; earliest_birthday: string }
/** The documents' earliest birthday (P1-9-12), and the age until the site's own is known. */
export const standardAge: AgeBounds = { min_age: 18, earliest_birthday: '1980-01-01' }

/** What a daily review of a level can decide, as everybody reads it. */
export const levelChanges = { promoted: '晋级', relegated: '降级', kept: '保级' } as const
export type LevelChange = keyof typeof levelChanges

/** What is checked before a level with personal perks is released, in the form's order. */
export const releaseChecks = {
  affordability: '负担能力',
  harm: '受害风险',
  diligence: '强化尽职调查',
} as const
export type ReleaseCheck = keyof typeof releaseChecks

/** Where the release of a level stands, as operators read it. */
export const releaseLabels = { waiting: '待批准', approved: '已放行', rejected: '未放行' } as const

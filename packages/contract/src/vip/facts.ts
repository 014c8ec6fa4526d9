/** What a daily review of a level can decide, as everybody reads it. */
export const levelChanges = { promoted: '晋级', relegated: '降级', kept: '保级' } as const
export type LevelChange = keyof typeof levelChanges

/**
 * What became of an action whose answer was lost. `none`: it has not happened and will not any
 * more. `unclear`: only the records say.
 */
export const outcomes = ['done', 'refused', 'none', 'working', 'unclear'] as const
export type Outcome = (typeof outcomes)[number]

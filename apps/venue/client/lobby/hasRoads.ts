import type { Listed } from './wire.ts'

const ROADS = ['bac', 'dt']

/** Whether a game is a table with roads. */
export const hasRoads = ({ code }: Pick<Listed, 'code'>): boolean => ROADS.includes(code)

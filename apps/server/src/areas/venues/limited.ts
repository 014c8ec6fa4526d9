import type { Room } from '../protection/protection.ts'

/** Whether a member has limited their play: they bring what they choose themselves. */
export const isLimited = ({ lossFen, stakeFen, minutes }: Room) =>
  lossFen !== null || stakeFen !== null || minutes !== null

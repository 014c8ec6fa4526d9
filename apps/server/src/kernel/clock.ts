/** The one clock of the server: passed in, so that tests can stand anywhere in time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

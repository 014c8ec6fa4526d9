/** Samples a second of the music and of the effects. */
export const MUSIC_HZ = 12_000
export const EFFECTS_HZ = 22_050

/** The effects in the order in which their file holds them, and how long each lasts, in s. */
export const EFFECTS = { stop: 0.1, card: 0.08, chip: 0.09, bell: 0.5, shimmer: 0.36 } as const
export type Effect = keyof typeof EFFECTS

/** Bytes of an effect: two samples each. */
export const bytesOf = (effect: Effect): number => Math.ceil((EFFECTS[effect] * EFFECTS_HZ) / 2)

export const musicUrl = (code: string) => `/art/music-${code}.bin`
export const EFFECTS_URL = '/art/effects.bin'

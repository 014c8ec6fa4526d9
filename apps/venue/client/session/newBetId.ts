/** A key of this bet alone. (randomUUID is missing on plain http origins.) */
export const newBetId = (): string => randomHex()

/** A seed of the player: 128 bits of this browser's own randomness. */
export const newSeed = (): string => randomHex()

function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** How long an item stays with the operator who took it, in ms. */
export const CLAIM_MS = 10 * 60_000

/** What opens below a button at the edge of a phone stays within the screen. */
export const inSight = { overflow: { shiftX: true, adjustY: true } } as const

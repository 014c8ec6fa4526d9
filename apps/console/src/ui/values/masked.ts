/** A masked number without its row of stars: what counts are the characters left. */
export const masked = (text: string): string => text.replace(/[*•]{4,}/g, '****')

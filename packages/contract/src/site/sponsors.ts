/**
 * The encyclopedia pages of the two sponsored clubs, which the app shows in a frame (P1-2.9-03).
 */
export const encyclopedias = {
  '1': 'https://zh.wikipedia.org/wiki/足球俱乐部',
  '2': 'https://zh.wikipedia.org/wiki/足球',
} as const

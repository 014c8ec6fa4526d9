const IGNORED = /[\s\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0387.]/gu

const plain = (name: string) => name.normalize('NFKC').replace(IGNORED, '').toLowerCase()

/**
 * Whether two names are one person's: compared without spaces, width, case and the dots within
 * transcribed names. An empty name is nobody's.
 */
export const sameHolder = (a: string, b: string): boolean =>
  plain(a) !== '' && plain(a) === plain(b)

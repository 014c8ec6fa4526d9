// What the fields of settings are measured in, by their names: amounts are kept in fen and read in
// yuan, shares named `hundredths` are kept in hundredths of a percent and read in percent.
export type Unit = 'fen' | 'hundredths' | ''

const isIndex = (key: string) => /^\d+$/.test(key)

/** The name of a field by its path: `tiers.0.maxFen` is `maxFen`. */
export const nameOf = (path: string): string =>
  path.split('.').findLast(key => !isIndex(key)) ?? path

export function unitOf(path: string): Unit {
  const name = nameOf(path)
  if (name === 'fen' || name.endsWith('Fen')) return 'fen'
  return name === 'hundredths' ? 'hundredths' : ''
}

/** The most rows of a list in one file; beyond them it is no longer for a spreadsheet. */
export const EXPORT_ROWS = 500_000

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g

/** A decimal writing with its thousands apart: "1234567.5" -> "1,234,567.5". */
export const groupThousands = (decimal: string): string =>
  decimal.replace(/^\d+/, whole => whole.replace(THOUSANDS, ','))

/** Whole fen as people read them, in yuan: 1234567n -> "12,345.67". */
export const formatFen = (fen: bigint | number): string =>
  String(fen)
    .replace(/\d+/, digits => digits.padStart(3, '0'))
    .replace(/..$/, '.$&')
    .replace(THOUSANDS, ',')

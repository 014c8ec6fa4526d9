import { formatFen } from './formatFen.ts'

/** `formatFen` without the decimals of whole yuan: 1234500n -> "12,345", 50n -> "0.50". */
export const shortFen = (fen: bigint | number): string => formatFen(fen).replace('.00', '')

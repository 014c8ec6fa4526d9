import { createContext, use } from 'react'
import type { Slip } from './useSlip.ts'
import type { TableGame } from './useTable.ts'
import type { Words } from './words.ts'

export type TableParts = {
  table: TableGame
  slip: Slip
  words: Words
  /** What is confirmed on a pick of the present round, in fen. */
  confirmedOn: (pick: string) => number
  /** In the result phase: whether a pick won. Null in any other. */
  won: ((pick: string) => boolean) | null
  /** False while bets can neither be prepared nor placed. */
  open: boolean
  showRounds: () => void
  /** Opens all roads of the table; null where it has none. */
  showRoads: (() => void) | null
}

export const TableContext = createContext<TableParts | null>(null)

/** The table whose frame this component stands in. */
export function useParts(): TableParts {
  const parts = use(TableContext)
  if (!parts) throw new Error('outside of a table')
  return parts
}

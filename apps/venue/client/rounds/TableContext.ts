import { createContext, useContext } from 'react'
import type { Phase } from './phases.ts'
import type { Slip } from './useSlip.ts'
import type { TableGame } from './useTable.ts'
import type { Words } from './words.ts'

/**
 * What the places to bet on show. A phase turns all of them over, so they follow it a frame behind
 * the rest of the page.
 */
export type Board = {
  phase: Phase
  /** What is confirmed on a pick of the round, in fen. */
  confirmedOn: (pick: string) => number
  /** In the result phase: what a pick returns, in hundredths of its stake. Null in any other. */
  returns: ((pick: string) => number) | null
  /** False while bets cannot be prepared. */
  open: boolean
}

export type TableContextValue = {
  table: TableGame
  slip: Slip
  words: Words
  board: Board
  /** False while bets can neither be prepared nor placed. */
  open: boolean
  showRounds: () => void
  /** Opens all roads of the table; null where it has none. */
  showRoads: (() => void) | null
}

export const TableContext = createContext<TableContextValue | null>(null)

/** The table whose frame this component stands in. */
export function useTableContext(): TableContextValue {
  const parts = useContext(TableContext)
  if (!parts) throw new Error('outside of a table')
  return parts
}

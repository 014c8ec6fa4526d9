import { createContext, useContext } from 'react'
import type { BookDesign } from './BookDesign.ts'
import type { BookGame } from './useBook.ts'
import type { Slip } from './useSlip.ts'

/** What every part of a book's page works with. */
export type BookContextValue = { book: BookGame; slip: Slip; design: BookDesign }

export const BookContext = createContext<BookContextValue | null>(null)

export function useBookContext(): BookContextValue {
  const parts = useContext(BookContext)
  if (!parts) throw new Error('a part of a book stands outside of it')
  return parts
}

import { createContext, use } from 'react'

/** In the result phase: what a pick returns, in hundredths of its stake. Null in any other. */
export const ReturnsContext = createContext<((pick: string) => number) | null>(null)

export function useReturns(): ((pick: string) => number) | null {
  return use(ReturnsContext)
}

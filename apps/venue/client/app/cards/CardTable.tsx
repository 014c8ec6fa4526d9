import './cards.css'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useParts } from '../rounds/TableContext.ts'
import { preloadCards } from './Card.tsx'
import { ReturnsContext } from './ReturnsContext.ts'

/** The page of a card table: in the result phase its zones know what they return. */
export function CardTable<Outcome>({ returnsOf, children }: { returnsOf: (outcome: Outcome, pick: string) => number; children: ReactNode }) {
  const { phase, round } = useParts().table
  useEffect(preloadCards, [])
  const outcome = phase === 'result' ? (round?.outcome as Outcome | null | undefined) : null
  const returns = useMemo(() => (outcome ? (pick: string) => returnsOf(outcome, pick) : null), [outcome, returnsOf])
  return <ReturnsContext value={returns}>{children}</ReturnsContext>
}

import './cards.css'
import { useEffect, type ReactNode } from 'react'
import { preloadCards } from './Card.tsx'

/** The page of a card table: all cards are fetched before the first deal. */
export function CardTable({ children }: { children: ReactNode }) {
  useEffect(preloadCards, [])
  return children
}

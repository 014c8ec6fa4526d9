import type { ComponentType, ReactNode } from 'react'
import type { DrawInput } from '../../model/Table.ts'
import type { SlipKind } from './useSlip.ts'
import type { TableGame } from './useTable.ts'
import type { Words } from './words.ts'

/** What the page between head and dock is given: the table, with outcomes of its own game. */
export type ScreenProps<Outcome> = { table: TableGame<Outcome> }
export type RoadsProps<Outcome> = {
  shown: TableGame<Outcome>['shown']
  onClose: () => void
}

/**
 * What a table's page is made of; everything else is the same for all of them. What depends on the
 * outcome is a method: the frame, which knows no outcome, hands a design only those of its table.
 */
export type TableDesign<Outcome = unknown> = {
  code: string
  name: string
  /** Light of the room, in rounds.css or the game's own stylesheet. */
  room: string
  slip: SlipKind
  words: Words
  /** The page between head and dock. */
  Screen(props: ScreenProps<Outcome>): ReactNode
  /** The rules: bets, odds, returns, chances, limits. */
  Rules: ComponentType
  /** A sheet with every road of the table, where there are roads. */
  Roads?(props: RoadsProps<Outcome>): ReactNode
  /**
   * True while the page shows something else than bets, so that the dock holds nothing but the way
   * on.
   */
  slim?: (phase: 'wait' | 'bet' | 'lock' | 'draw' | 'result') => boolean
  pickName: (pick: string) => string
  /** An outcome in words: `3 1 5，和值 9 小 单`. */
  outcomeText(outcome: Outcome): string
  /** A small picture of an outcome, for lists; the fallback before there is one. */
  picture(outcome: Outcome | null): ReactNode
  draw(input: DrawInput): Outcome
  returnsOf(outcome: Outcome, pick: string): number
}

import type { ComponentType, ReactNode } from 'react'
import type { DrawInput } from '../../model/Table.ts'
import type { Line, Match } from './wire.ts'

/** Lines that stand together on a match's page, in rows of so many. */
export type Group = { id: string; title: string; note: string; columns: 2 | 3; lines: Line[] }

type Names = Pick<Match, 'home' | 'away'>

/**
 * What one book looks like and is called; the frame, the slip and the sheets are shared. What
 * depends on terms, state or outcome is a method: the frame, which knows none of them, hands a
 * design only those of its book.
 */
export type BookDesign<Terms = unknown, Detail = unknown, Outcome = unknown> = {
  code: string
  name: string
  room: string
  league: string
  teamName: (team: string) => string
  /** The line of a match that the list shows. */
  mainLine(match: Match<Terms, Detail>): Line | undefined
  groups(match: Match<Terms, Detail>): Group[]
  /** A selection by itself: `主胜`, `云海联 −0/0.5`. */
  pickName: (match: Names, pick: string) => string
  /** The same on its button, under the title of its line. */
  buttonName: (match: Names, pick: string) => string
  /** Where a match under way stands: `上半场 37′`. */
  clock(match: Match<Terms, Detail>): string
  /** The score as it is settled: `2 : 1`. */
  finalText(outcome: Outcome): string
  /** The last thing that happened, for the line under the stage and for screen readers. */
  latestEventText(match: Match<Terms, Detail>): string
  /** What stands on both sides in the list. */
  scores(match: Match<Terms, Detail>): [string, string]
  Stage(props: { match: Match<Terms, Detail> }): ReactNode
  /** What stands between the stage and the lines. */
  Below?(props: { match: Match<Terms, Detail> }): ReactNode
  Rules: ComponentType
  /** Plays a match again from its seed. */
  draw(input: DrawInput, terms: Terms): Outcome
  drawnText(outcome: Outcome): string
}

import type { ComponentType } from 'react'
import type { Line, Match } from './wire.ts'

/** Lines that stand together on a match's page, in rows of so many. */
export type Group = { id: string; title: string; note: string; columns: 2 | 3; lines: Line[] }

/** What one book looks like and is called; the frame, the slip and the sheets are shared. */
export type BookDesign = {
  code: string
  name: string
  room: string
  league: string
  teamName: (team: string) => string
  /** The line of a match that the list shows. */
  mainLine: (match: Match) => Line | undefined
  groups: (match: Match) => Group[]
  /** A selection by itself: `主胜`, `云海联 −0/0.5`. */
  pickName: (match: Pick<Match, 'home' | 'away'>, pick: string) => string
  /** The same on its button, under the title of its line. */
  buttonName: (match: Pick<Match, 'home' | 'away'>, pick: string) => string
  /** Where a match under way stands: `上半场 37′`. */
  clock: (match: Match) => string
  /** The score as it is settled: `2 : 1`. */
  finalText: (outcome: unknown) => string
  /** The last thing that happened, for the line under the stage and for screen readers. */
  newsText: (match: Match) => string
  /** What stands on both sides in the list. */
  scores: (match: Match) => [string, string]
  Stage: ComponentType<{ match: Match }>
  /** What stands between the stage and the lines. */
  Below?: ComponentType<{ match: Match }>
  Rules: ComponentType
  /** Plays a match again from its seed. */
  draw: (
    input: { serverSeed: Uint8Array; clientSeed: string; nonce: number },
    terms: unknown,
  ) => unknown
  drawnText: (outcome: unknown) => string
}

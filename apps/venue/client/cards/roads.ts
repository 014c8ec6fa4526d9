import { itemAt, lastOf } from '../../model/present.ts'

// The score cards of a baccarat table. They only restate what was drawn: every round has a fresh
// shoe, and no road foretells the next one. All of it is pure, from rounds in the order they were
// played.

export type Side = 'banker' | 'player'
export type RoadMark = { won: Side | 'tie'; playerPair?: boolean; bankerPair?: boolean }
export type BigMark = { side: Side; ties: number; playerPair: boolean; bankerPair: boolean }
/** A mark at its place; columns and rows count from 0. */
export type Placed<T> = { column: number; row: number; mark: T }

export const ROWS = 6

/**
 * The big road: a column per streak. Ties are strokes on the round before them, leading ones on the
 * first that follows.
 */
export function streaks(marks: readonly RoadMark[]): BigMark[][] {
  const columns: BigMark[][] = []
  let leading = 0
  for (const { won, playerPair = false, bankerPair = false } of marks) {
    const last = columns.at(-1)?.at(-1)
    if (won === 'tie') {
      if (last) last.ties++
      else leading++
      continue
    }
    const mark = { side: won, ties: leading, playerPair, bankerPair }
    leading = 0
    if (last?.side === won) lastOf(columns).push(mark)
    else columns.push([mark])
  }
  return columns
}

/** Puts columns into six rows: what finds no room below goes on to the right. */
export function placed<T>(columns: readonly (readonly T[])[]): Placed<T>[] {
  const taken = new Set<string>()
  const cells: Placed<T>[] = []
  columns.forEach((marks, start) => {
    let column = start
    let row = 0
    marks.forEach((mark, i) => {
      if (i > 0) {
        if (row + 1 < ROWS && column === start && !taken.has(`${column},${row + 1}`)) row++
        else column++
      }
      taken.add(`${column},${row}`)
      cells.push({ column, row, mark })
    })
  })
  return cells
}

/**
 * A derived road from the lengths of the big road's columns: `apart` is 1 for the big eye boy, 2
 * for the small road, 3 for the cockroach pig. Its marks say whether the big road repeats itself
 * (red) or not (blue).
 */
export function derived(lengths: readonly number[], apart: 1 | 2 | 3): ('red' | 'blue')[][] {
  const columns: ('red' | 'blue')[][] = []
  lengths.forEach((length, column) => {
    for (let row = 0; row < length; row++) {
      if (column < apart || (column === apart && row === 0)) continue
      const before = itemAt(lengths, column - apart)
      const repeats =
        row === 0 ? lengths[column - 1] === lengths[column - 1 - apart] : before !== row
      const colour = repeats ? 'red' : 'blue'
      if (columns.at(-1)?.[0] === colour) lastOf(columns).push(colour)
      else columns.push([colour])
    }
  })
  return columns
}

/** The last columns that fit, moved to the left edge. */
export function fitting<T>(cells: readonly Placed<T>[], columns: number): Placed<T>[] {
  const last = Math.max(-1, ...cells.map(cell => cell.column))
  const from = Math.max(0, last + 1 - columns)
  return cells
    .filter(cell => cell.column >= from)
    .map(cell => ({ ...cell, column: cell.column - from }))
}

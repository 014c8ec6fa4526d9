import { MATH_B } from './mathB.ts'
import type { Pays, Slot5Letter } from './Slot5Math.ts'
import { windowAt, type SlotWindow } from './ways.ts'

/** `line` counts from 0 as in the published table; `count` cells from the left. */
export type LineWin5 = { line: number; symbol: Slot5Letter; count: number; units: number }
/** One spin of model B; `shown` is what stopped, `window` the same after reels turned wild. */
export type SpinB = {
  stops: number[]
  shown: SlotWindow
  window: SlotWindow
  expanded: boolean[]
  wins: LineWin5[]
  units: number
}

const LINES = MATH_B.lines.map(rows => [...rows].map(Number))
const PAYS: Readonly<Record<string, Pays>> = MATH_B.pays
const WILD_REEL: Slot5Letter[] = [MATH_B.wild, MATH_B.wild, MATH_B.wild]

/** What a spin of model B pays, line by line. */
export function spinB(stops: readonly number[]): SpinB {
  const shown = windowAt(MATH_B, stops)
  const expanded = shown.map(cells => cells.includes(MATH_B.wild))
  const window = shown.map((cells, reel) => (expanded[reel] ? WILD_REEL : cells))
  const wins: LineWin5[] = []
  for (const [line, rows] of LINES.entries()) {
    const { symbol, count } = runOf(window, rows)
    const units = count >= 3 ? (PAYS[symbol]?.[count - 3] ?? 0) : 0
    if (units > 0) wins.push({ line, symbol, count, units })
  }
  return {
    stops: [...stops],
    shown,
    window,
    expanded,
    wins,
    units: wins.reduce((sum, win) => sum + win.units, 0),
  }
}

/** The longest run of one letter from the left, wilds standing for it. */
function runOf(
  window: SlotWindow,
  rows: readonly number[],
): { symbol: Slot5Letter; count: number } {
  let symbol: Slot5Letter = MATH_B.wild
  let count = 0
  for (; count < window.length; count++) {
    // A line names one of the rows in sight on every reel.
    const cell = window[count]![rows[count]!]!
    if (cell === MATH_B.wild) continue
    if (symbol === MATH_B.wild) symbol = cell
    if (cell !== symbol) break
  }
  return { symbol, count }
}

/** True for the cells that lie on the paid part of a line. */
export function cellsOfB({ window, wins }: SpinB): boolean[][] {
  return window.map((cells, reel) =>
    cells.map((_, row) => wins.some(win => reel < win.count && LINES[win.line]?.[reel] === row)),
  )
}

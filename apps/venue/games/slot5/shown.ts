import { cellsOfA, spinA } from './model/slotA.ts'
import { cellsOfB, spinB } from './model/slotB.ts'
import { spinD, type StepD } from './model/slotD.ts'
import { freeLeft, SLOT5_MATHS, type Slot5Round } from './model/slot5.ts'
import { MATH_A } from './model/mathA.ts'
import type { Slot5Letter, Slot5Model } from './model/Slot5Math.ts'
import { windowAt, type SlotWindow, type WayWin } from './model/ways.ts'
import type { Bet } from '../../client/session/wire.ts'
import { symbolOf, type Skin5 } from './skins5.ts'

/**
 * What a spin is called: the leading symbol, how it won, and which letter stands for it in lists.
 */
export type Words = { title: string; rest: string; letter: Slot5Letter }
/**
 * One spin as the page shows it: where the reels stop, what lies there in the end, what of it won.
 */
export type Shown = {
  stops: readonly number[]
  /** What stands there when the reels have stopped, before anything grows or falls. */
  stopped: SlotWindow
  end: SlotWindow
  lit: boolean[][]
  /** Reels that turn wild once they have stopped. */
  grown: readonly boolean[]
  steps: readonly StepD[]
  /** What this spin pays, factors included, in units of the model. */
  units: number
  words: Words | null
  /** Free spins it gave. */
  awarded: number
}

const leading = <T extends { units: number }>(wins: readonly T[]) =>
  wins.toSorted((a, b) => b.units - a.units)[0]
const NONE = [false, false, false, false, false]

/** The wins of ways in words; `factor` is what all of them count by. */
export function wayWords(skin: Skin5, wins: readonly WayWin[], factor: number): Words | null {
  const lead = leading(wins)
  if (!lead) return null
  const ways = wins.reduce((sum, win) => sum + win.ways, 0)
  const how = wins.length > 1 ? `共 ${wins.length} 种 ${ways} 路` : `${ways} 路`
  return {
    title: `${symbolOf(skin, lead.symbol).name} ×${lead.count}`,
    rest: factor > 1 ? `${how} × ${factor}` : how,
    letter: lead.symbol,
  }
}

function shownA(skin: Skin5, stops: readonly number[], free: boolean): Shown {
  const spin = spinA(stops)
  const factor = free ? MATH_A.freeSpinFactor : 1
  const words =
    spin.awarded > 0
      ? {
          title: `${symbolOf(skin, 'S').name} ×${spin.scatters}`,
          rest: `送 ${spin.awarded} 次免费旋转`,
          letter: 'S' as const,
        }
      : wayWords(skin, spin.wins, factor)
  return {
    stops,
    stopped: spin.window,
    end: spin.window,
    lit: cellsOfA(spin),
    grown: NONE,
    steps: [],
    units: spin.units * factor,
    words,
    awarded: spin.awarded,
  }
}

function shownB(skin: Skin5, stops: readonly number[]): Shown {
  const spin = spinB(stops)
  const lead = leading(spin.wins)
  const words = lead
    ? {
        title: `${symbolOf(skin, lead.symbol).name} ×${lead.count}`,
        rest: spin.wins.length > 1 ? `共 ${spin.wins.length} 线` : `第 ${lead.line + 1} 线`,
        letter: lead.symbol,
      }
    : null
  return {
    stops,
    stopped: spin.shown,
    end: spin.window,
    lit: cellsOfB(spin),
    grown: spin.expanded,
    steps: [],
    units: spin.units,
    words,
    awarded: 0,
  }
}

function shownD(skin: Skin5, stops: readonly number[]): Shown {
  const spin = spinD(stops)
  const lead = leading(spin.steps)
  const first = lead && wayWords(skin, lead.wins, lead.factor)
  const words =
    first && (spin.steps.length > 1 ? { ...first, rest: `连消 ${spin.steps.length} 次` } : first)
  const lit = spin.end.map(cells => cells.map(() => false))
  return {
    stops,
    stopped: spin.steps[0]?.window ?? spin.end,
    end: spin.end,
    lit,
    grown: NONE,
    steps: spin.steps,
    units: spin.units,
    words: words ?? null,
    awarded: 0,
  }
}

/** A bet of this game. */
export type Slot5Bet = Bet<Slot5Round>

/** The last spin that a round shows. */
export function shownOf(skin: Skin5, { outcome: { stops, free = [] } }: Slot5Bet): Shown {
  if (skin.model === 'slotB') return shownB(skin, stops)
  if (skin.model === 'slotD') return shownD(skin, stops)
  return shownA(skin, free.at(-1) ?? stops, free.length > 0)
}

/**
 * Where a round of free spins stands: how many were taken, how many are left, what they and the
 * first spin paid.
 */
export function freeOf(
  bet: Slot5Bet | null,
): { taken: number; left: number; units: number } | null {
  if (!bet?.outcome.free) return null
  const { stops, free, units } = bet.outcome
  const left = freeLeft({ stops, free })
  return free.length + left === 0 ? null : { taken: free.length, left, units }
}

/** What so many units pay on a stake, in 分. */
export function unitsFen(model: Slot5Model, units: number, stakeFen: number): number {
  return Math.floor((stakeFen * units) / SLOT5_MATHS[model].unitsPerStake)
}

/** A window shown before the first round: stops whose spin pays nothing. */
export const OPENING_STOPS: Record<Slot5Model, readonly number[]> = {
  slotA: [8, 7, 7, 0, 5],
  slotB: [22, 2, 18, 10, 0],
  slotD: [1, 0, 16, 9, 30],
}

export const restingWindow = (model: Slot5Model, stops: readonly number[]) =>
  windowAt(SLOT5_MATHS[model], stops)

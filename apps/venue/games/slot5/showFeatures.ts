import { itemAt } from '../../model/present.ts'
import { skipsMotion, sleepUntil } from '../../client/kit/motion.ts'
import { ABOVE_STAKE, UP_TO_STAKE, type CellLook } from '../../client/slots/Reels.tsx'
import type { Change } from './useStage.ts'
import { unitsFen, type Shown } from './shown.ts'
import type { Skin5 } from './skins5.ts'

/** Reels that turn wild grow for so long. */
const GROW_MS = 420
/** A paying step of a cascade is read for so long; then it fades, then the rest falls. */
const READ_MS = 900
const FADE_MS = 200
const FALL_MS = 300
/**
 * How the cells of a shown spin look: a win above the stake lights up, a return up to it is only
 * framed.
 */
export function looksOf(
  { lit, units }: Pick<Shown, 'lit' | 'units'>,
  skin: Skin5,
  stakeFen: number,
): CellLook[][] | null {
  if (units === 0 || !lit.flat().includes(true)) return null
  const looks = unitsFen(skin.model, units, stakeFen) > stakeFen ? ABOVE_STAKE : UP_TO_STAKE
  return lit.map(cells => cells.map(on => (on ? looks.lit : looks.rest)))
}

/** By how many rows each cell of a reel came down when others went. */
function falls(gone: readonly boolean[]): number[] {
  const kept = gone.flatMap((off, row) => (off ? [] : [row]))
  const come = gone.length - kept.length
  return gone.map((_, row) => (row < come ? come : row - itemAt(kept, row - come)))
}

/** Lets the reels that turn wild grow. */
async function grow({ grown, end }: Shown, change: Change) {
  if (!grown.some(Boolean) || skipsMotion()) return
  const turn = performance.now()
  change(({ modes }) => ({
    modes: modes.map((mode, reel) =>
      grown[reel] ? { kind: 'rest', cells: itemAt(end, reel), grown: true, turn } : mode,
    ),
  }))
  await sleepUntil(performance.now() + GROW_MS)
}

/** Shows a paying step of a cascade: what won is read, fades, and the rest falls. */
async function showStep(shown: Shown, step: number, change: Change, looks: CellLook[][] | null) {
  const out = itemAt(shown.steps, step).gone
  change({ phase: 'cascading', step, shown, looks })
  await sleepUntil(performance.now() + READ_MS)
  change({ looks: out.map(cells => cells.map(off => (off ? 'gone' : 'plain'))) })
  await sleepUntil(performance.now() + FADE_MS)
  const next = shown.steps[step + 1]?.window ?? shown.end
  change({
    looks: null,
    modes: next.map((cells, reel) => ({
      kind: 'rest',
      cells,
      fall: falls(itemAt(out, reel)),
      turn: step,
    })),
  })
  await sleepUntil(performance.now() + FALL_MS)
}

type Showing = { skin: Skin5; stakeFen: number; change: Change; isUnmounted: () => boolean }

/** Shows what a spin does once its reels have stopped; what nobody sees is skipped. */
export async function showFeatures(shown: Shown, { skin, stakeFen, change, isUnmounted }: Showing) {
  await grow(shown, change)
  let units = 0
  for (const [step, { gone: lit, units: more }] of shown.steps.entries()) {
    if (skipsMotion() || isUnmounted()) return
    units += more
    await showStep(shown, step, change, looksOf({ lit, units }, skin, stakeFen))
  }
}

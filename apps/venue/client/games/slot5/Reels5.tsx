import { memo } from 'react'
import type { Slot5Letter } from '../../../src/games/slot5/Slot5Math.ts'
import { SLOT5_MATHS } from '../../../src/games/slot5/slot5.ts'
import { artUrl, smearedUrl, symbolOf, type Skin5 } from './skins5.ts'

/** What a reel does: it turns, it lands with `stop` in the top row, or it stands and shows `cells`, some of which fall or grow in. */
export type ReelMode = { kind: 'roll' } | { kind: 'land'; stop: number } | { kind: 'rest'; cells: readonly Slot5Letter[]; fall?: readonly number[]; grown?: boolean; turn?: number }
export type CellLook = 'plain' | 'hl' | 'soft' | 'off' | 'gone'

/** Symbols that pass while a reel lands, before its window comes into sight; the same for every outcome. */
export const LANDING_CELLS = 8
/** How fast a reel turns, in symbols per second. The stylesheet's durations follow from it. */
export const SYMBOLS_PER_S = 18
const ROWS = 3

const letterAt = (strip: string, at: number) => strip[((at % strip.length) + strip.length) % strip.length] as Slot5Letter
const run = (strip: string, from: number, length: number) => Array.from({ length }, (_, i) => letterAt(strip, from + i))

function Symbol({ skin, letter, smeared = false, look = 'plain' }: { skin: Skin5; letter: Slot5Letter; smeared?: boolean; look?: string }) {
  return <div className={`cell ${look}`}><img src={(smeared ? smearedUrl : artUrl)(symbolOf(skin, letter).art)} alt="" draggable={false} decoding="sync" /></div>
}

/**
 * The whole published strip, smeared, turning downwards. It is made once and stands ready under its reel, so that a tap
 * only starts an animation and no picture has to come into being.
 */
const Roll = memo(function Roll({ skin, strip }: { skin: Skin5; strip: string }) {
  return <>{run(strip, 0, strip.length + ROWS + 1).map((letter, i) => <Symbol key={i} skin={skin} letter={letter} smeared />)}</>
})

type Props = { skin: Skin5; modes: readonly ReelMode[]; looks: readonly (readonly CellLook[])[] | null; onLanded: (reel: number) => void; label: string }

/** Five reels that turn through the very strips the mathematics publishes. */
export function Reels5({ skin, modes, looks, onLanded, label }: Props) {
  const { reels, model } = SLOT5_MATHS[skin.model]
  return (
    <div className="cab">
      <div className={`reels ${model}`} role="img" aria-label={label}>
        {modes.map((mode, reel) => (
          // The number of reels never changes, and a reel is its place.
          // eslint-disable-next-line react/no-array-index-key
          <div className="reel" key={reel}>
            <div className={`strip under${mode.kind === 'roll' ? ' roll' : ''}`}><Roll skin={skin} strip={reels[reel]!} /></div>
            {mode.kind === 'land' && <Landing skin={skin} strip={reels[reel]!} stop={mode.stop} onLanded={() => onLanded(reel)} />}
            {mode.kind === 'rest' && <Resting skin={skin} mode={mode} looks={looks?.[reel]} />}
          </div>
        ))}
      </div>
    </div>
  )
}

function Landing({ skin, strip, stop, onLanded }: { skin: Skin5; strip: string; stop: number; onLanded: () => void }) {
  return (
    <div className="strip land" onAnimationEnd={onLanded}>
      {run(strip, stop - 1, ROWS + 1 + LANDING_CELLS).map((letter, i) => <Symbol key={i} skin={skin} letter={letter} smeared={i > ROWS} />)}
    </div>
  )
}

function Resting({ skin, mode, looks }: { skin: Skin5; mode: Extract<ReelMode, { kind: 'rest' }>; looks: readonly CellLook[] | undefined }) {
  return (
    <div className="strip still">
      {mode.cells.map((letter, row) => {
        const moves = mode.fall?.[row] ? `fall-${mode.fall[row]}` : mode.grown ? 'grow' : ''
        // A symbol that falls or grows is a new one, so that its movement begins anew.
        return <Symbol key={moves ? `${mode.turn}-${row}` : row} skin={skin} letter={letter} look={`${looks?.[row] ?? 'plain'} ${moves}`} />
      })}
    </div>
  )
}

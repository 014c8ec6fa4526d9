import { itemAt } from '../../model/present.ts'
import { memo, useEffect, useState, type ReactNode } from 'react'
import { cachedPicture } from '../kit/cachedPicture.ts'

/**
 * What a reel does: it turns, it lands with `stop` in the top row, or it stands and shows `cells`,
 * some of which fall or grow in.
 */
export type ReelMode =
  | { kind: 'roll' }
  | { kind: 'land'; stop: number }
  | {
      kind: 'rest'
      cells: readonly string[]
      fall?: readonly number[]
      grown?: boolean
      turn?: number
    }
export type CellLook = 'plain' | 'hl' | 'soft' | 'off' | 'gone'
/** A win above the stake lights up and dims the rest; a return up to it is only framed. */
export const ABOVE_STAKE = { lit: 'hl', rest: 'off' } as const
export const UP_TO_STAKE = { lit: 'soft', rest: 'plain' } as const
/** The picture of each letter on the strips, by name. */
export type Pictures = Readonly<Record<string, { art: string }>>

/**
 * Symbols that pass while a reel lands, before its window comes into sight; the same for every
 * outcome.
 */
export const LANDING_CELLS = 8
/** How fast a reel turns, in symbols per second. The stylesheet's durations follow from it. */
export const SYMBOLS_PER_S = 18
const ROWS = 3
/**
 * The strips are painted ahead so long after the page stands, and not while its first picture is
 * being made.
 */
const READY_MS = 1_000

export const artUrl = (art: string) => `/art/${art}.svg`
/** The same picture as it looks in a turning reel. */
export const smearedUrl = (art: string) => `/art/${art}-blur.webp`

/**
 * Fetches every picture of the reels at once: a strip must never turn through gaps, on whatever
 * connection.
 */
export function fetchPictures(pictures: Pictures) {
  for (const { art } of Object.values(pictures))
    for (const url of [artUrl(art), smearedUrl(art)]) cachedPicture(url)
}

const letterAt = (strip: string, at: number) =>
  itemAt(strip, ((at % strip.length) + strip.length) % strip.length)
const run = (strip: string, from: number, length: number) =>
  Array.from({ length }, (_, i) => letterAt(strip, from + i))

function Cell({
  art,
  smeared = false,
  look = 'plain',
}: {
  art: string
  smeared?: boolean
  look?: string
}) {
  return (
    <div className={`cell ${look}`}>
      <img src={smeared ? smearedUrl(art) : artUrl(art)} alt="" draggable={false} decoding="sync" />
    </div>
  )
}

/**
 * The whole published strip, smeared, turning downwards. It is made once and stands ready under its
 * reel, so that a tap only starts an animation and no picture has to come into being.
 */
const Roll = memo(function Roll({ pictures, strip }: { pictures: Pictures; strip: string }) {
  return (
    <>
      {run(strip, 0, strip.length + ROWS + 1).map((letter, i) => (
        <Cell key={i} art={itemAt(pictures, letter).art} smeared />
      ))}
    </>
  )
})

type Props = {
  pictures: Pictures
  strips: readonly string[]
  modes: readonly ReelMode[]
  looks: readonly (readonly CellLook[])[] | null
  onLanded: (reel: number) => void
  /** The model, for the stylesheet: how many symbols a turn has. */
  kind: string
  label: string
  /** What lies over the reels. */
  children?: ReactNode
}

/** Reels that turn through the very strips the mathematics publishes. */
export function Reels({ pictures, strips, modes, looks, onLanded, kind, label, children }: Props) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="cab">
      <div className={`reels ${kind}${ready ? ' ready' : ''}`} role="img" aria-label={label}>
        {modes.map((mode, reel) => (
          // The number of reels never changes, and a reel is its place.
          // eslint-disable-next-line react/no-array-index-key
          <Reel
            key={reel}
            reel={reel}
            pictures={pictures}
            strip={itemAt(strips, reel)}
            mode={mode}
            looks={looks?.[reel]}
            onLanded={onLanded}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

type ReelProps = Pick<Props, 'pictures' | 'onLanded'> & {
  reel: number
  strip: string
  mode: ReelMode
  looks: readonly CellLook[] | undefined
}

/** One reel, drawn when it does something else, and not with every word and figure of the page. */
const Reel = memo(function Reel({ reel, pictures, strip, mode, looks, onLanded }: ReelProps) {
  return (
    <div className="reel">
      <div className={`strip under${mode.kind === 'roll' ? ' roll' : ''}`}>
        <Roll pictures={pictures} strip={strip} />
      </div>
      {mode.kind === 'land' && (
        <Landing
          pictures={pictures}
          strip={strip}
          stop={mode.stop}
          onLanded={() => onLanded(reel)}
        />
      )}
      {mode.kind === 'rest' && <Resting pictures={pictures} mode={mode} looks={looks} />}
    </div>
  )
})

function Landing({
  pictures,
  strip,
  stop,
  onLanded,
}: {
  pictures: Pictures
  strip: string
  stop: number
  onLanded: () => void
}) {
  return (
    <div className="strip land" onAnimationEnd={onLanded}>
      {run(strip, stop - 1, ROWS + 1 + LANDING_CELLS).map((letter, i) => (
        <Cell key={i} art={itemAt(pictures, letter).art} smeared={i > ROWS} />
      ))}
    </div>
  )
}

function Resting({
  pictures,
  mode,
  looks,
}: {
  pictures: Pictures
  mode: Extract<ReelMode, { kind: 'rest' }>
  looks: readonly CellLook[] | undefined
}) {
  return (
    <div className="strip still">
      {mode.cells.map((letter, row) => {
        const grown = mode.grown ? 'grow' : ''
        const moves = mode.fall?.[row] ? `fall-${mode.fall[row]}` : grown
        // A symbol that falls or grows is a new one, so that its movement begins anew.
        return (
          <Cell
            key={moves ? `${mode.turn}-${row}` : row}
            art={itemAt(pictures, letter).art}
            look={`${looks?.[row] ?? 'plain'} ${moves}`}
          />
        )
      })}
    </div>
  )
}

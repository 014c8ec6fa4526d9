import { itemAt } from '../../model/present.ts'
import { useEffect, useRef } from 'react'
import { skipsMotion } from '../../client/kit/motion.ts'
import { stopSound } from '../../client/kit/sound.ts'

/** The first die comes to rest after so long, each next one so much later, whatever comes. */
const FIRST_MS = 1_900
const NEXT_MS = 650

/** How a die is turned so that a side faces the player, in degrees about x and y. */
const FACING: Record<number, readonly [number, number]> = {
  1: [0, 0],
  2: [0, -90],
  3: [-90, 0],
  4: [90, 0],
  5: [0, 90],
  6: [0, 180],
}

/** Three dice at rest, or rolling to what was drawn. */
export function Dice({
  dice,
  rolling,
  label,
}: {
  dice: readonly number[]
  rolling: readonly number[] | null
  label: string
}) {
  return (
    <div className="dice" role="img" aria-label={rolling ? '骰子滚动中' : label}>
      {(rolling ?? dice).map((pips, i) => (
        // Three dice, each in its place.
        // eslint-disable-next-line react/no-array-index-key
        <Die key={i} pips={pips} rolling={rolling !== null} lengthMs={FIRST_MS + i * NEXT_MS} />
      ))}
    </div>
  )
}

function Die({ pips, rolling, lengthMs }: { pips: number; rolling: boolean; lengthMs: number }) {
  const cube = useRef<HTMLDivElement>(null)
  const hop = useRef<HTMLDivElement>(null)
  const [x, y] = itemAt(FACING, pips)
  useEffect(() => {
    if (!rolling || skipsMotion()) return
    const turns = cube.current?.animate(
      [
        {
          transform: `translateZ(-21px) rotateX(${x - 1_440}deg) rotateY(${y - 1_080}deg)`,
          easing: 'cubic-bezier(.3,.5,.5,1)',
        },
        {
          transform: `translateZ(-21px) rotateX(${x - 40}deg) rotateY(${y - 25}deg)`,
          offset: 0.88,
          easing: 'cubic-bezier(.2,.7,.2,1)',
        },
        { transform: `translateZ(-21px) rotateX(${x}deg) rotateY(${y}deg)` },
      ],
      { duration: lengthMs },
    )
    const hops = hop.current?.animate(
      [0, -16, 0, -11, 0, -7, 0, -3, 0].map(dy => ({
        transform: `translateY(${dy}px)`,
        easing: dy === 0 ? 'cubic-bezier(.2,.8,.4,1)' : 'cubic-bezier(.6,0,.8,.2)',
      })),
      { duration: lengthMs },
    )
    turns?.addEventListener('finish', stopSound)
    return () => {
      turns?.cancel()
      hops?.cancel()
    }
  }, [rolling, x, y, lengthMs])
  return (
    <div className="die" ref={hop}>
      <div
        className="cube"
        ref={cube}
        style={{ transform: `translateZ(-21px) rotateX(${x}deg) rotateY(${y}deg)` }}
      >
        {[1, 2, 3, 4, 5, 6].map(side => (
          <img key={side} className={`s${side}`} src={`/art/die-${side}.webp`} alt="" />
        ))}
      </div>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { skipsMotion } from '../../client/kit/motion.ts'
import { stopSound } from '../../client/kit/sound.ts'
import { PLACES } from './picks.ts'

export const BALLS = ['gold', 'red', 'blue', 'jade', 'grey'] as const
/** The first ball shows its digit after so long, each next one so much later, whatever comes. */
const FIRST_MS = 1_200
const NEXT_MS = 520
/** Digits that pass while a ball turns: two rounds, then its own. */
const STRIP = Array.from({ length: 30 }, (_, i) => i % 10)
const ROW_PX = 20

/** Five balls at rest, or turning to what was drawn. */
export function Balls({
  digits,
  rolling,
}: {
  digits: readonly number[] | null
  rolling: readonly number[] | null
}) {
  const drawn = digits?.map((digit, i) => `${PLACES[i]}位 ${digit}`).join('，') ?? '还没有开奖'
  return (
    <div className="balls" role="img" aria-label={rolling ? '开奖中' : drawn}>
      {BALLS.map((colour, i) => (
        <Ball
          key={colour}
          colour={colour}
          digit={(rolling ?? digits)?.[i] ?? null}
          rolling={rolling !== null}
          lengthMs={FIRST_MS + i * NEXT_MS}
        />
      ))}
    </div>
  )
}

function Ball({
  colour,
  digit,
  rolling,
  lengthMs,
}: {
  colour: string
  digit: number | null
  rolling: boolean
  lengthMs: number
}) {
  const strip = useRef<HTMLDivElement>(null)
  const rest = `translateY(${-(20 + (digit ?? 0)) * ROW_PX}px)`
  useEffect(() => {
    if (!rolling || digit === null || skipsMotion()) return
    const turn = strip.current?.animate(
      [{ transform: 'translateY(0)', easing: 'cubic-bezier(.25,.4,.3,1)' }, { transform: rest }],
      { duration: lengthMs },
    )
    turn?.addEventListener('finish', stopSound)
    return () => turn?.cancel()
  }, [rolling, digit, rest, lengthMs])
  return (
    <span className={`ball ${colour}`}>
      <span className="window">
        {digit === null ? null : (
          <div className="strip10" ref={strip} style={{ transform: rest }}>
            {STRIP.map((each, i) => (
              // The strip never changes.
              // eslint-disable-next-line react/no-array-index-key
              <i key={i}>{each}</i>
            ))}
          </div>
        )}
      </span>
    </span>
  )
}

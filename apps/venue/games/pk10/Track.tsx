import { itemAt, lastOf } from '../../model/present.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { skipsMotion } from '../../client/kit/motion.ts'
import { Painted } from '../../client/kit/Painted.tsx'
import type { Round } from '../../client/rounds/wire.ts'
import { usePainted } from '../../client/kit/usePainted.ts'
import { Car } from './Car.tsx'
import { CARS } from './picks.ts'
import { Plate } from './Plate.tsx'
import { raceOf, orderAt, STEP_MS } from './race.ts'

type Props = { round: Round; order: readonly number[] | null; racing: boolean; offMs: number }

/** Where a car stands, as a part of the lane it can move along. */
const place = (part: number) => `translateX(calc(${part} * (100cqw - var(--car) - 4px)))`

/**
 * A race is a curve of each car's way over time. A browser that cannot follow one (before 2023)
 * shows the end at once.
 */
const FOLLOWS_CURVES = CSS.supports('animation-timing-function', 'linear(0, 1)')

/**
 * The race. Each car is one animation that the browser runs by itself; a page that comes late joins
 * where it is.
 */
export function Track({ round, order, racing, offMs }: Props) {
  const lengthMs = round.results_at - round.draws_at
  // A round that is told again, settled by now, is the same race.
  const drawn = order?.join(',') ?? null
  const race = useMemo(
    () => (drawn ? raceOf(drawn.split(',').map(Number), round.number, lengthMs) : null),
    [drawn, round.number, lengthMs],
  )
  const lanes = useRef<HTMLDivElement>(null)
  const starts = racing && race !== null && FOLLOWS_CURVES && !skipsMotion()
  // The frame that says the race is on does not have ten cars to start as well.
  const moving = usePainted(starts) && starts
  useEffect(() => {
    if (!moving || !race) return
    const cars = [...(lanes.current?.querySelectorAll<HTMLElement>('.racer') ?? [])].map(
      (car, i) => {
        const running = car.animate([{ transform: place(0) }, { transform: place(1) }], {
          duration: lengthMs,
          fill: 'both',
          easing: `linear(${itemAt(race, i).join(',')})`,
        })
        running.currentTime = Math.max(0, Date.now() + offMs - round.draws_at)
        return running
      },
    )
    return () => {
      for (const running of cars) running.cancel()
    }
  }, [moving, race, lengthMs, offMs, round.draws_at])
  const over = race !== null && !starts
  return (
    <>
      <div
        className={`track${moving ? ' moving' : ''}`}
        role="img"
        aria-label={over && order ? `冲线名次 ${order.join('、')}` : '比赛中，动画只作展示'}
      >
        <img className="night only-tall" src="/art/pk-night.webp" alt="" />
        <div className="kerb" />
        <div className="lanes" ref={lanes}>
          <i className="gridl" />
          <i className="flag" />
          {CARS.map((car, i) => (
            <div
              key={car}
              className={`racer lane${car}`}
              style={{ transform: place(over ? lastOf(itemAt(race, i)) : 0) }}
            >
              <i className="trail" />
              <Car car={car} />
            </div>
          ))}
        </div>
        <div className="kerb" />
      </div>
      <Painted>
        <RunningOrder race={race} order={order} moving={starts} round={round} offMs={offMs} />
      </Painted>
    </>
  )
}

const NOT_DRAWN = { title: '发车位', note: '即将发车' }

/** Who is where: every step while they race, as drawn afterwards. */
function RunningOrder({
  race,
  order,
  moving,
  round,
  offMs,
}: {
  race: number[][] | null
  order: readonly number[] | null
  moving: boolean
  round: Round
  offMs: number
}) {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setElapsedMs(Date.now() + offMs - round.draws_at), STEP_MS)
    return () => clearInterval(timer)
  }, [moving, offMs, round.draws_at])
  const present = () => {
    if (!race || !order) return null
    return moving ? orderAt(race, Math.max(0, Math.floor(elapsedMs / STEP_MS))) : order
  }
  const cars = present()
  const [first = 0, second = 0] = cars ?? []
  const drawn = cars ? { title: '本期名次', note: `冠亚和 ${first + second}` } : NOT_DRAWN
  const left = Math.max(0, Math.ceil((round.results_at - round.draws_at - elapsedMs) / 1_000))
  return (
    <>
      <h2 className="sech small">
        {moving ? '当前名次' : drawn.title}
        <small>{moving ? `剩余 ${left} 秒冲线` : drawn.note}</small>
      </h2>
      <ol className="order" aria-hidden={moving}>
        {(cars ?? CARS).map((car, i) => (
          <li key={PLACE_KEYS[i]}>
            <Plate car={car} />
            {i + 1}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Places keep their element while the cars in them change. */
const PLACE_KEYS = CARS.map(car => `place-${car}`)

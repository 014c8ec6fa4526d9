import { useEffect, useState } from 'react'
import { yuan } from '../kit/money.ts'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import { t } from '../words/words.ts'
import { useRaceLine } from './useRaceLine.ts'

/** How the player stands in the tournament that this game counts in. */
export type RaceShown = NonNullable<State['tournament']>

/** A place is never older than this on a page that is looked at. */
const FRESH_MS = 10_000
const [MINUTE_S, HOUR_S, DAY_S] = [60, 3_600, 86_400]

type Session = Pick<Game, 'callWithRetry' | 'offline' | 'clockOffMs'>

/**
 * One line with place, score and time left. Whether it is there is known with the first view of the
 * page, so nothing below it moves; the player may fold it away, and the menu brings it back.
 */
export function Race({ game, state }: { game: Session; state: Pick<State, 'tournament'> }) {
  const [on, flip] = useRaceLine()
  const [first] = useState(state.tournament)
  if (!first || !on) return null
  return <Line game={game} first={first} onFold={flip} />
}

type Props = { game: Session; first: RaceShown; onFold: () => void }

function Line({ game, first, onFold }: Props) {
  const race = useFresh(game, first)
  const seconds = useSecondsLeft(race, game.clockOffMs)
  return (
    <p className="race" data-testid="race">
      <b>{race.name}</b>
      <span>{race.place > 0 ? t('race.place', { place: race.place }) : t('race.none')}</span>
      <span className="race-score">{scoreText(race)}</span>
      <span className="race-left">
        {seconds > 0 ? t('race.left', { time: leftText(seconds) }) : t('race.over')}
      </span>
      <button type="button" aria-label={t('race.fold')} onClick={onFold}>
        ×
      </button>
    </p>
  )
}

const PER_MULTIPLE = 100

export function scoreText({ measure, score }: Pick<RaceShown, 'measure' | 'score'>): string {
  if (measure === 'bets') return t('race.bets', { count: score })
  if (measure === 'stake') return t('race.stake', { amount: yuan(score) })
  return t('race.multiple', { times: (score / PER_MULTIPLE).toFixed(2) })
}

/** In two parts at most: days and hours, hours and minutes, or minutes and seconds. */
function leftText(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / HOUR_S)]
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  const two = (n: number) => String(n).padStart(2, '0')
  if (days > 0) return t('race.days', { days, hours })
  return hours > 0
    ? t('race.hours', { hours, minutes })
    : `${two(minutes)}:${two(seconds % MINUTE_S)}`
}

/** The platform counts and tells the venue; nothing else brings it to the page. */
function useFresh({ callWithRetry, offline }: Session, first: RaceShown): RaceShown {
  const [race, setRace] = useState(first)
  const isOff = offline !== null
  useEffect(() => {
    if (isOff) return
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await callWithRetry<Pick<State, 'tournament'>>('GET', '/api/tournament')
      // What ended stays as it was told last.
      if (answer.code === 0 && answer.data.tournament?.ref === first.ref)
        setRace(answer.data.tournament)
    }, FRESH_MS)
    return () => clearInterval(timer)
  }, [callWithRetry, isOff, first.ref])
  return race
}

/** Ticks by itself, so that nothing else is drawn every second. */
function useSecondsLeft({ ends_at: endsAt }: RaceShown, clockOffMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(endsAt) - nowMs - clockOffMs) / 1_000))
}

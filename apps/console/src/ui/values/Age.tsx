import { parseBeijing } from '@tianping/money/day'
import { useSyncExternalStore } from 'react'
import { spanOf, urgencyOf } from './time.ts'
import css from './age.module.css'

const tickMs = 15_000
const watch = (tick: () => void) => {
  const timer = setInterval(tick, tickMs)
  return () => clearInterval(timer)
}
const now = () => Math.floor(Date.now() / tickMs) * tickMs

/** How long something has been waiting, coloured by urgency. */
export function Age({ since }: { since: string }) {
  const minutes = Math.max(0, (useSyncExternalStore(watch, now) - parseBeijing(since)) / 60_000)
  return (
    <span className={css[urgencyOf(minutes)]} title={since}>
      {spanOf(minutes)}
    </span>
  )
}

/** The same for minutes that the server counted. */
export function Span({ minutes }: { minutes: number }) {
  return <span className={css[urgencyOf(minutes)]}>{spanOf(minutes)}</span>
}

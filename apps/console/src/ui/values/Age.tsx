import { spanOf, urgencyOf } from './time.ts'
import { useMinutesSince } from './useMinutesSince.ts'
import css from './age.module.css'

/** How long something has been waiting, coloured by urgency. */
export function Age({ since }: { since: string }) {
  const minutes = useMinutesSince(since)
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

import type { ReactNode } from 'react'
import css from './timeline.module.css'

export type Moment = { at: string; text: ReactNode; tone?: 'good' | 'bad' | 'plain' | undefined }

/** What happened, in order; a step still to come has no time. */
export function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <ol className={css.line}>
      {moments.map((moment, index) => (
        <li key={index} data-tone={moment.at ? (moment.tone ?? 'plain') : 'coming'}>
          <div>{moment.text}</div>
          {moment.at && <time>{moment.at}</time>}
        </li>
      ))}
    </ol>
  )
}

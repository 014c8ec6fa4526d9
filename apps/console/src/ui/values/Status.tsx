import css from './status.module.css'

export type Tone = 'waiting' | 'good' | 'bad' | 'plain'

/** A state as a coloured dot with its name: never by colour alone. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.status} data-tone={tone}>
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import css from './talk.module.css'

/** Who said a line, as its place and colour show. */
export type Speaker = 'member' | 'staff' | 'system' | 'note'
const names = { member: '您', staff: '客服', system: '系统', note: '' } as const

/** What was said between the member and staff, the newest below. */
export const Talk = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={css.talk} aria-label={label}>
    {children}
  </ol>
)

/** One line: its words or what else it brings, then who said it and when. */
export const Said = ({
  by,
  at,
  words,
  note,
  children,
}: {
  by: Speaker
  at: string
  words: string
  /** Behind the time: whether it was read. */
  note?: string | undefined
  children?: ReactNode
}) => (
  <li className={css[by]}>
    {children}
    {words !== '' && <p className={css.text}>{words}</p>}
    <span className="t-12 muted">
      {names[by]} · {at.slice(0, 16)}
      {note && ` · ${note}`}
    </span>
  </li>
)

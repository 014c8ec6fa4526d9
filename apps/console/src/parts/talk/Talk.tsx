import type { ReactNode } from 'react'
import css from './talk.module.css'

/** What members and staff said to each other, the newest below. */
export const Talk = ({ children }: { children: ReactNode }) => (
  <ol className={css.talk}>{children}</ol>
)

/** One line: who said it and when, its words, and what else it brings. */
export const Said = ({
  by,
  head,
  words,
  children,
}: {
  by: 'member' | 'staff' | 'system' | 'note'
  head: string
  words: string
  children?: ReactNode
}) => (
  <li className={css[by]}>
    <small>{head}</small>
    {words !== '' && <p>{words}</p>}
    {children}
  </li>
)

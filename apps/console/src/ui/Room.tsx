import type { ReactNode } from 'react'
import css from './room.module.css'

/** A room's own frame: its name and tools on one line, the work below. */
export function Room({
  title,
  tools,
  children,
  scrolls = true,
}: {
  title: ReactNode
  tools?: ReactNode
  children: ReactNode
  scrolls?: boolean
}) {
  return (
    <>
      <header className={css.head}>
        <h1>{title}</h1>
        <div className={css.tools}>{tools}</div>
      </header>
      <div className={scrolls ? css.page : css.work}>{children}</div>
    </>
  )
}

export function Card({
  title,
  extra,
  children,
  flush,
}: {
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
  flush?: boolean
}) {
  return (
    <section className={css.card} aria-label={typeof title === 'string' ? title : undefined}>
      {title && (
        <header>
          <h2>{title}</h2>
          {extra}
        </header>
      )}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}

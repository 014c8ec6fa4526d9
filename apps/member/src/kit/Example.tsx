import type { ReactNode } from 'react'
import css from './kit.module.css'

/** One component of the kit. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section id={name} className={css.part} aria-label={name}>
    <h2 className="t-17">{name}</h2>
    {children}
  </section>
)

/** One state of it. */
export const Example = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.example}>
    <h3 className="t-12 faint">{name}</h3>
    <div className={css.stage}>{children}</div>
  </div>
)

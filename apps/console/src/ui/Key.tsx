import css from './key.module.css'

/** The key that does the same; not shown where there is no keyboard to speak of. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className={css.key} aria-hidden>
      {children}
    </kbd>
  )
}

import css from './long.module.css'

type Wide = { text: string; width: string }

/** What may be long, in three lines of this width at most; whole in its hint. */
export const Long = ({ text, width }: Wide) => (
  <span className={css.long} style={{ maxWidth: width }} title={text}>
    {text}
  </span>
)

/** An identifier that nobody reads: its beginning; whole in its hint. */
export const Begins = ({ text, width }: Wide) => (
  <span className={css.begins} style={{ maxWidth: width }} title={text}>
    {text}
  </span>
)

/**
 * The number of an order in its column: in one line where the list has room for it, otherwise in
 * two. A list gives way at its `data-gives` before it scrolls sideways.
 */
export const LongNumber = ({ text }: { text: string }) => (
  <span className={css.number} title={text} data-gives="">
    <span>{text}</span>
  </span>
)

/** What may be long, in a column that has what the others leave: three lines at most. */
export const Remark = ({ text }: { text: string }) => (
  <span className={css.remark} title={text} data-gives="">
    <span>{text || '—'}</span>
  </span>
)

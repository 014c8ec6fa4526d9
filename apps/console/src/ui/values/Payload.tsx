import css from './payload.module.css'

/** What a provider sent, as it came; JSON is set out line by line so that it can be read. */
export function Payload({ text }: { text: string }) {
  return (
    <pre className={css.payload} tabIndex={0}>
      {readable(text)}
    </pre>
  )
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text || '（空）'
  }
}

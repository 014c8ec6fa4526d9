// Keys that are pressed between "/" and the moment the search field has the focus: its script may
// still be on its way.
let typed = ''

function take(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') stop()
  else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}
const stop = () => removeEventListener('keydown', take, true)

export function catchTyping(): void {
  typed = ''
  addEventListener('keydown', take, true)
}

/** What was typed; from now on the field takes the keys itself. */
export function typedAhead(): string {
  stop()
  const text = typed
  typed = ''
  return text
}

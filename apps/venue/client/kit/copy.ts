/** Pages on plain http have no clipboard of their own; the old command works there. */
function byCommand(text: string, beside: Element): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position:fixed;opacity:0'
  // Beside what was pressed: inside an open sheet nothing else can be selected.
  beside.after(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}

/** Copies a text, and answers whether the browser did. */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return byCommand(text, beside)
  }
}

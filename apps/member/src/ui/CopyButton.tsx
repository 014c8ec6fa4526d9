import { Icon } from './Icon.tsx'
import { toast } from './toast.tsx'

/** Puts a text on the clipboard and says so. Pages on plain http have no clipboard of their own: the old way serves there. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.setAttribute('readonly', '')
    field.style.position = 'fixed'
    field.style.opacity = '0'
    // Inside an open dialog only its own elements can be selected.
    const place = document.querySelector('dialog[open]') ?? document.body
    place.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
  toast('复制成功！')
}

export const CopyButton = ({ text, what, short = false }: { text: string; what: string; short?: boolean }) => (
  <button type="button" className="copy" aria-label={`复制${what}`} onClick={() => void copyText(text)}>
    <Icon name="copy" size={16} />
    {!short && '复制'}
  </button>
)

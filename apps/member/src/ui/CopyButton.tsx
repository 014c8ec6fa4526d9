import { confirm } from './layer/confirm.tsx'
import { Icon } from './picture/Icon.tsx'
import { toast } from './layer/toast.tsx'

/** Pages on plain http have no clipboard of their own; the old command works there. */
function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog only its own elements can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}

const writes = (text: string) => navigator.clipboard.writeText(text).then(() => true)

/**
 * Copies a text and says so; where the browser refuses, the text is shown selected for the member
 * to copy by hand.
 */
export async function copyText(text: string) {
  const copied = await writes(text).catch(() => copyByCommand(text))
  if (copied) return toast('复制成功！')
  toast('复制失败，请长按选择复制', 'danger')
  await confirm({ title: '请手动复制', text: <ByHand text={text} />, yes: '知道了', no: null })
}

const ByHand = ({ text }: { text: string }) => (
  <textarea
    className="by-hand"
    readOnly
    aria-label="要复制的内容"
    value={text}
    ref={field => field?.select()}
    rows={Math.min(6, Math.ceil(text.length / 24))}
  />
)

export const CopyButton = ({
  text,
  what,
  short = false,
}: {
  text: string
  what: string
  short?: boolean
}) => (
  <button
    type="button"
    className="copy"
    aria-label={`复制${what}`}
    onClick={() => void copyText(text)}
  >
    <Icon name="copy" size={16} />
    {!short && '复制'}
  </button>
)

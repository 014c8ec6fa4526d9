import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/picture/Icon.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { refreshUser } from '../account.ts'
import { useAction } from '../calls.ts'
import { texts } from '../texts.ts'
import { kinds, refusalOf } from './avatar.ts'
import css from './avatar.module.css'

/**
 * The member's picture; a touch takes another one, gif or png, which shows at once while it is
 * sent.
 */
export function AvatarButton({ src }: { src: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const upload = useAction('POST /api/uploadimg', {
    done: async () => {
      toast(texts.done)
      await refreshUser()
      setPreview(null)
    },
    failed: () => setPreview(null),
  })
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview)
  }, [preview])

  async function send(file: File | undefined) {
    if (picker.current) picker.current.value = ''
    if (!file) return
    const refusal = await refusalOf(file)
    if (refusal) return toast(refusal, 'danger')
    setPreview(URL.createObjectURL(file))
    const form = new FormData()
    form.append('file', file)
    upload.run(form)
  }
  return (
    <button
      type="button"
      className={css.face}
      aria-label="更换头像"
      aria-busy={upload.busy || undefined}
      onClick={() => picker.current?.click()}
    >
      <img src={preview ?? src} width={64} height={64} alt="" />
      <span>
        <Icon name="pen" />
      </span>
      <input
        ref={picker}
        type="file"
        accept={kinds.join(',')}
        hidden
        onClick={event => event.stopPropagation()}
        onChange={event => void send(event.target.files?.[0])}
      />
    </button>
  )
}

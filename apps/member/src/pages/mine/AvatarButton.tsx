import { useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { useUploadAvatar } from './useMine.ts'
import css from './mine.module.css'

const kinds = ['image/gif', 'image/png']

/** The member's picture; a touch takes another one, gif or png. */
export function AvatarButton({ src }: { src: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const upload = useUploadAvatar()
  function send(file: File | undefined) {
    if (picker.current) picker.current.value = ''
    if (!file) return
    if (!kinds.includes(file.type)) return toast('头像仅支持 GIF 或 PNG 图片', 'danger')
    const form = new FormData()
    form.append('file', file)
    upload.run(form)
  }
  return (
    <button type="button" className={css.face} aria-label="更换头像" aria-busy={upload.busy || undefined} onClick={() => picker.current?.click()}>
      <img src={src} width={64} height={64} alt="" />
      <span><Icon name="pen" /></span>
      <input ref={picker} type="file" accept={kinds.join(',')} hidden onClick={event => event.stopPropagation()} onChange={event => send(event.target.files?.[0])} />
    </button>
  )
}

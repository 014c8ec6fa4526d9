import type { DocumentKind } from '@tianping/contract/verification/facts'
import { useEffect, useState } from 'react'
import { useAction } from '../../app/calls.ts'
import { goTo } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { toast } from '../../ui/layer/toast.tsx'
import { lighter } from '../../app/files/lighter.ts'
import { refusalOf, typeOf } from '../../app/files/picture.ts'

const stale = ['POST /api/verification'] as const

/** Sends one document; the picture shows at once and stays while it is sent. */
export function useUpload(kind: DocumentKind) {
  const [preview, setPreview] = useState<string | null>(null)
  const [preparing, setPreparing] = useState(false)
  const upload = useAction('POST /api/verification/upload', {
    quiet: true,
    stale,
    failed: () => setPreview(null),
  })
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview)
  }, [preview])

  async function send(file: File) {
    const type = typeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
    const blob = type === 'jpeg' || type === 'png' ? await lighter(file) : file
    const refusal = refusalOf(type, blob.size)
    if (refusal) return toast(refusal, 'danger')
    setPreview(type === 'pdf' ? null : URL.createObjectURL(blob))
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', blob, 'document')
    upload.run(form)
  }
  const choose = async (file: File) => {
    setPreparing(true)
    await send(file).finally(() => setPreparing(false))
  }
  return { preview, busy: preparing || upload.busy, choose }
}

export const useRemove = () =>
  useAction('POST /api/verification/remove', { quiet: true, stale: [...stale] })

export const useSubmit = (failed: (error: Error) => void) =>
  useAction('POST /api/verification/submit', {
    stale: [...stale],
    failed,
    done: ({ message }) => {
      toast(message)
      goTo(addressOf('/verification'))
    },
  })

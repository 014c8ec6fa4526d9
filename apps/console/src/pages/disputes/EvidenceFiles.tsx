import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { DISPUTE_FILE_BYTES, DISPUTE_FILES_MAX } from '@tianping/contract/cashier/facts'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { fetchFile } from '../../parts/files/fetchFile.ts'
import { base64Of } from '../../parts/files/pieces.ts'
import { saveBlob } from '../../parts/files/saveBlob.ts'
import css from './disputes.module.css'

const showCall = 'POST /api/console/disputes/show'
type Dispute = ConsoleGiven<typeof showCall>
type Kept = Dispute['files'][number]

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`

async function save({ file_id, type }: Kept) {
  const blob = await fetchFile(`/api/console/disputes/file/${file_id}`)
  saveBlob(`evidence-${file_id}.${type}`, blob)
}

async function add(dispute_no: string, file: File) {
  if (file.size > DISPUTE_FILE_BYTES)
    throw new Error(`文件不得大于 ${kilobytes(DISPUTE_FILE_BYTES)}`)
  const content = base64Of(new Uint8Array(await file.arrayBuffer()))
  const name = file.name.slice(-100)
  await callOnce('POST /api/console/disputes/file', { dispute_no, name, content })
}

/** The files of evidence: each look is in the audit log. */
export function EvidenceFiles({ item, mayAdd }: { item: Dispute; mayAdd: boolean }) {
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const saving = useAction({ mutationFn: save, meta: { inPlace: true } })
  const adding = useAction({
    mutationFn: (file: File) => add(item.dispute_no, file),
    meta: { inPlace: true },
    onSettled: () => cache.invalidateQueries({ queryKey: [showCall] }),
  })
  const error = adding.error ?? saving.error
  if (item.files.length === 0 && !mayAdd) return null
  return (
    <div className={css.files}>
      {item.files.map(file => (
        <span key={file.file_id}>
          <Button type="link" size="small" onClick={() => saving.mutate(file)}>
            {file.name}
          </Button>
          <small>{`${kilobytes(file.bytes)} · ${file.added_by} · ${file.added_at}`}</small>
        </span>
      ))}
      {mayAdd && item.files.length < DISPUTE_FILES_MAX && (
        <span>
          <Button size="small" loading={adding.isPending} onClick={() => input.current?.click()}>
            添加证据文件
          </Button>
          <small>JPG、PNG 或 PDF，每个不超过 {kilobytes(DISPUTE_FILE_BYTES)}</small>
        </span>
      )}
      <input
        ref={input}
        hidden
        type="file"
        aria-label="添加证据文件"
        accept=".jpg,.jpeg,.png,.pdf"
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) adding.mutate(file)
        }}
      />
      {error && <ActionError error={error} />}
    </div>
  )
}

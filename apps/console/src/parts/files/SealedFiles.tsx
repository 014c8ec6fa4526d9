import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { Card } from '../../ui/Room.tsx'
import { ActionError } from '../dialogs/ActionError.tsx'
import { savePieces, sendPieces } from './pieces.ts'
import css from './files.module.css'

type Sealed = { file_id: number; name: string; bytes: number; parts: number; brought_by: string }

/** The calls by which one kind of file comes and goes. */
export type FileCalls = {
  /** What is read anew after a file was added. */
  shownBy: string
  begin: (file: File) => Promise<{ file_id: number; part_bytes: number }>
  add: (piece: { file_id: number; no: number; content: string }) => Promise<unknown>
  piece: (asked: { file_id: number; no: number }) => Promise<{ content: string }>
}
type Props = { files: readonly Sealed[]; mayAdd: boolean; calls: FileCalls }

/** Files that lie sealed: they are saved, never opened here. */
export function SealedFiles({ files, mayAdd, calls }: Props) {
  const saving = useAction({
    mutationFn: ({ file_id, name, parts }: Sealed) =>
      savePieces(name, parts, async no => (await calls.piece({ file_id, no })).content),
    meta: { inPlace: true },
  })
  return (
    <Card title={`文件 ${files.length}`} extra="加密保存">
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map(file => (
            <li key={file.file_id}>
              <Button type="link" onClick={() => saving.mutate(file)}>
                {file.name}
              </Button>
              <small>{`${Math.ceil(file.bytes / 1024)} KB · ${file.brought_by}`}</small>
            </li>
          ))}
        </ul>
      )}
      {files.length === 0 && <p className={css.none}>还没有文件</p>}
      {saving.error && <ActionError error={saving.error} />}
      {mayAdd && <Add calls={calls} />}
    </Card>
  )
}

function Add({ calls }: { calls: FileCalls }) {
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const sending = useAction({
    mutationFn: async (file: File) => {
      const { file_id, part_bytes } = await calls.begin(file)
      const add = (no: number, content: string) => calls.add({ file_id, no, content })
      await sendPieces(file, part_bytes, add, setShare)
    },
    meta: { inPlace: true },
    onSettled: () => cache.invalidateQueries({ queryKey: [calls.shownBy] }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="添加文件"
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) sending.mutate(file)
        }}
      />
      {sending.error && <ActionError error={sending.error} />}
      <Button loading={sending.isPending} onClick={() => input.current?.click()}>
        {sending.isPending ? `上传中 ${Math.round(share * 100)}%` : '添加文件'}
      </Button>
    </>
  )
}

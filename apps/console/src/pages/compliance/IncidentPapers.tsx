import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { savePieces, sendPieces } from '../../parts/files/pieces.ts'
import { Card } from '../../ui/Room.tsx'
import css from './compliance.module.css'
import type { Incident } from './facts.ts'

type Paper = Incident['files'][number]

const save = ({ file_id, name, parts }: Paper) =>
  savePieces(
    name,
    parts,
    async no => (await call('POST /api/console/incidents/file/show', { file_id, no })).content,
  )

/** Papers of the incident: they are saved, never opened here. */
export function IncidentPapers({ item }: { item: Incident }) {
  const { may } = useOperator()
  const saving = useMutation({ mutationFn: save, meta: { inPlace: true } })
  return (
    <Card title={`文件 ${item.files.length}`} extra="加密保存">
      <ul className={css.files}>
        {item.files.map(file => (
          <li key={file.file_id}>
            <Button type="link" onClick={() => saving.mutate(file)}>
              {file.name}
            </Button>{' '}
            <small>{`${Math.ceil(file.bytes / 1024)} KB · ${file.brought_by}`}</small>
          </li>
        ))}
      </ul>
      {item.files.length === 0 && <p>还没有文件</p>}
      {saving.error && <ActionError error={saving.error} />}
      {may('compliance.work') && item.state === 'open' && <Add incidentId={item.incident_id} />}
    </Card>
  )
}

function Add({ incidentId }: { incidentId: number }) {
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const { file_id, part_bytes } = await call('POST /api/console/incidents/file/begin', {
        incident_id: incidentId,
        name: file.name,
        bytes: file.size,
      })
      await sendPieces(
        file,
        part_bytes,
        (no, content) => call('POST /api/console/incidents/file/add', { file_id, no, content }),
        setShare,
      )
    },
    meta: { inPlace: true },
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/incidents/show'] }),
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

import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { SealedFiles } from '../../parts/files/SealedFiles.tsx'
import type { Incident } from './facts.ts'

export function IncidentPapers({ item: { incident_id, files, state } }: { item: Incident }) {
  const { may } = useOperator()
  return (
    <SealedFiles
      files={files}
      mayAdd={may('compliance.work') && state === 'open'}
      calls={{
        shownBy: 'POST /api/console/incidents/show',
        begin: ({ name, size: bytes }) =>
          call('POST /api/console/incidents/file/begin', { incident_id, name, bytes }),
        add: piece => call('POST /api/console/incidents/file/add', piece),
        piece: asked => call('POST /api/console/incidents/file/show', asked),
      }}
    />
  )
}

import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { SealedFiles } from '../../parts/files/SealedFiles.tsx'
import type { Case } from './caseState.ts'

export function CaseFiles({ item: { case_id, files, state } }: { item: Case }) {
  const { may } = useOperator()
  return (
    <SealedFiles
      files={files}
      mayAdd={may('case.work') && state === 'open'}
      calls={{
        shownBy: 'POST /api/console/aml/show',
        begin: ({ name, size: bytes }) =>
          call('POST /api/console/aml/file/begin', { case_id, name, bytes }),
        add: piece => call('POST /api/console/aml/file/add', piece),
        piece: asked => call('POST /api/console/aml/file/show', asked),
      }}
    />
  )
}

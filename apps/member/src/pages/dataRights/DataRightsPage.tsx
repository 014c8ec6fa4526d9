import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { ProofSheet, type Proof } from '../../app/factor/ProofSheet.tsx'
import { href } from '../../app/routes/paths.ts'
import { LinkRow, List } from '../../ui/List.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Choices } from './Choices.tsx'
import { Copy } from './Copy.tsx'
import { Offers } from './Offers.tsx'
import { Requests } from './Requests.tsx'
import { useAsk, useDownload, useRights, type Asked } from './useRights.ts'

/** What the proof is for: the file, or a request about the data. */
type Proving = { what: 'file' } | { what: 'ask'; asked: Asked }

/** The member's consents, a copy of the data, and what may be asked of them. */
export default function DataRightsPage() {
  const rights = useRights()
  const [proving, setProving] = useState<Proving | null>(null)
  const done = () => setProving(null)
  const download = useDownload(done)
  const ask = useAsk(done)
  const prove = (proof: Proof) => {
    if (proving?.what === 'file') download.run(proof)
    else if (proving) ask.run({ ...proving.asked, ...proof })
  }
  return (
    <main className="page stack">
      {rights.isError && !rights.data && <FailedAnswer of={rights} />}
      {rights.isPending && <SkeletonRows rows={3} />}
      {rights.data && (
        <>
          <Copy rights={rights.data} onFetch={() => setProving({ what: 'file' })} />
          <Choices />
          <Offers />
          <Requests
            requests={rights.data.requests}
            onAsk={asked => setProving({ what: 'ask', asked })}
          />
          <List icons label="更多">
            <LinkRow icon="trash" title="注销账户" href={href('/closing')} />
            <LinkRow icon="chat" title="投诉与申诉" href={href('/complaints')} />
          </List>
        </>
      )}
      <ProofSheet
        open={proving !== null}
        title={proving?.what === 'file' ? '下载副本' : '提交申请'}
        lead="请验证是您本人操作"
        busy={download.busy || ask.busy}
        onProof={prove}
        onClose={done}
      />
    </main>
  )
}

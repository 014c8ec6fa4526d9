import { everyState } from '@tianping/contract/facts'
import { useOperator } from '../../app/session/operator.ts'
import { RecordChecks, useReleaseRule } from '../../parts/levels/RecordChecks.tsx'
import { releaseColumns } from '../../parts/levels/releaseColumns.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows } from '../../ui/Rows.tsx'
import type { Member } from './memberTab.ts'

/** What was checked before a level with perks, and who released it. */
export function Releases({ member }: { member: Member }) {
  const { may } = useOperator()
  const rule = useReleaseRule()
  const table = useTable('POST /api/console/vip-releases/list', {}, () => ({
    q: String(member.id),
    state: everyState,
  }))
  const next = member.vip + 1
  const needed = rule !== undefined && rule.from > 0 && next >= rule.from && next <= 10
  // A site that lets levels rise by figures alone shows what was released before, if anything was.
  if (!needed && table.total === 0) return null
  return (
    <Card
      title="等级放行"
      extra={needed && may('vip.check') && <RecordChecks member={member} vip={next} />}
      flush
    >
      <Rows
        table={table}
        columns={releaseColumns}
        rowKey={row => row.release_id}
        label="等级放行"
        empty={`还没有核查，升至 VIP${next} 须先放行`}
        compact
      />
    </Card>
  )
}

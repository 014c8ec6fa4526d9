import type { ConsoleRowOf } from '@tianping/contract/console'
import { backupKinds, backupOutcomes } from '@tianping/contract/duties/facts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status, type Tone } from '../../ui/values/Status.tsx'
import { DutyTabs } from './DutyTabs.tsx'

const listCall = 'POST /api/console/duties/backups'
type Run = ConsoleRowOf<typeof listCall>

const tones: Record<Run['backup_outcome'], Tone> = {
  running: 'waiting',
  passed: 'good',
  failed: 'bad',
  lost: 'bad',
}

const columns: Columns<Run> = [
  { ...columnOf('backup_kind'), render: (_, row) => <b>{backupKinds[row.backup_kind]}</b> },
  {
    ...columnOf('backup_outcome'),
    render: (_, row) => (
      <Status tone={tones[row.backup_outcome]}>{backupOutcomes[row.backup_outcome]}</Status>
    ),
  },
  { ...columnOf('started_at'), render: (_, row) => row.started_at },
  { ...columnOf('ended_at'), render: (_, row) => row.ended_at || '—' },
  { ...columnOf('restored_to'), render: (_, row) => row.restored_to || '—' },
  {
    ...columnOf('backup_name'),
    render: (_, row) => (row.backup_name ? <code>{row.backup_name}</code> : '—'),
  },
  { ...columnOf('backup_mib'), align: 'right', render: (_, row) => row.backup_mib || '—' },
  { ...columnOf('note'), render: (_, row) => row.note || '—' },
]

/** Backups and restore drills as they ran, newest first. */
export default function BackupsPage() {
  const table = useTable(listCall, {})
  return (
    <Room
      title={<DutyTabs current="backups" />}
      tools={
        <>
          <NarrowDays table={table} label="开始" />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="备份与恢复演练"
          empty="还没有备份"
        />
      </Card>
    </Room>
  )
}

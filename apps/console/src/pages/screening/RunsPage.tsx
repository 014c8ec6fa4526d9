import type { ConsoleRowOf } from '@tianping/contract/console'
import { runReasons } from '@tianping/contract/screening/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { ScreeningTabs } from './ScreeningTabs.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Run = ConsoleRowOf<'POST /api/console/screening/runs/list'>

const columns: Columns<Run> = [
  { title: '开始时间', key: 'created_at', render: (_, row) => row.created_at },
  { title: '起因', key: 'reason', render: (_, row) => runReasons[row.reason] },
  { title: '发起人', key: 'asked_by', render: (_, row) => row.asked_by },
  { ...columnOf('members'), align: 'right', render: (_, row) => row.members },
  { ...columnOf('hits'), align: 'right', render: (_, row) => row.hits },
  { ...columnOf('finished_at'), render: (_, row) => row.finished_at || '进行中' },
]

/** The comparisons of all members with the lists. */
export default function RunsPage() {
  const table = useTable('POST /api/console/screening/runs/list', {})
  const { may } = useOperator()
  return (
    <Room
      title={<ScreeningTabs current="runs" />}
      tools={
        <>
          <NarrowDays table={table} label="开始" />
          <span style={{ flex: 1 }} />
          {may('screening.review') && <RunNow />}
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.run_id}
          label="筛查记录"
          empty="还没有筛查过"
        />
      </Card>
    </Room>
  )
}

const RunNow = () => (
  <ActionDialog
    draft="screening/run"
    decision={{
      title: '重新筛查',
      sentence: '将以现行名单重新比对全部会员。已排除且未变更的匹配不受影响。',
      confirm: '立即筛查',
    }}
    action={() => callOnce('POST /api/console/screening/run', {})}
    done="已开始，全部会员将重新筛查"
    stale={['POST /api/console/screening/runs/list', 'POST /api/console/counts']}
  >
    重新筛查
  </ActionDialog>
)

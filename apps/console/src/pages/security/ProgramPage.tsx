import type { ConsoleRowOf } from '@tianping/contract/console'
import { programOrigins, programStates } from '@tianping/contract/security/facts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { SecurityTabs } from './SecurityTabs.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

const list = 'POST /api/console/security/program/list'
type Check = ConsoleRowOf<typeof list>

const columns: Columns<Check> = [
  { ...columnOf('checked_at'), render: (_, row) => row.checked_at },
  {
    ...columnOf('check_state'),
    render: (_, row) => (
      <Status tone={row.check_state === 'same' ? 'good' : 'bad'}>
        {programStates[row.check_state]}
      </Status>
    ),
  },
  { ...columnOf('instance'), render: (_, row) => row.instance },
  { ...columnOf('origin'), render: (_, row) => programOrigins[row.origin] },
  { ...columnOf('manifest'), render: (_, row) => <code>{row.manifest || '—'}</code> },
  { ...columnOf('files'), align: 'right', render: (_, row) => row.files },
  { ...columnOf('differs'), align: 'right', render: (_, row) => row.differs },
  {
    ...columnOf('differing'),
    render: (_, row) =>
      row.differing.length === 0 ? '—' : row.differing.map(file => <div key={file}>{file}</div>),
  },
]

const SAID = {
  unreleased: '没有发布清单，无法核对',
  same: '程序与发布清单一致',
  changed: '程序与发布清单不符，已发出警报',
} as const

/** Whether the program that runs is the one that was released. */
export default function ProgramPage() {
  const table = useTable(list, {})
  return (
    <Room
      title={<SecurityTabs current="program" />}
      tools={
        <>
          <NarrowDays table={table} label="核对" />
          <span style={{ flex: 1 }} />
          <CheckNow />
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="程序自检"
          empty="还没有核对过；没有发布清单时不核对"
        />
      </Card>
    </Room>
  )
}

function CheckNow() {
  const { may } = useOperator()
  if (!may('security.review')) return null
  return (
    <ActionDialog
      draft="security/program"
      decision={{
        title: '立即核对',
        sentence:
          '逐个核对本机的服务端、游戏数学与依赖文件；不符时发出安全警报。启动时和每 24 小时也会自动核对。',
        confirm: '立即核对',
      }}
      action={remark => call('POST /api/console/security/program/check', { remark })}
      done={({ state }) => SAID[state]}
      stale={[list, 'POST /api/console/counts']}
    >
      立即核对
    </ActionDialog>
  )
}

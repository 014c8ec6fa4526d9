import { useQuery } from '@tanstack/react-query'
import { dutyKinds } from '@tianping/contract/duties/facts'
import { Button, Table } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { DutyTabs } from './DutyTabs.tsx'
import { aboutLabel, dueCall, dutyState, type Duty } from './duty.ts'
import { RecordDialog, useRecord } from './Record.tsx'

const columns: Columns<Duty> = [
  { ...columnOf('duty'), render: (_, row) => <b>{dutyKinds[row.duty]}</b> },
  { ...columnOf('about'), render: (_, row) => aboutLabel(row) || '—' },
  {
    ...columnOf('duty_state'),
    render: (_, row) => {
      const { tone, text } = dutyState(row)
      return <Status tone={tone}>{text}</Status>
    },
  },
  { ...columnOf('done_on'), render: (_, row) => row.done_on || '从未登记' },
  { ...columnOf('next_due'), render: (_, row) => row.next_due || '—' },
  { ...columnOf('reference'), title: '报告或证书编号', render: (_, row) => row.reference || '—' },
  {
    ...columnOf('sha256'),
    render: (_, row) => (row.sha256 ? <code>{row.sha256.slice(0, 12)}</code> : '—'),
  },
]

/** What the organisation has to do outside the platform, late first. */
export default function DutiesPage() {
  const { may } = useOperator()
  const due = useQuery({
    queryKey: [dueCall],
    queryFn: ({ signal }) => call(dueCall, {}, signal),
  })
  const { what: recording, start, form } = useRecord()
  const action: Columns<Duty>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <Button size="small" onClick={() => start(row)}>
        登记
      </Button>
    ),
  }
  return (
    <Room
      title={<DutyTabs current="due" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <a href={href('/rules', { rule: 'duties' })}>周期规则</a>
          <Refresh busy={due.isFetching && !due.isPending} onClick={() => void due.refetch()} />
        </>
      }
    >
      {due.data ? (
        <Card flush>
          <Table<Duty>
            aria-label="合规日程"
            size="small"
            columns={may('duties.write') ? [...columns, action] : columns}
            dataSource={due.data}
            rowKey={row => `${row.duty}/${row.about}`}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </Card>
      ) : (
        <Unloaded query={due} />
      )}
      {recording && form && <RecordDialog duty={recording} form={form} />}
    </Room>
  )
}

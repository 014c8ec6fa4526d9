import type { ConsoleGiven } from '@tianping/contract/console'
import { Button, Table } from 'antd'
import { deviceOf } from '../ui/values/device.ts'
import type { Columns } from '../ui/Rows.tsx'
import { columnOf } from './list/columnOf.ts'

export type SessionRow = ConsoleGiven<'POST /api/console/account/show'>['sessions'][number]
const methods: Record<SessionRow['method'], string> = {
  password: '密码',
  totp: '密码 + 验证器',
  recovery: '密码 + 恢复码',
  passkey: '通行密钥',
}

/** An operator's log-ins: device, address, since when, and the way out. */
export function SessionList({
  sessions,
  busy,
  onEnd,
}: {
  sessions: SessionRow[]
  busy: boolean
  onEnd?: ((session: SessionRow) => void) | undefined
}) {
  const columns: Columns<SessionRow> = [
    {
      ...columnOf('agent'),
      render: (_, row) => <span title={row.agent}>{deviceOf(row.agent) || '—'}</span>,
    },
    { ...columnOf('address'), render: (_, row) => row.address },
    { title: '登录方式', key: 'method', render: (_, row) => methods[row.method] },
    { title: '登录时间', key: 'created_at', render: (_, row) => row.created_at },
    { title: '最近活动', key: 'last_seen_at', render: (_, row) => row.last_seen_at },
    ...(onEnd
      ? [
          {
            title: '操作',
            key: 'end',
            render: (_: unknown, row: SessionRow) =>
              row.current ? (
                '当前登录'
              ) : (
                <Button size="small" disabled={busy} onClick={() => onEnd(row)}>
                  退出
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <Table<SessionRow>
      aria-label="登录会话"
      size="small"
      columns={columns}
      dataSource={sessions}
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: '没有登录中的会话' }}
    />
  )
}

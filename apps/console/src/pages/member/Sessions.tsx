import type { Columns } from '../../ui/Rows.tsx'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { deviceOf } from '../../ui/values/device.ts'
import { Devices } from './Devices.tsx'
import type { Member, MemberTabProps } from './memberTab.ts'
import { OtherMembers } from './OtherMembers.tsx'
import { Places } from './Places.tsx'
import { ShortList } from './ShortList.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

/** Open log-ins, devices, and the places they were used from. */
export function SessionsAndDevices({ member }: MemberTabProps) {
  return (
    <>
      <Sessions member={member} />
      <Devices id={member.id} />
      <Places id={member.id} />
    </>
  )
}

type Session = Member['sessions'][number]
const sessionColumnsOf = (id: number): Columns<Session> => [
  { title: '登录时间', key: 'created_at', render: (_, row) => row.created_at },
  { title: '最近活动', key: 'last_seen_at', render: (_, row) => row.last_seen_at },
  { ...columnOf('address'), render: (_, row) => row.address },
  {
    ...columnOf('agent'),
    render: (_, row) => (
      <span title={row.agent}>
        {deviceOf(row.agent) || '—'} {row.device && <code>{row.device}</code>}
      </span>
    ),
  },
  {
    title: '同设备其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) => <OtherMembers of={id} count={row.others} />,
  },
]
/** Open log-ins, each of which can be ended. */
function Sessions({ member }: { member: Member }) {
  const { may } = useOperator()
  const ending: Columns<Session>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => <EndSession member={member} session={row} />,
  }
  const columns = sessionColumnsOf(member.id)
  return (
    <ShortList
      title="登录会话"
      columns={may('member.lock') ? [...columns, ending] : columns}
      rows={member.sessions}
      rowKey={row => row.mark}
      empty="没有登录中的会话"
    />
  )
}

function EndSession({ member, session }: { member: Member; session: Session }) {
  return (
    <ActionDialog
      size="small"
      draft={`session/${session.mark}`}
      decision={{
        title: '结束登录',
        sentence: `将结束 ${member.username} 在 ${session.address} 的登录，须重新登录`,
        confirm: '确认结束',
      }}
      action={remark =>
        callOnce('POST /api/console/members/logout', {
          id: member.id,
          session: session.mark,
          remark,
        })
      }
      done="已结束"
      stale={['POST /api/console/members/show']}
    >
      结束
    </ActionDialog>
  )
}

import type { ConsoleRowOf } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { AgentStatus } from '../../parts/member/AgentStatus.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { MemberState } from '../members/MemberState.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { columnOf } from '../../parts/list/columnOf.ts'

type Invited = ConsoleRowOf<'POST /api/console/members/referrals'>
const columns: Columns<Invited> = [
  {
    title: '会员',
    key: 'username',
    render: (_, row) => <a href={href(`/members/${row.id}`)}>{row.username}</a>,
  },
  { title: '等级', key: 'vip', render: (_, row) => `VIP${row.vip}` },
  {
    ...columnOf('state'),
    render: (_, row) => <MemberState state={row.state} />,
  },
  {
    title: '累计存款',
    key: 'deposits',
    align: 'right',
    render: (_, row) => <Money amount={row.deposits} />,
  },
  {
    title: '累计流水',
    key: 'turnover',
    align: 'right',
    render: (_, row) => <Money amount={row.turnover} />,
  },
  { title: '其推荐', key: 'invited', align: 'right', render: (_, row) => row.invited },
  { ...columnOf('joined_at'), render: (_, row) => row.joined_at },
]

const sums = [
  { key: 'deposits', title: '累计存款' },
  { key: 'turnover', title: '累计流水' },
] as const

/** The members whom this one invited. */
export function Referrals({ member: { id, username } }: MemberTabProps) {
  const { may } = useOperator()
  const table = useTable('POST /api/console/members/referrals', {}, () => ({ id }))
  return (
    <>
      {may('agent.read') && (
        <Card title="代理资格">
          <AgentStatus id={id} username={username} />
        </Card>
      )}
      <Card title="推荐的会员" extra={<NarrowDays table={table} label="注册" />} flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="推荐的会员"
          empty="还没有推荐过会员"
          sums={sums}
        />
      </Card>
    </>
  )
}

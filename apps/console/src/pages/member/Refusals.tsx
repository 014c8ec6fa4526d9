import type { CallName } from '@tianping/contract'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { columnOf } from '../../parts/list/columnOf.ts'

const name = 'POST /api/console/members/refusals'

/** What the member was doing; other calls show as they are. */
const wishes = new Map<string, string>(
  Object.entries({
    'POST /api/login': '登录',
    'POST /api/recharge': '存款',
    'POST /api/withdraw': '取款',
    'POST /api/transfer': '转账',
    'POST /api/transall': '一键回收',
    'POST /api/uptransferstatus': '自动免转',
    'POST /api/userapimoney/:code': '刷新场馆余额',
    'POST /api/gamelistBycode': '进入游戏',
    'POST /api/bindcard': '绑定收款账号',
    'POST /api/delcard': '解绑收款账号',
    'POST /api/editPassword': '修改登录密码',
    'POST /api/editPayPassword': '修改支付密码',
    'POST /api/updateuserinfo': '修改资料',
    'POST /api/uploadimg': '上传头像',
    'POST /api/douserredpacket': '领取红包',
    'POST /api/packetWindowClaim': '领取红包',
    'POST /api/codeRedeem': '使用兑换码',
    'POST /api/dofanshui': '领取返水',
    'POST /api/doactivityapply': '申请活动',
    'POST /api/applyagentdo': '申请合营',
  } satisfies Partial<Record<CallName, string>>),
)

const columns: Columns<ConsoleRowOf<typeof name>> = [
  { ...columnOf('at'), render: (_, row) => row.at },
  {
    title: '操作',
    key: 'call',
    render: (_, row) => <span title={row.call}>{wishes.get(row.call) ?? row.call}</span>,
  },
  { title: '会员看到的提示', key: 'text', render: (_, row) => row.text },
  { title: '代码', key: 'reason', render: (_, row) => <code>{row.reason}</code> },
  {
    title: '请求编号',
    key: 'request_id',
    render: (_, row) => <Copy text={row.request_id} />,
  },
]

/** What the member was refused within the last 30 days, and why. */
export function Refusals({ member }: MemberTabProps) {
  const refusals = useTable(name, {}, () => ({ id: member.id }))
  return (
    <Card title="拒绝记录（最近 30 天）" extra={<NarrowDays table={refusals} />} flush>
      <Rows
        table={refusals}
        columns={columns}
        rowKey={row => `${row.request_id}/${row.at}`}
        label="拒绝记录"
        empty="没有被拒绝过的操作"
      />
    </Card>
  )
}

import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { payRequestKinds } from '@tianping/contract/member/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { NewSecret, resetDone } from '../../parts/dialogs/ShownOnce.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { useAbove } from '../../ui/above.ts'
import css from './payRequests.module.css'

type PayRequest = ConsoleRowOf<'POST /api/console/members/pay-requests/list'>
type RequestProps = { request: PayRequest }

const stale: ConsoleCallName[] = [
  'POST /api/console/members/pay-requests/list',
  'POST /api/console/counts',
  'POST /api/console/members/show',
]

/** The ways out of a request that waits; one's own is approved by another. */
export function PayRequestWays({ request }: RequestProps) {
  const { name } = useOperator()
  return (
    <span className={css.ways}>
      <Reject request={request} />
      {request.asked_by === name ? (
        <small>须由另一位同事批准</small>
      ) : (
        <Approve request={request} />
      )}
    </span>
  )
}

const AskedFor = ({ request }: RequestProps) => (
  <Facts single>
    <Fact label="申请人">{request.asked_by}</Fact>
    <Fact label="原因">{request.reason}</Fact>
  </Facts>
)

const approvals = {
  pay: (name: string) => ({
    title: '批准重置支付密码',
    sentence: `将为 ${name} 生成一次性支付密码并结束其登录。密码只显示一次，会员须先自行修改后才能使用。`,
    confirm: '批准并生成密码',
  }),
  factor: (name: string) => ({
    title: '批准解除双重验证',
    sentence: `将移除 ${name} 的验证器、通行密钥与恢复码并结束其登录，之后凭密码即可登录；其取款将暂缓处理。`,
    confirm: '批准并解除',
  }),
}

/** The new password is shown once; repeated, the call has none to show. */
function Approve({ request }: RequestProps) {
  const showAbove = useAbove()
  const { request_id: id, username } = request
  return (
    <ActionDialog
      size="small"
      type="primary"
      draft={`pay-requests/${id}/approve`}
      decision={{
        ...approvals[request.kind](username),
        facts: <AskedFor request={request} />,
      }}
      action={remark => callOnce('POST /api/console/members/pay-requests/approve', { id, remark })}
      done={({ password, sent_to }) => {
        if (request.kind === 'factor') return '已批准，双重验证已解除'
        return password || sent_to ? resetDone('支付密码', sent_to) : '该项已处理，无需重复操作'
      }}
      stale={stale}
      onDone={({ password }) => {
        if (password) showAbove(<NewSecret title={`${username} 的新支付密码`} secret={password} />)
      }}
    >
      批准
    </ActionDialog>
  )
}

const reasons = ['无法核实会员身份', '非会员本人申请', '会员已自行找回']

function Reject({ request }: RequestProps) {
  const { request_id: id, username } = request
  return (
    <ActionDialog
      size="small"
      danger
      draft={`pay-requests/${id}/reject`}
      decision={{
        title: `拒绝${payRequestKinds[request.kind]}`,
        sentence: `将拒绝 ${username} 的${payRequestKinds[request.kind]}，一切照旧`,
        facts: <AskedFor request={request} />,
        label: '拒绝原因（必填）',
        confirm: '确认拒绝',
        reasons,
      }}
      action={remark => callOnce('POST /api/console/members/pay-requests/reject', { id, remark })}
      done="已拒绝"
      stale={stale}
    >
      拒绝
    </ActionDialog>
  )
}

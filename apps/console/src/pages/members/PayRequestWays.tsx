import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { App } from 'antd'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { resetDone, showOnce } from '../../parts/dialogs/showOnce.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
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

/** The new password is shown once; repeated, the call has none to show. */
function Approve({ request }: RequestProps) {
  const { modal } = App.useApp()
  const { request_id: id, username } = request
  return (
    <ActionDialog
      size="small"
      type="primary"
      draft={`pay-requests/${id}/approve`}
      decision={{
        title: '批准重置支付密码',
        sentence: `将为 ${username} 生成一次性支付密码并结束其登录。密码发送到会员已验证的联系方式，没有时只显示一次；会员须先自行修改后才能使用。`,
        facts: <AskedFor request={request} />,
        confirm: '批准并生成密码',
      }}
      action={remark => callOnce('POST /api/console/members/pay-requests/approve', { id, remark })}
      done={({ password, sent_to }) =>
        password || sent_to ? resetDone('支付密码', sent_to) : '该项已处理，无需重复操作'
      }
      stale={stale}
      onDone={({ password }) => {
        if (password) showOnce(modal, `${username} 的新支付密码`, password)
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
        title: '拒绝重置支付密码',
        sentence: `将拒绝为 ${username} 重置支付密码，原密码继续有效`,
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

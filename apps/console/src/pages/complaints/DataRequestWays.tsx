import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { dataRequestKinds } from '@tianping/contract/dataRights/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import css from './complaints.module.css'

type Request = ConsoleRowOf<'POST /api/console/data-requests/list'>
type Props = { request: Request }

const stale: ConsoleCallName[] = [
  'POST /api/console/data-requests/list',
  'POST /api/console/counts',
]

/** The ways out of a request that waits. An erasure takes two persons and a closed account. */
export function DataRequestWays({ request }: Props) {
  const { may, name } = useOperator()
  if (!may('data_request.review')) return '—'
  const erases = request.kind === 'erase'
  const blocked = erases && request.closed_at === ''
  const own = erases && request.confirmed_by === name
  return (
    <span className={css.ways}>
      <Reject request={request} />
      {request.extension === '' && <Extend request={request} />}
      {blocked && <small>注销后才能删除</small>}
      {own && <small>须由另一位同事复核</small>}
      {!blocked && !own && <Approve request={request} />}
    </span>
  )
}

const AskedFor = ({ request }: Props) => (
  <Facts single>
    <Fact label="申请">{dataRequestKinds[request.kind]}</Fact>
    {request.apply_info !== '' && <Fact label="内容">{request.apply_info}</Fact>}
    {request.confirmed_by !== '' && <Fact label="首位确认">{request.confirmed_by}</Fact>}
  </Facts>
)

function sentenceOf({ kind, username, confirmed_by }: Request): string {
  if (kind === 'restrict')
    return `完成后，${username} 的资料、联系方式与收款账户只读，直到解除限制。`
  if (kind !== 'erase') return `请先完成 ${username} 的要求，再把结果告知会员。`
  if (confirmed_by === '') return `确认删除 ${username} 的个人信息；还须另一位同事复核，之后执行。`
  return `将以代号替换 ${username} 的全部个人信息，不能恢复。账目与注单按编号保留，法定信息封存。`
}

const approveLabel = ({ kind, confirmed_by }: Request): string => {
  if (kind !== 'erase') return '完成'
  return confirmed_by === '' ? '确认删除' : '复核并删除'
}

function Approve({ request }: Props) {
  const id = request.request_id
  const label = approveLabel(request)
  return (
    <ActionDialog
      size="small"
      type="primary"
      draft={`data-requests/${id}/approve`}
      decision={{
        title: label,
        sentence: sentenceOf(request),
        facts: <AskedFor request={request} />,
        label: '给会员的答复（必填）',
        required: '给会员的答复',
        confirm: label,
      }}
      action={answer =>
        callOnce('POST /api/console/data-requests/approve', { id, answer, remark: answer })
      }
      done="已处理"
      stale={stale}
    >
      {label}
    </ActionDialog>
  )
}

/** Ends a restriction that was granted. */
export function Lift({ request }: Props) {
  const { may } = useOperator()
  const id = request.request_id
  if (!may('data_request.review')) return null
  return (
    <ActionDialog
      size="small"
      draft={`data-requests/${id}/lift`}
      decision={{
        title: '解除限制',
        sentence: `解除后，${request.username} 的资料、联系方式与收款账户可以修改。`,
        facts: <AskedFor request={request} />,
        label: '解除原因（会员可见，必填）',
        required: '解除原因',
        confirm: '解除并通知',
      }}
      action={answer =>
        callOnce('POST /api/console/data-requests/lift', { id, answer, remark: answer })
      }
      done="已解除限制并通知会员"
      stale={stale}
    >
      解除限制
    </ActionDialog>
  )
}

function Extend({ request }: Props) {
  const id = request.request_id
  return (
    <ActionDialog
      size="small"
      draft={`data-requests/${id}/extend`}
      decision={{
        title: '延长两个月',
        sentence: '期限延长两个月，只能一次；原因会告知会员。',
        facts: <AskedFor request={request} />,
        label: '延期原因（会员可见，必填）',
        required: '延期原因',
        confirm: '延长并通知',
      }}
      action={remark => callOnce('POST /api/console/data-requests/extend', { id, remark })}
      done="已延期并通知会员"
      stale={stale}
    >
      延期
    </ActionDialog>
  )
}

const reasons = ['无法核实申请人身份', '法律要求保留该信息', '资料一致，无需更正']

function Reject({ request }: Props) {
  const id = request.request_id
  return (
    <ActionDialog
      size="small"
      danger
      draft={`data-requests/${id}/reject`}
      decision={{
        title: `拒绝${dataRequestKinds[request.kind]}`,
        sentence: `将拒绝 ${request.username} 的申请并告知原因，会员可以投诉`,
        facts: <AskedFor request={request} />,
        confirm: '确认拒绝',
        reasons,
      }}
      action={answer =>
        callOnce('POST /api/console/data-requests/reject', { id, answer, remark: answer })
      }
      done="已拒绝"
      stale={stale}
    >
      拒绝
    </ActionDialog>
  )
}

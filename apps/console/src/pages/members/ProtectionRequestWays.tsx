import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { protectionRequests } from '@tianping/contract/protection/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import css from './payRequests.module.css'

type Request = ConsoleRowOf<'POST /api/console/protection-requests/list'>

const stale: ConsoleCallName[] = [
  'POST /api/console/protection-requests/list',
  'POST /api/console/counts',
  'POST /api/console/members/limits',
]

/** What an approval does, as the second person reads it. */
const effects = {
  return: () => '',
  earlier: name => `${name} 的自我排除将在等候期后结束（有期限的 24 小时，永久的 7 天）`,
  unlink: name => `${name} 将立即恢复使用；已自我排除的账户不受影响`,
  stranger: name =>
    `${name} 仍被排除；其姓名与生日不再用于识别他人，因此被关联的账户立即恢复，同名同生日者可以开户`,
} satisfies Record<Request['kind'], (name: string) => string>

const rejection = (name: string, kind: Request['kind']) =>
  kind === 'earlier' ? `${name} 的自我排除保持不变` : `将驳回，${name} 的限制保持不变`

/** The ways out of a request that waits; a return is confirmed by its member. */
export function ProtectionRequestWays({ request }: { request: Request }) {
  const { name, may } = useOperator()
  if (request.kind === 'return') return <small>待会员在应用内确认</small>
  if (!may('protection.decide')) return <small>待复核</small>
  if (request.proposed === null)
    return (
      <span className={css.ways}>
        <Say request={request} agree={0} />
        <Say request={request} agree={1} />
      </span>
    )
  if (request.proposed_by === name) return <small>须由另一位同事复核</small>
  return (
    <span className={css.ways}>
      <Decide request={request} agree={0} />
      <Decide request={request} agree={1} />
    </span>
  )
}

const Asked = ({ request }: { request: Request }) => (
  <Facts single>
    <Fact label="申请">{protectionRequests[request.kind]}</Fact>
    <Fact label="理由">{request.reason}</Fact>
    {request.proposed_by && (
      <Fact label="首位意见">
        {request.proposed_by}
        {request.proposal && `：${request.proposal}`}
      </Fact>
    )}
  </Facts>
)

type Way = { request: Request; agree: 0 | 1 }

/** The first of two persons; nothing changes yet. */
const Say = ({ request, agree }: Way) => (
  <ActionDialog
    size="small"
    danger={agree === 0}
    draft={`protection-requests/${request.request_id}/propose/${agree}`}
    decision={{
      title: agree ? '建议同意' : '建议不同意',
      sentence: `您的意见将由另一位同事复核后生效：${agree ? effects[request.kind](request.username) : rejection(request.username, request.kind)}`,
      facts: <Asked request={request} />,
      label: '理由（必填）',
      confirm: '提出意见',
      required: '审计',
    }}
    action={remark =>
      callOnce('POST /api/console/protection-requests/propose', {
        id: request.request_id,
        agree,
        remark,
      })
    }
    done="已提出意见"
    stale={stale}
  >
    {agree ? '建议同意' : '建议不同意'}
  </ActionDialog>
)

/** The second person: carries out what the first proposed, or does not. */
function Decide({ request, agree }: Way) {
  const { kind, username, proposed } = request
  const sendsBack = kind === 'earlier' && agree === 0
  const refusal = sendsBack ? '退回后须重新提出意见' : rejection(username, kind)
  const approves = proposed === reviewState.approved
  const carried = approves ? effects[kind](username) : rejection(username, kind)
  const verb = sendsBack ? '退回' : '驳回'
  return (
    <ActionDialog
      size="small"
      {...(agree ? { type: 'primary' as const } : { danger: true })}
      draft={`protection-requests/${request.request_id}/decide/${agree}`}
      decision={{
        title: agree ? '复核并执行' : verb,
        sentence: agree ? carried : refusal,
        facts: <Asked request={request} />,
        label: '理由（必填）',
        confirm: agree ? '执行' : verb,
        required: '审计',
      }}
      action={remark =>
        callOnce('POST /api/console/protection-requests/decide', {
          id: request.request_id,
          agree,
          remark,
        })
      }
      done="已处理"
      stale={stale}
    >
      {agree ? '复核' : verb}
    </ActionDialog>
  )
}

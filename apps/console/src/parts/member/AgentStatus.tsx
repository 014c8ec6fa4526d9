import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { statementState } from '@tianping/contract/agent/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { ActionDialog } from '../dialogs/ActionDialog.tsx'

const name = 'POST /api/console/agents/standing'
const tones = { none: 'plain', active: 'good', ended: 'bad' } as const
const texts = { none: '不是代理', active: '代理', ended: '已取消' } as const

type Status_ = ConsoleGiven<typeof name>
type Whose = { id: number; username: string }

const stale: ConsoleCallName[] = [
  name,
  'POST /api/console/agents/show',
  'POST /api/console/members/show',
  'POST /api/console/agents/tree',
]

/**
 * Whether a member is an agent, since when, and every time that was taken back; both can be done
 * here.
 */
export function AgentStatus({ id, username }: Whose) {
  const { may } = useOperator()
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data) return <Pending query={shown} />
  const { standing: status, since, team, waiting, waiting_amount, endings } = shown.data
  return (
    <div style={{ display: 'grid', gap: 14 }}>
      <Facts>
        <Fact label="代理资格">
          <Status tone={tones[status]}>{texts[status]}</Status>
        </Fact>
        <Fact label="首次通过">{since}</Fact>
        <Fact label="已邀请">
          <a href={href(`/members/${id}`, { tab: 'referrals' })}>{team} 位会员</a>
        </Fact>
        <Fact label="待审核佣金">
          {waiting > 0 ? (
            <a href={href('/statements', { state: statementState.waiting, q: id })}>
              {waiting} 期，{yuan(waiting_amount)}
            </a>
          ) : (
            '无'
          )}
        </Fact>
      </Facts>
      {status !== 'none' && <a href={href(`/agents/${id}/days`)}>每日数据</a>}
      {endings.length > 0 && <Timeline moments={endings.toReversed().flatMap(momentsOf)} />}
      {may('agent.review') && status === 'active' && (
        <span>
          <End id={id} username={username} shown={shown.data} />
        </span>
      )}
      {may('agent.review') && status === 'ended' && (
        <span>
          <Reinstate id={id} username={username} shown={shown.data} />
        </span>
      )}
    </div>
  )
}

const momentsOf = (ending: Status_['endings'][number]): Moment[] => [
  {
    at: ending.ended_at,
    tone: 'bad',
    text: `${ending.ended_by} 取消资格，计佣至 ${ending.last_day}：${ending.reason}`,
  },
  ...(ending.reinstated_at
    ? [
        {
          at: ending.reinstated_at,
          tone: 'good' as const,
          text: `${ending.reinstated_by} 恢复资格，当日起计佣`,
        },
      ]
    : []),
]

function End({ id, username, shown }: Whose & { shown: Status_ }) {
  const { team, waiting, waiting_amount } = shown
  const waits = waiting > 0 ? `待审核的 ${waiting} 期佣金 ${yuan(waiting_amount)}，以及` : ''
  return (
    <ActionDialog
      danger
      draft={`member/${id}/agent/end`}
      done="已取消代理资格"
      stale={stale}
      action={remark => callOnce('POST /api/console/agents/end', { id, remark })}
      decision={{
        title: '取消代理资格',
        confirm: '确认取消资格',
        label: '取消原因（会员可见，必填）',
        reasons: ['疑似自我邀请', '违反合营规则', '本人申请退出'],
        sentence: `${username} 将不再是代理，合营后台立即关闭；${team} 位下级的投注明天起不再计佣，推荐关系不变`,
        warning: `${waits}截至今天的佣金，照常结算、审核`,
      }}
    >
      取消代理资格
    </ActionDialog>
  )
}

function Reinstate({ id, username, shown }: Whose & { shown: Status_ }) {
  return (
    <ActionDialog
      type="primary"
      draft={`member/${id}/agent/reinstate`}
      done="已恢复代理资格"
      stale={stale}
      action={remark => callOnce('POST /api/console/agents/reinstate', { id, remark })}
      decision={{
        title: '恢复代理资格',
        confirm: '确认恢复资格',
        label: '恢复原因（必填）',
        required: '审计',
        sentence: `${username} 将重新成为代理，${shown.team} 位下级从今天起计佣；取消期间的投注不计`,
      }}
    >
      恢复代理资格
    </ActionDialog>
  )
}

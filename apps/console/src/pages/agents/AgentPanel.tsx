import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewDecisions } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { orderState } from '../../parts/states.ts'
import { Unmask } from '../../parts/dialogs/Unmask.tsx'
import { AgentStatus } from '../../parts/member/AgentStatus.tsx'
import { Beside } from '../../parts/review/Beside.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { AccountNumber } from '../../ui/values/AccountNumber.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'

type Agent = ConsoleGiven<'POST /api/console/agents/show'>

const queue: Queue<Agent> = {
  name: 'agents',
  show: (application_id, signal) =>
    call('POST /api/console/agents/show', { application_id }, signal),
  claim: (application_id, release) =>
    call('POST /api/console/agents/claim', { application_id, release }),
  decide: (verb, application_id, remark) =>
    callOnce(
      verb === 'approve' ? 'POST /api/console/agents/approve' : 'POST /api/console/agents/reject',
      { application_id, remark },
    ),
  done: (verb, item) =>
    verb === 'approve' ? `${item.username} 已成为代理` : `已拒绝 ${item.username} 的代理申请`,
}

const reading: Reading<Agent> = {
  lead: item => ({ strong: item.username, note: '代理申请' }),
  status: item => orderState(item.state),
  approve: reviewDecisions.approved,
  reject: reviewDecisions.rejected,
  decisions: reviewDecisions,
}

function decisionOf(verb: Verb, item: Agent): Decision {
  if (verb === 'reject')
    return {
      title: '拒绝代理申请',
      sentence: `将拒绝 ${item.username} 的代理申请`,
      confirm: '确认拒绝',
      reasons: ['资料不完整', '暂不符合合营条件', '与现有代理重复'],
    }
  return {
    title: '通过代理申请',
    sentence: `${item.username} 将成为代理，团队从今天起计佣`,
    facts: (
      <Facts single>
        <Fact label="已邀请">
          {item.team.members} 位会员，{item.team.depositors} 位有存款，累计{' '}
          <Money amount={item.team.deposits} />
        </Fact>
      </Facts>
    ),
    warning: item.member.state === 'locked' ? '该会员已被锁定' : undefined,
    confirm: '确认通过',
  }
}

export function AgentPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="代理申请详情"
      permission="agent.review"
      step={step}
      decision={decisionOf}
      reading={reading}
      number={<>申请编号 {no}</>}
    >
      {item => (
        <>
          <Part
            title="申请"
            extra={
              <Unmask
                subject={`agent:${no}`}
                what="申请人手机"
                stale="POST /api/console/agents/show"
              />
            }
          >
            <Facts>
              <Fact label="手机">
                <AccountNumber text={item.mobile} />
              </Fact>
              <Fact label="已邀请">
                <a href={href(`/members/${item.member_id}`, { tab: 'referrals' })}>
                  {item.team.members} 位会员
                </a>
              </Fact>
              <Fact label="有存款">{item.team.depositors} 位</Fact>
              <Fact label="团队存款">
                <Money amount={item.team.deposits} />
              </Fact>
            </Facts>
            <div style={{ marginTop: 10 }}>
              <Facts single>
                <Fact label="申请说明">{item.apply_info}</Fact>
              </Facts>
            </div>
          </Part>
          <Part title="代理资格">
            <AgentStatus id={item.member_id} username={item.username} />
          </Part>
          <MemberPart id={item.member_id} figures={item.member} />
          <Beside member={item.member} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

const momentsOf = (item: Agent): Moment[] => [
  { at: item.created_at, text: `${item.username} 申请成为代理` },
  decisionMoment(item, { waiting: '等待审核', ...reviewDecisions }),
]

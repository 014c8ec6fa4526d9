import type { ConsoleGiven } from '@tianping/contract/console'
import { flagDecisions } from '@tianping/contract/risk/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { flagKindLabel } from '../../parts/labels.ts'
import { flagStates, statusIn } from '../../parts/states.ts'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import css from '../../parts/review/review.module.css'

type Flag = ConsoleGiven<'POST /api/console/risk/show'>

const queue: Queue<Flag> = {
  name: 'risk',
  show: (no, signal) => call('POST /api/console/risk/show', { flag_id: Number(no) }, signal),
  claim: (no, release) => call('POST /api/console/risk/claim', { flag_id: Number(no), release }),
  decide: (verb, no, remark) =>
    callOnce(
      verb === 'approve' ? 'POST /api/console/risk/confirm' : 'POST /api/console/risk/dismiss',
      { flag_id: Number(no), remark },
    ),
  done: (verb, item) =>
    verb === 'approve' ? `已确认 ${item.username} 的风险` : `已解除 ${item.username} 的风险提示`,
}

const reading: Reading<Flag> = {
  lead: item => ({ strong: flagKindLabel(item.kind), note: item.username }),
  status: item => statusIn(flagStates, item.state),
  approve: '确认风险',
  reject: flagDecisions.rejected,
  decisions: flagDecisions,
}

function decisionOf(verb: Verb, item: Flag): Decision {
  if (verb === 'reject')
    return {
      title: '解除风险提示',
      sentence: `将解除对 ${item.username} 的提示“${flagKindLabel(item.kind)}”，同一事项不再提示`,
      label: '解除原因（必填）',
      confirm: '确认解除',
      reasons: ['同一家庭', '公共网络', '已核实无异常'],
    }
  return {
    title: '确认风险',
    sentence: `将确认 ${item.username} 的“${flagKindLabel(item.kind)}”。审核取款时会标出；不会自动锁定或扣款。`,
    confirm: '确认风险',
    required: '处理意见',
  }
}

export function FlagPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      number={`编号 ${no}`}
      label="风险提示详情"
      permission="risk.review"
      step={step}
      decision={decisionOf}
      reading={reading}
    >
      {item => (
        <>
          <Part title="发现">
            <p>{item.explained}</p>
          </Part>
          <Part title="依据">
            <Labelled facts={item.inputs} />
          </Part>
          <Part
            title="规则"
            extra={item.rule_version > 0 ? `第 ${item.rule_version} 版` : '默认值'}
          >
            <Labelled facts={item.rule} />
          </Part>
          {item.others.length > 0 && (
            <Part title="相关会员">
              <ul className={css.sharing}>
                {item.others.map(other => (
                  <li key={other.id}>
                    <a href={href(`/members/${other.id}`)}>{other.username}</a>
                  </li>
                ))}
              </ul>
            </Part>
          )}
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

const Labelled = ({ facts }: { facts: Flag['inputs'] }) => (
  <Facts>
    {facts.map(each => (
      <Fact key={each.label} label={each.label}>
        {each.value}
      </Fact>
    ))}
  </Facts>
)

const momentsOf = (item: Flag): Moment[] => [
  { at: item.created_at, text: '系统发现' },
  ...(item.seen_at === item.created_at ? [] : [{ at: item.seen_at, text: '再次发现' }]),
  decisionMoment(item, {
    waiting: '等待处理',
    ...flagDecisions,
    approvedTone: 'bad',
  }),
]

import type { ConsoleGiven } from '@tianping/contract/console'
import { harmDecisions, harmGroups, harmKinds, harmLevels } from '@tianping/contract/harm/facts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Beside } from '../../parts/review/Beside.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { harmStates, statusIn } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { Interactions } from './Interactions.tsx'

type Case = ConsoleGiven<'POST /api/console/harm/show'>

const calls = {
  approve: 'POST /api/console/harm/ease',
  reject: 'POST /api/console/harm/keep',
  extra: 'POST /api/console/harm/end',
} as const

const dones: Record<Verb, (item: Case) => string> = {
  approve: item => `${item.username} 已缓解`,
  reject: item => `已停止向 ${item.username} 提供优惠`,
  extra: item => `已终止对 ${item.username} 的服务`,
}

const queue: Queue<Case> = {
  name: 'harm',
  show: (no, signal) => call('POST /api/console/harm/show', { case_id: Number(no) }, signal),
  claim: (no, release) => call('POST /api/console/harm/claim', { case_id: Number(no), release }),
  decide: (verb, no, remark) => callOnce(calls[verb], { case_id: Number(no), remark }),
  done: (verb, item) => dones[verb](item),
}

const reading: Reading<Case> = {
  lead: item => ({ strong: harmKinds[item.kind], note: item.username }),
  status: item => statusIn(harmStates, item.state),
  approve: '已缓解',
  reject: '停止优惠',
  decisions: harmDecisions,
}

const decisions: Record<Verb, (item: Case) => Decision> = {
  approve: item => ({
    title: '认定已缓解',
    sentence: item.now.stopped
      ? `将恢复向 ${item.username} 提供优惠，并在站内信告知会员。`
      : `将结束对 ${item.username} 的这项任务；分数明显上升时会再次提示。`,
    confirm: '认定已缓解',
    required: '沟通结果与理由',
  }),
  reject: item => ({
    title: '停止优惠',
    sentence: `${item.username} 不再收到优惠，存款、游戏与取款不受影响；到期由专人再次查看。`,
    label: '理由（必填）',
    confirm: '停止优惠',
    reasons: ['情况未缓解', '会员拒绝沟通', '核查发现财务困难'],
  }),
  extra: item => ({
    title: '终止服务',
    sentence: `${item.username} 五年内不能存款与游戏，且不能撤销；场馆余额转回中心钱包，取款不受影响。`,
    label: '理由（必填）',
    confirm: '终止服务',
    reasons: ['持续高风险', '会员处于危机'],
  }),
}

/** One player: why, what was done with what effect, and the decision. */
export function CarePanel({ no, step }: { no: string; step: Step }) {
  const { may } = useOperator()
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      number={`编号 ${no}`}
      label="玩家关怀详情"
      permission="harm.review"
      step={step}
      decision={(verb, item) => decisions[verb](item)}
      reading={may('harm.end') ? { ...reading, extra: '终止服务' } : reading}
    >
      {item => (
        <>
          <Part
            title="依据"
            extra={item.rule_version > 0 ? `规则第 ${item.rule_version} 版` : '规则默认值'}
          >
            <Facts single>
              {item.reasons.map(({ kind, group, text, points }) => (
                <Fact key={kind} label={harmGroups[group]}>
                  {text}，{points} 分
                </Fact>
              ))}
              {item.reasons.length === 0 && <Fact label="净存款">达到核查金额</Fact>}
            </Facts>
          </Part>
          <Part title="现状" extra={<Vulnerable item={item} />}>
            <Facts>
              <Fact label="级别">{harmLevels[item.now.level]}</Fact>
              <Fact label="分数">{item.now.score}</Fact>
              <Fact label="优惠">{item.now.stopped ? '已停止' : '正常'}</Fact>
              <Fact label="期限">{item.due_at}</Fact>
            </Facts>
          </Part>
          <Interactions item={item} />
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

/** Known to be vulnerable: thresholds are lower from now on. */
function Vulnerable({ item }: { item: Case }) {
  const { may } = useOperator()
  const vulnerable = !item.vulnerable
  if (!may('harm.review')) return item.vulnerable ? '易受影响' : null
  return (
    <ActionDialog
      size="small"
      draft={`harm/${item.member_id}/vulnerable`}
      decision={{
        title: vulnerable ? '标记为易受影响' : '取消易受影响标记',
        sentence: vulnerable
          ? `${item.username} 今后在更低的阈值上得到提醒与沟通。`
          : `${item.username} 今后按一般阈值提醒。`,
        confirm: '确定',
        required: '说明',
      }}
      action={remark =>
        callOnce('POST /api/console/harm/vulnerable', { id: item.member_id, vulnerable, remark })
      }
      done={vulnerable ? '已标记' : '已取消'}
      stale={['POST /api/console/harm/show', 'POST /api/console/harm/list']}
    >
      {vulnerable ? '标记易受影响' : '取消易受影响标记'}
    </ActionDialog>
  )
}

const momentsOf = (item: Case): Moment[] => [
  { at: item.created_at, text: '系统发现' },
  decisionMoment(item, {
    waiting: `等待处理，期限 ${item.due_at}`,
    approved: '认定已缓解',
    rejected: item.outcome === 'ended' ? '终止服务' : '停止优惠',
  }),
]

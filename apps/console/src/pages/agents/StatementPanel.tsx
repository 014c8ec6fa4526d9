import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { statementDecisions, statementState } from '@tianping/contract/agent/facts'
import { Alert } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { statementStates, statusIn } from '../../parts/states.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, Signed, yuan } from '../../ui/values/Money.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { keyOf } from './statementKey.ts'
import { StatementFirsts, StatementParts } from './StatementParts.tsx'
import { StatementLines } from './StatementLines.tsx'
import css from '../../parts/list/lists.module.css'

type Statement = ConsoleGiven<'POST /api/console/statements/show'>

const queue: Queue<Statement> = {
  name: 'statements',
  show: (no, signal) => call('POST /api/console/statements/show', keyOf(no), signal),
  claim: (no, release) => call('POST /api/console/statements/claim', { ...keyOf(no), release }),
  decide: (verb, no, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/statements/approve'
        : 'POST /api/console/statements/reject',
      { ...keyOf(no), remark },
    ),
  done: (verb, item) =>
    verb === 'approve'
      ? `已向 ${item.username} 发放 ${item.month} 佣金 ${yuan(item.commission)}`
      : `已拒绝 ${item.username} 的 ${item.month} 账单`,
}

const reading: Reading<Statement> = {
  lead: item => ({ strong: yuan(item.commission), note: `${item.username} · ${item.month}` }),
  status: item => statusIn(statementStates, item.state),
  approve: statementDecisions.approved,
  reject: statementDecisions.rejected,
  decisions: statementDecisions,
}

function decisionOf(verb: Verb, item: Statement): Decision {
  if (verb === 'reject')
    return {
      title: '拒绝账单',
      sentence: `将拒绝 ${item.username} 的 ${item.month} 账单，不发放 ${yuan(item.commission)}`,
      confirm: '确认拒绝',
      reasons: ['团队数据待核实', '疑似自我邀请', '违反合营规则'],
    }
  const { cash } = item.member
  return {
    title: '发放佣金',
    sentence: `将向 ${item.username} 发放 ${item.month} 佣金 ${yuan(item.commission)}`,
    facts: (
      <Facts single>
        <Fact label="计佣">{item.plan || `${yuan(item.commissionable)} × ${item.percent}%`}</Fact>
        <Fact label="中心钱包">
          <Money amount={cash} /> → <Money amount={cash + item.commission} strong />
        </Fact>
        <Fact label="流水要求">
          {item.turnover_times > 0
            ? `${item.turnover_times} 倍，${yuan(item.commission * item.turnover_times)}`
            : '无'}
        </Fact>
      </Facts>
    ),
    warning: item.member.state === 'locked' ? '该会员已被锁定' : undefined,
    confirm: `确认发放 ${yuan(item.commission)}`,
  }
}

export function StatementPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="佣金账单详情"
      permission="commission.review"
      step={step}
      decision={decisionOf}
      reading={reading}
      number={<>编号 {no}</>}
    >
      {item => (
        <>
          <Check no={no} />
          {item.plan !== '' && (
            <Part title="佣金方案" extra={item.plan}>
              <StatementParts item={item} />
            </Part>
          )}
          <Part title="计算" extra={`公式第 ${item.rule_version} 版`}>
            <Calculation item={item} />
          </Part>
          {item.parts.some(part => part.kind === 'cpa') && (
            <Part title="首存会员">
              <StatementFirsts no={no} />
            </Part>
          )}
          <Part title="会员明细" extra={`${item.members} 位`}>
            <StatementLines no={no} />
          </Part>
          <MemberPart title="代理" id={item.agent_id} figures={item.member} />
          <Beside member={item.member} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

function Calculation({ item }: { item: Statement }) {
  return (
    <>
      <Facts>
        <Fact label="期间">
          {item.from_day} 至 {item.to_day}
        </Fact>
        <Fact label="会员">
          {item.members} 位，活跃 {item.active} 位
        </Fact>
        <Fact label="基数">
          <Signed amount={item.base} />
        </Fact>
        <Fact label="上月结转">
          <Signed amount={item.carried_in} />
        </Fact>
        <Fact label="计佣金额">
          <Signed amount={item.commissionable} />
        </Fact>
        <Fact label="比例">{item.percent}%</Fact>
        <Fact label={item.plan === '' ? '佣金' : '佣金合计'}>
          <Money amount={item.commission} strong />
        </Fact>
        <Fact label="结转下月">
          <Signed amount={item.carried_out} />
        </Fact>
      </Facts>
      <ul className={css.terms}>
        {item.rule.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** A statement without commission waits for nobody. */
const momentsOf = (item: Statement): Moment[] => [
  { at: item.created_at, text: `系统生成 ${item.month} 账单` },
  item.state === statementState.empty
    ? { at: '', text: '没有可发放的佣金' }
    : decisionMoment(item, { waiting: '等待审核', ...statementDecisions }),
]

/**
 * Whether the figures can be computed again, to the fen; and what the books say differently since.
 */
function Check({ no }: { no: string }) {
  const name = 'POST /api/console/statements/check'
  const { data, error } = useQuery({
    queryKey: [name, no],
    queryFn: ({ signal }) => call(name, keyOf(no), signal),
    meta: { inPlace: true },
  })
  const style = { marginTop: 14 }
  if (error)
    return <Alert style={style} type="warning" showIcon title={`未能重算：${error.message}`} />
  if (!data) return <Alert style={style} type="info" showIcon title="正在重算…" />
  if (!data.holds)
    return (
      <Alert
        style={style}
        type="error"
        showIcon
        title={`重算不一致：按明细应为 ${yuan(data.recomputed)}，不能发放`}
      />
    )
  if (data.since_total === 0)
    return (
      <Alert style={style} type="success" showIcon title="重算一致：与明细及当前注单完全相符" />
    )
  return (
    <Alert
      style={style}
      type="info"
      showIcon
      title={`重算一致；另有 ${data.since_total} 位会员的注单在出账后更正，差额计入下一个月`}
      description={data.since
        .slice(0, 5)
        .map(each => `会员 ${each.member_id}：${yuan(each.stated)} → ${yuan(each.now)}`)
        .join('；')}
    />
  )
}

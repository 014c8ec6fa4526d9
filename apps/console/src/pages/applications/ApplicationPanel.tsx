import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewDecisions, reviewState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { orderState } from '../../parts/states.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Holds } from '../../parts/review/Holds.tsx'
import { holdReason } from '../../parts/review/holdReason.ts'
import { Entries } from '../../parts/member/Entries.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { MemberPart } from '../shared/MemberPart.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import css from '../../parts/list/lists.module.css'

type Application = ConsoleGiven<'POST /api/console/applications/show'>

const queue: Queue<Application> = {
  name: 'applications',
  show: (application_id, signal) =>
    call('POST /api/console/applications/show', { application_id }, signal),
  claim: (application_id, release) =>
    call('POST /api/console/applications/claim', { application_id, release }),
  decide: (verb, application_id, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/applications/approve'
        : 'POST /api/console/applications/reject',
      { application_id, remark },
    ),
  done: (verb, item) =>
    verb === 'approve'
      ? `已通过 ${item.username} 的申请，派发 ${yuan(costOf(item))}`
      : `已拒绝 ${item.username} 的申请`,
}

const reading: Reading<Application> = {
  lead: item => ({ strong: yuan(item.bonus), note: item.title }),
  status: item => orderState(item.state),
  approve: '通过',
  reject: '拒绝',
  decisions: reviewDecisions,
}

const reasons = ['不符合活动规则', '重复申请', '多账户套取优惠', '资料待核实']

/** What passing it costs the house in all. */
const costOf = (item: Application) => item.bonus + item.friends.length * item.friend_bonus

function decisionOf(verb: Verb, item: Application): Decision {
  if (verb === 'reject')
    return {
      title: '拒绝申请',
      sentence: `将拒绝 ${item.username} 对“${item.title}”的申请，不派发奖金`,
      confirm: '确认拒绝',
      reasons,
    }
  const { cash } = item.member
  return {
    title: '通过申请',
    sentence:
      item.bonus > 0
        ? `将向 ${item.username} 派发奖金 ${yuan(item.bonus)}`
        : `将通过 ${item.username} 的申请，该活动没有奖金`,
    facts: (
      <Facts single>
        <Fact label="活动">{item.title}</Fact>
        {item.bonus > 0 && (
          <Fact label="中心钱包">
            <Money amount={cash} /> → <Money amount={cash + item.bonus} strong />
          </Fact>
        )}
        {item.bonus > 0 && (
          <Fact label="流水要求">
            {item.turnover_times > 0
              ? `${item.turnover_times} 倍，${yuan(item.bonus * item.turnover_times)}`
              : '无'}
          </Fact>
        )}
        {item.friends.length > 0 && (
          <Fact label="好友同得">
            {item.friends.length} 位，各 {yuan(item.friend_bonus)}，合计{' '}
            {yuan(item.friends.length * item.friend_bonus)}
          </Fact>
        )}
      </Facts>
    ),
    warning: warningOf(item),
    confirm: item.bonus > 0 ? `确认派发 ${yuan(costOf(item))}` : '确认通过',
  }
}

function warningOf(item: Application): string | undefined {
  if (item.member.state === 'locked') return '该会员已被锁定'
  if (item.current_version > item.rule_version)
    return `活动规则已更新到第 ${item.current_version} 版，本申请按提交时的第 ${item.rule_version} 版派发`
  return undefined
}

export function ApplicationPanel({ no, step }: { no: string; step: Step }) {
  const { name } = useOperator()
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="活动申请详情"
      permission="activity.review"
      step={step}
      decision={decisionOf}
      reading={reading}
      stopped={item => holdReason(item.holds, name)}
    >
      {item => (
        <>
          {item.state === reviewState.waiting && <ApplicationHolds item={item} />}
          <MemberPart id={item.member_id} figures={item.member} />
          <Part title="提交时的条件" extra={`规则第 ${item.rule_version} 版`}>
            <Conditions item={item} />
          </Part>
          <Part title="派发">
            <Award item={item} />
          </Part>
          {item.earlier.length > 0 && (
            <Part title="同一活动的其他申请">
              <Earlier item={item} />
            </Part>
          )}
          <Beside member={item.member} />
          <Entries memberId={item.member_id} sourceId={item.application_id} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

const ApplicationHolds = ({ item: { holds, application_id } }: { item: Application }) => (
  <Holds
    holds={holds}
    item={`applications/${application_id}`}
    release={remark =>
      callOnce('POST /api/console/applications/release', { application_id, remark })
    }
    stale={['POST /api/console/applications/show', 'POST /api/console/applications/list']}
  />
)

function Award({ item }: { item: Application }) {
  return (
    <>
      <Facts>
        <Fact label="奖金">
          <Money amount={item.bonus} strong />
        </Fact>
        <Fact label="流水要求">{item.turnover_times > 0 ? `${item.turnover_times} 倍` : '无'}</Fact>
        {item.streak > 0 && <Fact label="连续天数">第 {item.streak} 天</Fact>}
        {item.friends.length > 0 && (
          <Fact label="好友">
            {item.friends.map(friend => (
              <a key={friend.id} className={css.friend} href={href(`/members/${friend.id}`)}>
                {friend.username}
              </a>
            ))}
          </Fact>
        )}
      </Facts>
      <ul className={css.terms}>
        {item.terms.map(term => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </>
  )
}

type Condition = Application['conditions'][number]
const conditionColumns: PlainColumn<Condition>[] = [
  { title: '条件', cell: row => row.text },
  { title: '需要', cell: row => row.needed },
  { title: '实际', cell: row => row.found },
  {
    title: '结果',
    cell: row => (
      <Status tone={row.met ? 'good' : 'bad'}>{row.met ? '符合' : row.missing || '不符合'}</Status>
    ),
  },
]

function Conditions({ item }: { item: Application }) {
  if (item.conditions.length === 0) return <>该活动没有条件</>
  return (
    <PlainTable
      label="条件"
      columns={conditionColumns}
      rows={item.conditions}
      rowKey={row => row.text}
    />
  )
}

type EarlierRow = Application['earlier'][number]
const earlierColumns: PlainColumn<EarlierRow>[] = [
  { title: '申请时间', cell: row => row.created_at },
  { title: '奖金', cell: row => <Money amount={row.bonus} /> },
  {
    title: '结果',
    cell: row => <Status tone={orderState(row.state).tone}>{orderState(row.state).text}</Status>,
  },
  {
    title: '处理',
    cell: row =>
      row.state === reviewState.waiting
        ? '—'
        : `${row.decided_by}${row.remark ? `：${row.remark}` : ''}`,
  },
]

const Earlier = ({ item }: { item: Application }) => (
  <PlainTable
    label="其他申请"
    columns={earlierColumns}
    rows={item.earlier}
    rowKey={(row, index) => `${row.created_at}/${index}`}
  />
)

const momentsOf = (item: Application): Moment[] => [
  { at: item.created_at, text: `${item.username} 申请“${item.title}”` },
  decisionMoment(item, { waiting: '等待审核', approved: '通过并派发', rejected: '拒绝' }),
]

import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { orderState } from '../../parts/labels.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Entries } from '../../parts/member/Entries.tsx'
import { MemberFigures } from '../../parts/member/MemberFigures.tsx'
import { MemberLine } from '../../parts/member/MemberLine.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import css from '../../parts/list/lists.module.css'

type Application = ConsoleGiven<'POST /api/console/applications/show'>

const queue: Queue<Application> = {
  name: 'applications',
  show: (application_id, signal) =>
    call('POST /api/console/applications/show', { application_id }, signal),
  claim: application_id => call('POST /api/console/applications/claim', { application_id }),
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
  standing: item => orderState(item.state),
  approve: '通过',
  reject: '拒绝',
  became: item => (item.state === 2 ? '通过' : '拒绝'),
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
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      label="活动申请详情"
      permission="activity.review"
      step={step}
      decision={decisionOf}
      reading={reading}
    >
      {item => (
        <>
          <Part title="会员" extra={<a href={href(`/members/${item.member_id}`)}>查看会员</a>}>
            <MemberLine figures={item.member} />
            <MemberFigures figures={item.member} />
          </Part>
          <Part title="提交时的条件" extra={`规则第 ${item.rule_version} 版`}>
            <Conditions item={item} />
          </Part>
          <Part title="派发">
            <Facts>
              <Fact label="奖金">
                <Money amount={item.bonus} strong />
              </Fact>
              <Fact label="流水要求">
                {item.turnover_times > 0 ? `${item.turnover_times} 倍` : '无'}
              </Fact>
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

function Conditions({ item }: { item: Application }) {
  if (item.conditions.length === 0) return <>该活动没有条件</>
  return (
    <table className={css.conditions} aria-label="条件">
      <thead>
        <tr>
          <th>条件</th>
          <th>需要</th>
          <th>实际</th>
          <th>结果</th>
        </tr>
      </thead>
      <tbody>
        {item.conditions.map(condition => (
          <tr key={condition.text}>
            <td>{condition.text}</td>
            <td>{condition.needed}</td>
            <td>{condition.found}</td>
            <td>
              <Status tone={condition.met ? 'good' : 'bad'}>
                {condition.met ? '符合' : condition.missing || '不符合'}
              </Status>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Earlier({ item }: { item: Application }) {
  return (
    <table className={css.conditions} aria-label="其他申请">
      <thead>
        <tr>
          <th>申请时间</th>
          <th>奖金</th>
          <th>结果</th>
          <th>处理</th>
        </tr>
      </thead>
      <tbody>
        {item.earlier.map((each, index) => (
          <tr key={`${each.created_at}/${index}`}>
            <td>{each.created_at}</td>
            <td>
              <Money amount={each.bonus} />
            </td>
            <td>
              <Status tone={orderState(each.state).tone}>{orderState(each.state).text}</Status>
            </td>
            <td>
              {each.state === 1
                ? '—'
                : `${each.decided_by || '系统'}${each.remark ? `：${each.remark}` : ''}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function momentsOf(item: Application): Moment[] {
  const decided: Moment =
    item.state === 1
      ? { at: '', text: item.claimed_by ? `${item.claimed_by} 正在处理` : '等待审核' }
      : {
          at: item.decided_at || item.created_at,
          tone: item.state === 2 ? 'good' : 'bad',
          text: `${item.decided_by || '系统'} ${item.state === 2 ? '通过并派发' : '拒绝'}${item.remark ? `：${item.remark}` : ''}`,
        }
  return [{ at: item.created_at, text: `${item.username} 申请“${item.title}”` }, decided]
}

import type { ConsoleGiven } from '@tianping/contract/console'
import {
  hitDecisions,
  hitParts,
  hitState,
  PEP_LIST,
  screeningLists,
} from '@tianping/contract/screening/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { hitStates, statusIn } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import css from './screening.module.css'

type Hit = ConsoleGiven<'POST /api/console/screening/show'>

const queue: Queue<Hit> = {
  name: 'screening',
  show: (no, signal) => call('POST /api/console/screening/show', { hit_id: Number(no) }, signal),
  claim: (no, release) =>
    call('POST /api/console/screening/claim', { hit_id: Number(no), release }),
  decide: (verb, no, remark) =>
    callOnce(
      verb === 'approve'
        ? 'POST /api/console/screening/confirm'
        : 'POST /api/console/screening/dismiss',
      { hit_id: Number(no), remark },
    ),
  done: (verb, item) =>
    verb === 'approve' ? `已确认 ${item.username} 为名单人员` : `已排除 ${item.username} 的匹配`,
}

const reading: Reading<Hit> = {
  lead: item => ({ strong: `${item.score} 分`, note: item.username }),
  status: item => statusIn(hitStates, item.state),
  approve: '确认是本人',
  reject: hitDecisions.rejected,
  decisions: hitDecisions,
}

function decisionOf(verb: Verb, item: Hit): Decision {
  if (verb === 'reject')
    return {
      title: '排除匹配',
      sentence: `将认定 ${item.username} 不是“${item.listed_name}”。会员资料或名单条目变更前，不再提示这一对。`,
      label: '排除原因（必填）',
      confirm: '确认排除',
      reasons: ['出生日期不同', '证件不同', '国籍不同', '仅为同名'],
    }
  return {
    title: '确认是名单人员',
    sentence:
      item.list === PEP_LIST
        ? `将认定 ${item.username} 是政治公众人物“${item.listed_name}”。不影响放款，请按规定加强审查。`
        : `将认定 ${item.username} 是“${item.listed_name}”。该会员的取款自此不再放行，解除须由另一位同事决定。不得告知会员。`,
    confirm: '确认是本人',
    required: '核对意见',
  }
}

export function HitPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      number={`编号 ${no}`}
      label="名单匹配详情"
      permission="screening.review"
      step={step}
      decision={decisionOf}
      reading={reading}
    >
      {item => (
        <>
          <Part
            title="对照"
            extra={
              <>
                <Allow item={item} /> <Release item={item} />
              </>
            }
          >
            <Compared item={item} />
          </Part>
          <Part title="得分依据" extra={`达到 ${item.threshold} 分即提示`}>
            <Score item={item} />
          </Part>
          <Part title="名单条目">
            <Facts>
              <Fact label="名单">{screeningLists[item.list]}</Fact>
              <Fact label="名单编号">{item.entry.ref}</Fact>
              <Fact label="项目">{item.entry.programme}</Fact>
              <Fact label="列入日期">{item.entry.listed_on}</Fact>
              <Fact label="现状">{item.listed ? '仍在现行名单中' : '已不在现行名单中'}</Fact>
            </Facts>
          </Part>
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

/** What the site knows at the left, what the list says at the right. */
function Compared({ item }: { item: Hit }) {
  const { entry } = item
  const rows = [
    ['姓名', item.realname, entry.names.join('、')],
    ['弱别名', '', entry.weak_names.join('、')],
    ['出生', item.birthday, entry.births.join('、')],
    ['国家', '', entry.countries.join('、')],
  ] as const
  return (
    <table className={css.compared}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">
            会员 <a href={href(`/members/${item.member_id}`)}>{item.username}</a>
          </th>
          <th scope="col">名单</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, own, listed]) => own !== '' || listed !== '')
          .map(([label, own, listed]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{own || '—'}</td>
              <td>{listed || '—'}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const Score = ({ item }: { item: Hit }) => (
  <ul className={css.score}>
    {item.parts.map(({ part, listed, points }) => (
      <li key={part}>
        <span>{hitParts[part]}</span>
        <span>{listed}</span>
        <b data-tone={points < 0 ? 'bad' : undefined}>{points > 0 ? `+${points}` : points}</b>
      </li>
    ))}
  </ul>
)

/** A confirmed match that was none, by another person than who confirmed it. */
function Release({ item }: { item: Hit }) {
  const { may, name } = useOperator()
  if (item.state !== hitState.confirmed || !may('screening.approve')) return null
  if (item.decided_by === name) return '解除须由另一位同事决定'
  return (
    <ActionDialog
      size="small"
      draft={`screening/${item.hit_id}/release`}
      decision={{
        title: '解除匹配',
        sentence: `将认定 ${item.username} 不是“${item.listed_name}”，恢复放款。确认人：${item.decided_by}`,
        label: '解除原因（必填）',
        required: '审计',
        confirm: '确认解除',
      }}
      action={remark =>
        callOnce('POST /api/console/screening/release', { hit_id: item.hit_id, remark })
      }
      done="已解除"
      stale={['POST /api/console/screening/show', 'POST /api/console/screening/list']}
    >
      解除匹配
    </ActionDialog>
  )
}

/** An exposed person plays on once a senior person says so, who did not confirm the match. */
function Allow({ item }: { item: Hit }) {
  const { may, name } = useOperator()
  const isExposed = item.list === PEP_LIST && item.state === hitState.confirmed
  if (!isExposed || !may('screening.approve')) return null
  if (item.allowed_by) return `${item.allowed_by} 已批准继续存款与游戏`
  if (item.decided_by === name) return null
  return (
    <ActionDialog
      size="small"
      draft={`screening/${item.hit_id}/allow`}
      decision={{
        title: '批准继续存款与游戏',
        sentence: `${item.username} 已确认为政治公众人物。启用的辖区规则要求批准后才能存款与游戏。`,
        label: '财富与资金来源、批准理由（必填）',
        required: '核对意见',
        confirm: '确认批准',
      }}
      action={remark =>
        callOnce('POST /api/console/screening/allow', { hit_id: item.hit_id, remark })
      }
      done="已批准"
      stale={['POST /api/console/screening/show', 'POST /api/console/screening/list']}
    >
      批准继续
    </ActionDialog>
  )
}

const momentsOf = (item: Hit): Moment[] => [
  { at: item.created_at, text: '系统发现' },
  ...(item.seen_at === item.created_at ? [] : [{ at: item.seen_at, text: '再次发现' }]),
  decisionMoment(item, { waiting: '等待核对', ...hitDecisions, approvedTone: 'bad' }),
]

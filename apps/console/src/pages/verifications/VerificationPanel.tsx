import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewDecisions } from '@tianping/contract/facts'
import {
  accountPurposes,
  expectedDeposits,
  fundsSources,
  papers,
  tierLabel,
  verificationConsents,
  verificationReasons,
  verificationState,
  type VerificationReason,
} from '@tianping/contract/verification/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue, Verb } from '../../parts/review/useReview.ts'
import { statusIn, verificationStates } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { Money } from '../../ui/values/Money.tsx'
import review from '../../parts/review/review.module.css'
import { Compared } from './Compared.tsx'
import { Documents } from './Documents.tsx'
import { reasonIn, reasonsOffered } from './reason.ts'
import css from './verifications.module.css'

type Case = ConsoleGiven<'POST /api/console/verifications/show'>

const calls = {
  reject: 'POST /api/console/verifications/reject',
  extra: 'POST /api/console/verifications/more',
} as const

const queue: Queue<Case> = {
  name: 'verifications',
  show: (no, signal) =>
    call('POST /api/console/verifications/show', { case_id: Number(no) }, signal),
  claim: (no, release) =>
    call('POST /api/console/verifications/claim', { case_id: Number(no), release }),
  decide: (verb, no, remark) =>
    verb === 'approve'
      ? callOnce('POST /api/console/verifications/approve', { case_id: Number(no), remark })
      : callOnce(calls[verb], { case_id: Number(no), ...reasonIn(remark) }),
  done: (verb, item) => `${item.username}：${doneTexts[verb]}`,
}
const doneTexts: Record<Verb, string> = {
  approve: '已通过',
  reject: '已拒绝',
  extra: '已请会员补充',
}

const reading: Reading<Case> = {
  lead: item => ({ strong: item.username, note: tierLabel(item.tier) }),
  status: item => statusIn(verificationStates, item.state),
  approve: reviewDecisions.approved,
  reject: reviewDecisions.rejected,
  extra: '要求补充',
  decisions: reviewDecisions,
}

function decisionFor(verb: Verb, item: Case): Decision {
  if (verb === 'approve')
    return {
      title: '通过身份认证',
      sentence: `将确认 ${item.username} 达到${tierLabel(item.tier)}，出生日期以证件为准，等待认证的取款随之放行。`,
      warning: warningOf(item),
      confirm: '确认通过',
    }
  const more = verb === 'extra'
  return {
    title: more ? '要求补充资料' : '拒绝身份认证',
    sentence: more
      ? `${item.username} 将收到原因，并在同一申请中补充，不计入次数。`
      : `${item.username} 将收到原因，可在剩余次数内重新提交。`,
    label: '原因（会员可见，必填）',
    confirm: more ? '确认要求补充' : '确认拒绝',
    reasons: reasonsOffered,
  }
}

/** What speaks against an approval. */
function warningOf({ fields, others }: Case): string | undefined {
  const differing = fields.filter(({ comparison }) => comparison === 'differs').length
  if (others.length > 0) return `另有 ${others.length} 个账户登记了同一证件号码`
  return differing > 0 ? `有 ${differing} 项与账户资料不一致` : undefined
}

/** A paper that does not hold cannot be approved. */
const stopped = ({ fields, waits_for }: Case): string => {
  if (waits_for === 'provider') return '核验机构处理中；逾时未答复将转人工'
  return fields.some(({ comparison }) => comparison === 'invalid')
    ? '证件号码或有效期校验不通过，不能通过'
    : ''
}

export function VerificationPanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      wide
      queue={queue}
      no={no}
      number={`编号 ${no}`}
      label="身份认证详情"
      permission="verification.review"
      step={step}
      decision={decisionFor}
      reading={reading}
      stopped={stopped}
    >
      {item => (
        <>
          <div className={css.bench}>
            <Documents key={item.case_id} files={item.files} />
            <Compared item={item} />
          </div>
          <Standing item={item} />
          {item.purpose !== '' && <AccountUse item={item} />}
          {item.answers.length > 0 && <Answers answers={item.answers} />}
          <Part title="时间线" extra={<Reverse item={item} />}>
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

const Standing = ({ item }: { item: Case }) => (
  <Part title="会员" extra={<a href={href(`/members/${item.member_id}`)}>查看会员</a>}>
    <Facts>
      <Fact label="目前等级">
        {tierLabel(item.current_tier)}
        {item.valid_until && `，至 ${item.valid_until}`}
      </Fact>
      <Fact label="证件">{papers[item.paper]}</Fact>
      <Fact label="年龄">{item.age === null ? '—' : `${item.age} 岁`}</Fact>
      <Fact label="此前被拒">{item.refused_before} 次</Fact>
      <Fact label="等待认证的取款">
        {item.held.count === 0 ? (
          '无'
        ) : (
          <>
            {item.held.count} 笔，
            <Money amount={item.held.amount} strong />
          </>
        )}
      </Fact>
      <Fact label="同意">
        {item.consents.map(({ kind }) => verificationConsents[kind]).join('；') || '—'}
      </Fact>
    </Facts>
    {item.others.length > 0 && (
      <>
        <p className={css.warning}>同一证件号码的其他账户：</p>
        <ul className={review.sharing}>
          {item.others.map(other => (
            <li key={other.id}>
              <a href={href(`/members/${other.id}`)}>{other.username}</a>
            </li>
          ))}
        </ul>
      </>
    )}
  </Part>
)

const AccountUse = ({ item: { purpose, expected, funds } }: { item: Case }) => (
  <Part title="账户用途">
    <Facts>
      <Fact label="账户用途">{purpose && accountPurposes[purpose]}</Fact>
      <Fact label="预计每月存款">{expected && expectedDeposits[expected]}</Fact>
      <Fact label="资金来源">{funds && fundsSources[funds]}</Fact>
    </Facts>
  </Part>
)

const resultLabels: Record<string, string> = {
  approved: '通过',
  rejected: '拒绝',
  more: '要求补充',
  reversed: '撤销',
}
const verdictLabels: Record<string, string> = {
  approved: '已执行',
  rejected: '已执行',
  more: '已执行',
  reversed: '已执行',
  to_person: '与账户不符，转人工',
  outdated: '已有更新的决定，未执行',
  superseded: '会员已重新提交，未执行',
  late: '迟到，未执行',
}

const Answers = ({ answers }: { answers: Case['answers'] }) => (
  <Part title="核验机构">
    <Timeline
      moments={answers.map(({ at, result, verdict, reason }) => ({
        at,
        text: [
          resultLabels[result] ?? result,
          verdictLabels[verdict] ?? verdict,
          result === 'approved' ? '' : (verificationReasons[reason as VerificationReason] ?? ''),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  </Part>
)

/** An approval can be taken back; payouts wait from then on. */
function Reverse({ item }: { item: Case }) {
  const { may } = useOperator()
  if (item.state !== verificationState.approved || !may('verification.review')) return null
  return (
    <ActionDialog
      danger
      size="small"
      draft={`verifications/${item.case_id}/reverse`}
      decision={{
        title: '撤销认证',
        sentence: `将撤销 ${item.username} 的认证：等级归零，未付的取款暂缓放款，直至重新认证或由另一位同事写明原因解除。`,
        label: '原因（会员可见，必填）',
        confirm: '确认撤销',
        reasons: reasonsOffered,
      }}
      action={remark =>
        callOnce('POST /api/console/verifications/reverse', {
          case_id: item.case_id,
          ...reversal(remark),
        })
      }
      done="已撤销"
      stale={['POST /api/console/verifications/list', 'POST /api/console/verifications/show']}
    >
      撤销认证
    </ActionDialog>
  )
}

/** A reversal always has words of its own. */
function reversal(typed: string) {
  const { reason, remark } = reasonIn(typed)
  return { reason, remark: remark || typed }
}

const momentsOf = (item: Case): Moment[] => [
  { at: item.created_at, text: '会员提交' },
  ...(item.decided_at === '' ? [] : [decided(item)]),
]

function decided({ decided_at, decided_by, state, reason, remark }: Case): Moment {
  const why = [reason === '' || reason === 'other' ? '' : verificationReasons[reason], remark]
  const said = why.filter(Boolean).join('：')
  return {
    at: decided_at,
    tone: state === verificationState.approved ? 'good' : 'bad',
    text: `${decided_by} ${statusIn(verificationStates, state).text}${said && `：${said}`}`,
  }
}

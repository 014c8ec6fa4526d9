import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { caseState } from '@tianping/contract/books/facts'
import { everyState, reviewState } from '@tianping/contract/facts'
import { Button, Input } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Booked } from '../../parts/member/Entries.tsx'
import { checkLabel, checkRule } from '../../parts/labels.ts'
import { adjustmentStates, caseStates, statusIn } from '../../parts/states.ts'
import { Part, ReviewPanel, type Reading, type Step } from '../../parts/review/ReviewPanel.tsx'
import type { Queue } from '../../parts/review/useReview.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Signed, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Timeline, type Moment } from '../../ui/Timeline.tsx'
import { decisionMoment } from '../shared/decisionMoment.ts'
import { SeverityOf } from './Severity.tsx'

type Case = ConsoleGiven<'POST /api/console/cases/show'>

const queue: Queue<Case> = {
  name: 'cases',
  show: (no, signal) => call('POST /api/console/cases/show', { case_id: Number(no) }, signal),
  claim: (no, release) => call('POST /api/console/cases/claim', { case_id: Number(no), release }),
  decide: (_verb, no, remark) =>
    callOnce('POST /api/console/cases/resolve', { case_id: Number(no), remark }),
  done: () => '已标记为处理完毕',
}
const reading: Reading<Case> = {
  lead: item => ({
    strong: item.differs === null ? checkLabel(item.check) : yuan(item.differs),
    note: item.differs === null ? '' : checkLabel(item.check),
  }),
  status: item => statusIn(caseStates, item.state),
  approve: '处理完毕',
  decisions: { approved: '处理', rejected: '处理' },
}

function decisionOf(_verb: string, item: Case): Decision {
  const open = item.adjustments.filter(each => each.state === reviewState.waiting).length
  return {
    title: '处理完毕',
    sentence: `差异 ${item.case_id} 将标记为处理完毕。下一次对账若再次发现，会成为新的差异。`,
    warning: open > 0 ? `还有 ${open} 笔更正等待审批` : undefined,
    confirm: '确认处理完毕',
    required: '处理结果',
  }
}

/** The order that a case names, if it names one: its entries are the books' side. */
const orderIn = (subject: string) => /[DWA]\d{6}[0-9A-Z]{20}/.exec(subject)?.[0] ?? ''

export function CasePanel({ no, step }: { no: string; step: Step }) {
  return (
    <ReviewPanel
      queue={queue}
      no={no}
      number={`编号 ${no}`}
      label="差异详情"
      permission="reconciliation.work"
      step={step}
      decision={decisionOf}
      reading={reading}
    >
      {item => (
        <>
          <Part title="差异">
            <Difference item={item} />
            <p style={{ marginTop: 10 }}>规则：{checkRule(item.check, item.rule)}</p>
          </Part>
          <Corrections item={item} />
          {item.member_id > 0 && orderIn(item.subject) && (
            <Part title="账本分录">
              <Booked memberId={item.member_id} sourceId={orderIn(item.subject)} />
            </Part>
          )}
          <Notes item={item} />
          <Part title="时间线">
            <Timeline moments={momentsOf(item)} />
          </Part>
        </>
      )}
    </ReviewPanel>
  )
}

function Difference({ item }: { item: Case }) {
  return (
    <Facts>
      <Fact label="级别">
        <SeverityOf severity={item.severity} />
      </Fact>
      <Fact label="对象">{item.subject}</Fact>
      <Fact label="应为">{item.expected}</Fact>
      <Fact label="实为">{item.found}</Fact>
      {item.differs !== null && (
        <Fact label="相差">
          <Signed amount={item.differs} />
        </Fact>
      )}
      <Fact label="会员">
        {item.member_id > 0 ? (
          <a href={href(`/members/${item.member_id}`, { tab: 'ledger' })}>{item.username}</a>
        ) : (
          ''
        )}
      </Fact>
      <Fact label="发现次数">{item.runs}</Fact>
      <Fact label="最近发现">{item.last_seen_at}</Fact>
    </Facts>
  )
}

/** A difference in a member's money is made good by an adjustment, which takes two persons. */
function Corrections({ item }: { item: Case }) {
  const { may } = useOperator()
  const propose = item.state === caseState.open && item.member_id > 0 && may('adjustment.propose')
  return (
    <Part
      title="更正"
      extra={
        propose && (
          <a href={href('/adjustments', { member: item.member_id, case: item.case_id })}>
            提出更正
          </a>
        )
      }
    >
      {item.adjustments.length === 0 ? (
        '没有更正；更正以新的交易入账，从不改动原有记录'
      ) : (
        <ul>
          {item.adjustments.map(each => (
            <li key={each.adjustment_id}>
              <a href={href('/adjustments', { state: everyState, open: each.adjustment_id })}>
                {each.adjustment_id}
              </a>
              　<Signed amount={each.amount} />　
              <Status tone={statusIn(adjustmentStates, each.state).tone}>
                {statusIn(adjustmentStates, each.state).text}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Notes({ item }: { item: Case }) {
  const { may } = useOperator()
  const cache = useQueryClient()
  const [text, setText, accept] = useDraft(`case/${item.case_id}/note`)
  const add = useAction({
    mutationFn: (sent: string) =>
      callOnce('POST /api/console/cases/add', { case_id: item.case_id, content: sent.trim() }),
    onSuccess: (_given, sent) => accept(sent),
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/cases/show'] }),
  })
  if (item.state !== caseState.open || !may('reconciliation.work')) return null
  return (
    <Part title="备注">
      <form
        style={{ display: 'flex', gap: 8 }}
        onSubmit={event => {
          event.preventDefault()
          if (text.trim() && !add.isPending) add.mutate(text)
        }}
      >
        <Input
          aria-label="备注"
          value={text}
          maxLength={500}
          onChange={event => setText(event.target.value)}
        />
        <Button htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
          记录
        </Button>
      </form>
    </Part>
  )
}

const momentsOf = (item: Case): Moment[] => [
  { at: item.created_at, text: '首次发现' },
  ...item.notes.map(note => ({ at: note.at, text: `${note.by}：${note.content}` })),
  decisionMoment(item, { waiting: '等待处理', approved: '处理完毕', rejected: '处理完毕' }),
]

import {
  limitSpans,
  limitTopics,
  type LimitKind,
  type LimitSpan,
  type LimitTopic,
} from '@tianping/contract/protection/facts'
import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { replaceWith } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { shortSize, spans, useProtection, type Limit } from '../../app/protection.ts'
import { Segment } from '../../ui/Tabs.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { LimitForm } from './LimitForm.tsx'
import { Raise } from './Raise.tsx'
import css from './limit.module.css'

const topics = Object.entries(limitTopics).map(([key, label]) => ({
  key: key as LimitTopic,
  label: key === 'time' ? '时长' : label,
}))

/** One limit at a time: what it is about, over which span, and the new one. */
export default function LimitPage() {
  const answer = useProtection()
  const { topic } = useQueryOf('/limit')
  return (
    <main>
      <div className="page stack">
        <Segment
          label="限额种类"
          tabs={topics}
          value={topic}
          onChange={next => replaceWith(addressOf('/limit', { topic: next }))}
        />
        {answer.isError && !answer.data && <FailedAnswer of={answer} />}
        {answer.isPending && <SkeletonRows rows={3} />}
      </div>
      {answer.data && <OfTopic key={topic} topic={topic} limits={answer.data.limits} />}
    </main>
  )
}

function OfTopic({ topic, limits }: { topic: LimitTopic; limits: Limit[] }) {
  const [span, setSpan] = useState<LimitSpan>('day')
  const of = (each: LimitSpan) => {
    const kind: LimitKind = `${topic}_${each}`
    return limits.find(limit => limit.kind === kind)
  }
  const chosen = of(span)
  return (
    <>
      <div className={`page ${css.spans}`} role="group" aria-label="周期">
        {(Object.keys(limitSpans) as LimitSpan[]).map(each => (
          <Span key={each} span={each} limit={of(each)} on={each === span} onChoose={setSpan} />
        ))}
      </div>
      {chosen?.raise && <Raise key={chosen.kind} limit={chosen} raise={chosen.raise} />}
      {chosen && <LimitForm key={chosen.kind} limit={chosen} />}
    </>
  )
}

type SpanProps = {
  span: LimitSpan
  limit: Limit | undefined
  on: boolean
  onChoose: (span: LimitSpan) => void
}

const Span = ({ span, limit, on, onChoose }: SpanProps) => (
  <button type="button" aria-pressed={on} className={css.span} onClick={() => onChoose(span)}>
    <span className="t-13">{spans[span]}</span>
    <b className="t-15">
      {limit && limit.amount !== null ? shortSize(limit.kind, limit.amount) : '未设置'}
    </b>
    <span className="t-12 muted">
      {limit && limit.amount !== null ? `还剩 ${shortSize(limit.kind, limit.left ?? 0)}` : '不限'}
    </span>
  </button>
)

import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  interactionKinds,
  interactionOutcomes,
  harmOutcomes,
  staffInteractions,
  type InteractionOutcome,
} from '@tianping/contract/harm/facts'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Part } from '../../parts/review/ReviewPanel.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import css from './care.module.css'

type Case = ConsoleGiven<'POST /api/console/harm/show'>
type Done = Case['interactions'][number]

const outcomeText = (outcome: string) =>
  ({ ...interactionOutcomes, ...harmOutcomes })[outcome as InteractionOutcome] ?? ''

const change = ({ before, after }: Done) =>
  after
    ? `30 天净存款 ${yuan(before.net)} → ${yuan(after.net)}，投注 ${yuan(before.stake)} → ${yuan(after.stake)}，时长 ${before.minutes} → ${after.minutes} 分钟`
    : `此前 30 天净存款 ${yuan(before.net)}，投注 ${yuan(before.stake)}，时长 ${before.minutes} 分钟`

const wordsOf = (done: Done) => (
  <>
    {[done.by || '系统', interactionKinds[done.kind], outcomeText(done.outcome)]
      .filter(Boolean)
      .join(' · ')}
    {done.remark && `：${done.remark}`}
    <br />
    <small className={css.small}>{change(done)}</small>
  </>
)

/** What was done about a player, the newest first, and a line for what a colleague did now. */
export function Interactions({ item }: { item: Case }) {
  const { may } = useOperator()
  return (
    <Part title="互动记录">
      {may('harm.review') && <Record item={item} />}
      <Timeline moments={item.interactions.map(done => ({ at: done.at, text: wordsOf(done) }))} />
    </Part>
  )
}

const kindOptions = staffInteractions.map(value => ({ value, label: interactionKinds[value] }))
const outcomes = Object.keys(interactionOutcomes) as InteractionOutcome[]
const outcomeOptions = outcomes.map(value => ({ value, label: interactionOutcomes[value] }))

function Record({ item }: { item: Case }) {
  const cache = useQueryClient()
  const [kind, setKind] = useState<(typeof staffInteractions)[number]>('call')
  const [outcome, setOutcome] = useState<InteractionOutcome>('reached')
  const [remark, setRemark] = useDraft(`harm/${item.case_id}/record`)
  const add = useAction({
    mutationFn: () =>
      callOnce('POST /api/console/harm/record', {
        case_id: item.case_id,
        kind,
        outcome,
        remark: remark.trim(),
      }),
    onSuccess: () => setRemark(''),
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/harm/show'] }),
  })
  return (
    <form
      className={css.record}
      onSubmit={event => {
        event.preventDefault()
        if (remark.trim()) add.mutate()
      }}
    >
      <Select aria-label="方式" value={kind} options={kindOptions} onChange={setKind} />
      <Select aria-label="结果" value={outcome} options={outcomeOptions} onChange={setOutcome} />
      <Input
        aria-label="记录"
        value={remark}
        maxLength={200}
        placeholder="沟通了什么"
        onChange={event => setRemark(event.target.value)}
      />
      <Button htmlType="submit" loading={add.isPending} disabled={!remark.trim()}>
        记录
      </Button>
    </form>
  )
}

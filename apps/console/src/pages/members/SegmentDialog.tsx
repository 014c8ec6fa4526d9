import {
  SEGMENT_CONDITIONS,
  SEGMENT_DAYS,
  segmentFacts,
  type SegmentFactName,
} from '@tianping/contract/segments/facts'
import { Alert, Button, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Found } from '../../parts/segments/Found.tsx'
import type { Condition, Segment, Tags } from './segmentWords.ts'
import css from './segments.module.css'

export type SegmentForm = Pick<Segment, 'name' | 'note' | 'conditions'>

const facts = Object.entries(segmentFacts).map(([value, { label }]) => ({ value, label }))
const fresh = (fact: SegmentFactName): Condition => ({
  fact,
  days: segmentFacts[fact].days ? 30 : 0,
  least: null,
  most: null,
  id: 0,
})
export const emptySegment: SegmentForm = { name: '', note: '', conditions: [fresh('deposit')] }

const preview = 'POST /api/console/segments/preview'

type DialogProps = {
  title: string
  initial: SegmentForm
  /** What a change takes from members; empty for nothing. */
  loss: string
  tags: Tags
  busy: boolean
  error: Error | null
  onSave: (form: SegmentForm) => void
  onClose: () => void
}

/** Another name or note leaves a segment what it is. */
const isAnother = (form: SegmentForm, initial: SegmentForm) =>
  JSON.stringify(form.conditions) !== JSON.stringify(initial.conditions)

/** Conditions, and who meets them now: a segment is tried before it is kept. */
export function SegmentDialog(props: DialogProps) {
  const { title, initial, loss, tags, busy, error, onSave, onClose } = props

  const [form, set] = useState(initial)
  const trial = useAction({
    mutationFn: (conditions: Condition[]) => call(preview, { conditions }),
    meta: { inPlace: true },
  })
  const failure = error ?? trial.error
  const change = (conditions: Condition[]) => {
    trial.reset()
    set({ ...form, conditions })
  }
  return (
    <Modal open title={title} width={720} centered destroyOnHidden footer={null} onCancel={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!busy) onSave(form)
        }}
      >
        <label className={css.label}>
          <span>名称</span>
          <Input
            value={form.name}
            maxLength={30}
            onChange={event => set({ ...form, name: event.target.value })}
          />
        </label>
        <label className={css.label}>
          <span>说明</span>
          <Input
            value={form.note}
            maxLength={200}
            onChange={event => set({ ...form, note: event.target.value })}
          />
        </label>
        <Conditions conditions={form.conditions} tags={tags} onChange={change} />
        {loss && isAnother(form, initial) && (
          <Alert type="warning" showIcon title="保存后是一个新的人群" description={loss} />
        )}
        {trial.data && (
          <Found
            found={trial.data}
            can="可发送"
            note="已排除、暂停、停止优惠的会员不会收到，发送时再次核对。"
          />
        )}
        {failure && <ActionError error={failure} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button loading={trial.isPending} onClick={() => trial.mutate(form.conditions)}>
            试算
          </Button>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!trial.data}>
            保存
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Conditions({
  conditions,
  tags,
  onChange,
}: {
  conditions: Condition[]
  tags: Tags
  onChange: (conditions: Condition[]) => void
}) {
  return (
    <div className={css.form} role="group" aria-label="条件，须全部符合">
      {conditions.map((condition, at) => (
        <OneCondition
          // Rows have no identity of their own; a removed one takes its place with it.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          condition={condition}
          tags={tags}
          onChange={next => onChange(conditions.with(at, next))}
          onRemove={() => onChange(conditions.toSpliced(at, 1))}
        />
      ))}
      <Button
        type="dashed"
        disabled={conditions.length >= SEGMENT_CONDITIONS}
        onClick={() => onChange([...conditions, fresh('level')])}
      >
        添加条件
      </Button>
    </div>
  )
}

type OneProps = {
  condition: Condition
  tags: Tags
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function OneCondition({ condition, tags, onChange, onRemove }: OneProps) {
  const { unit, days, formula } = segmentFacts[condition.fact]
  return (
    <div className={css.condition}>
      <Select
        aria-label="条件"
        value={condition.fact}
        options={facts}
        onChange={fact => onChange(fresh(fact))}
      />
      {days && (
        <InputNumber
          aria-label="天数"
          prefix="近"
          suffix="天"
          min={1}
          max={SEGMENT_DAYS}
          value={condition.days}
          onChange={value => onChange({ ...condition, days: value ?? 0 })}
        />
      )}
      {unit === 'id' ? (
        <Named condition={condition} tags={tags} onChange={onChange} />
      ) : (
        <Bounds condition={condition} onChange={onChange} />
      )}
      <Button onClick={onRemove}>移除</Button>
      <span className={css.formula}>{formula}</span>
    </div>
  )
}

const Bounds = ({ condition, onChange }: Pick<OneProps, 'condition' | 'onChange'>) => {
  const money = segmentFacts[condition.fact].unit === 'yuan' ? { prefix: '¥', precision: 2 } : {}
  return (
    <>
      <InputNumber
        aria-label="下限"
        placeholder="下限"
        {...money}
        value={condition.least}
        onChange={least => onChange({ ...condition, least })}
      />
      ～
      <InputNumber
        aria-label="上限"
        placeholder="上限"
        {...money}
        value={condition.most}
        onChange={most => onChange({ ...condition, most })}
      />
    </>
  )
}

const Named = ({ condition, tags, onChange }: Omit<OneProps, 'onRemove'>) =>
  condition.fact === 'agent' ? (
    <InputNumber
      aria-label="会员 ID"
      placeholder="会员 ID"
      value={condition.id || null}
      onChange={id => onChange({ ...condition, id: id ?? 0 })}
    />
  ) : (
    <Select
      aria-label="标签"
      placeholder="选择标签"
      value={condition.id || null}
      options={tags.map(each => ({ value: each.tag_id, label: each.name }))}
      onChange={id => onChange({ ...condition, id: id ?? 0 })}
    />
  )

import { COMPLAINT_TEXT_MAX, complaintKinds } from '@tianping/contract/complaints/facts'
import { complaintRules, earliestEvent, EVENT_MONTHS } from '@tianping/contract/complaints/rules'
import { beijingDay } from '@tianping/money/day'
import { useState } from 'react'
import { useAnswer } from '../../app/calls.ts'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Card } from '../../ui/Card.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { useComplain } from './useComplain.ts'
import css from './complaintNew.module.css'

const choices = Object.entries(complaintKinds).map(([key, label]) => ({ key, label }))
const clean = (f: typeof empty) => ({
  ...f,
  content: f.content.trim(),
  order_no: f.order_no.trim(),
})
const empty = { kind: '', content: '', order_no: '', event_day: '' }

export default function ComplaintNewPage() {
  const { order } = useQueryOf('/complaintNew')
  const months = useAnswer('POST /api/complaints', { page: 1 }).data?.event_months ?? EVENT_MONTHS
  const [today] = useState(() => beijingDay(Date.now()))
  const [open, setOpen] = useState(false)
  const form = useForm({
    empty: { ...empty, order_no: order },
    clean,
    rule: values => complaintRules(values, months, today),
    draft: { name: 'complaint', typed: ['kind', 'content', 'order_no', 'event_day'] },
  })
  const complain = useComplain(form.refused, form.clear)
  const kind = form.field('kind')
  return (
    <Form form={form} action={complain}>
      <main className="page stack">
        <Card className={css.fields}>
          <SelectField
            label="投诉类型"
            placeholder="请选择"
            value={choices.find(({ key }) => key === kind.value)?.label}
            error={kind.error}
            onOpen={() => setOpen(true)}
          />
          <TextArea
            {...form.field('content')}
            label="发生了什么"
            placeholder="请写明时间、经过和您的诉求"
            maxLength={COMPLAINT_TEXT_MAX}
            rows={6}
          />
          <TextField
            {...form.field('order_no')}
            label="相关单号（可不填）"
            placeholder="存款单号、取款单号或注单号"
            autoComplete="off"
            maxLength={64}
          />
          <TextField
            {...form.field('event_day')}
            label="发生日期（可不填）"
            type="date"
            min={earliestEvent(today, months)}
            max={today}
          />
        </Card>
        <Refusal form={form} />
      </main>
      <Picker
        open={open}
        title="投诉类型"
        choices={choices}
        value={kind.value}
        onChoose={kind.onChange}
        onClose={() => setOpen(false)}
      />
      <SubmitBar>提交投诉</SubmitBar>
    </Form>
  )
}

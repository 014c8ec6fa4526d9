import { COMPLAINT_TEXT_MAX } from '@tianping/contract/complaints/facts'
import { complaintRules } from '@tianping/contract/complaints/rules'
import { Form, Submit } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { TextArea } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { useComplain } from './useTicket.ts'
import css from './ticket.module.css'

type Props = { no: string; first: string; open: boolean; onClose: () => void }

/** Makes a complaint of the conversation; it has a clock and an independent body behind it. */
export function ComplainSheet({ no, first, open, onClose }: Props) {
  const form = useForm({
    empty: { content: first },
    clean: ({ content }) => ({ content: content.trim() }),
    rule: ({ content }) => complaintRules({ kind: 'other', content, event_day: '' }),
    draft: { name: `complain/${no}`, typed: ['content'] },
  })
  const { run, busy } = useComplain(form.refused, () => {
    form.clear()
    onClose()
  })
  return (
    <Sheet open={open} title="转为投诉" onClose={onClose}>
      <Form
        form={form}
        action={{ busy, run: ({ content }) => run({ ticket_no: no, content }) }}
        className={css.complain}
      >
        <p className="t-13 muted">投诉有书面答复期限；本会话随之结束，附上的订单一并转交。</p>
        <TextArea
          {...form.field('content')}
          label="发生了什么"
          placeholder="请写明时间、经过和您的诉求"
          maxLength={COMPLAINT_TEXT_MAX}
          rows={5}
        />
        <Refusal form={form} />
        <Submit>提交投诉</Submit>
      </Form>
    </Sheet>
  )
}

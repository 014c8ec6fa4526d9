import type { Given } from '@tianping/contract'
import {
  COMPLAINT_TEXT_MAX,
  complaintKinds,
  complaintState,
} from '@tianping/contract/complaints/facts'
import { complaintMessageRules } from '@tianping/contract/complaints/rules'
import { ComplaintState } from '../../app/complaints/ComplaintState.tsx'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Form, Submit } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { Said, Talk } from '../../app/talk/Talk.tsx'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextArea } from '../../ui/field/Field.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { Pairs } from '../../ui/List.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useComplaint, useReply, useWithdraw } from './useComplaint.ts'
import css from './complaint.module.css'

type Complaint = Given<'POST /api/complaints/show'>

/** One complaint: how it stands and what was said. */
export default function ComplaintPage() {
  const { no } = useQueryOf('/complaint')
  const answer = useComplaint(no)
  return (
    <main className="page stack">
      {answer.isError && !answer.data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={3} />}
      {answer.data && <Whole complaint={answer.data} />}
    </main>
  )
}

function Whole({ complaint }: { complaint: Complaint }) {
  const open = complaint.state === complaintState.open
  return (
    <>
      <Head complaint={complaint} />
      <Talk label="往来消息">
        {complaint.messages.map(({ author, content, at }, n) => (
          <Said key={n} by={author} words={content} at={at} />
        ))}
      </Talk>
      {open ? <Reply no={complaint.complaint_no} /> : <Over complaint={complaint} />}
    </>
  )
}

const Head = ({ complaint }: { complaint: Complaint }) => (
  <Card label="投诉">
    <p className={css.state}>
      <b>{complaintKinds[complaint.kind]}</b>
      <ComplaintState of={complaint} />
    </p>
    <Pairs
      pairs={[
        {
          label: '编号',
          value: (
            <>
              {complaint.complaint_no} <CopyButton text={complaint.complaint_no} what="编号" />
            </>
          ),
        },
        { label: '提交时间', value: complaint.created_at },
        ...(complaint.order_no ? [{ label: '相关单号', value: complaint.order_no }] : []),
        ...(complaint.event_day ? [{ label: '发生日期', value: complaint.event_day }] : []),
      ]}
    />
  </Card>
)

function Reply({ no }: { no: string }) {
  const form = useForm({
    empty: { content: '' },
    rule: complaintMessageRules,
    draft: { name: `complaint/${no}`, typed: ['content'] },
  })
  const reply = useReply(no, form.refused, form.clear)
  const withdraw = useWithdraw()
  const ask = async () => {
    const text = '撤回后不再处理，可以重新提交。'
    if (await confirm({ title: '撤回这件投诉？', text, yes: '撤回', danger: true }))
      withdraw.run({ complaint_no: no })
  }
  return (
    <Form form={form} action={reply} className={css.form}>
      <TextArea
        {...form.field('content')}
        label="补充说明"
        placeholder="补充情况，或回答客服的问题"
        maxLength={COMPLAINT_TEXT_MAX}
        rows={3}
      />
      <Refusal form={form} />
      <Submit>发送</Submit>
      <Button kind="line" size={44} block busy={withdraw.busy} onClick={() => void ask()}>
        撤回投诉
      </Button>
    </Form>
  )
}

function Over({ complaint: { state, dispute_body } }: { complaint: Complaint }) {
  if (state === complaintState.withdrawn) return <Alert kind="blue">该投诉已撤回。</Alert>
  return (
    <Alert kind="blue" icon="help">
      如不同意以上结果，可免费向{dispute_body.name}申诉，申诉时请提供编号。{dispute_body.address}{' '}
      {dispute_body.url}
    </Alert>
  )
}

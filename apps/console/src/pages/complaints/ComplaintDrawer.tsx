import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  COMPLAINT_TEXT_MAX,
  complaintAuthors,
  complaintKinds,
  complaintOutcomes,
  complaintState,
} from '@tianping/contract/complaints/facts'
import { Button, Drawer, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { complaintStates, statusIn } from '../../parts/states.ts'
import { Said, Talk } from '../../parts/talk/Talk.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { useMessage } from '../../ui/above.ts'
import css from './complaints.module.css'

type Complaint = ConsoleGiven<'POST /api/console/complaints/show'>
const name = 'POST /api/console/complaints/show'

/** One complaint beside the list: what was said, and the answer. */
export function ComplaintDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [name, no],
    queryFn: ({ signal }) => call(name, { complaint_no: no }, signal),
    enabled: no !== '',
  })
  const body = data ? <Whole complaint={data} /> : <Waiting />
  return (
    <Drawer open={no !== ''} title={no} size={640} onClose={onClose} destroyOnHidden>
      {error && !data ? <Failure error={error} retry={() => void refetch()} /> : body}
    </Drawer>
  )
}

function Whole({ complaint }: { complaint: Complaint }) {
  const { may } = useOperator()
  const open = complaint.state === complaintState.open
  return (
    <div className={css.whole}>
      <Facts>
        <Fact label="会员">
          <a href={href(`/members/${complaint.member_id}`)}>{complaint.username}</a>
        </Fact>
        <Fact label="类型">{complaintKinds[complaint.kind]}</Fact>
        <Fact label="状态">{statusIn(complaintStates, complaint.state).text}</Fact>
        <Fact label="答复期限">{complaint.answer_by.slice(0, 10)}</Fact>
        <Fact label="相关单号">{complaint.order_no || '—'}</Fact>
        <Fact label="发生日期">{complaint.event_day || '—'}</Fact>
        <Fact label="首次答复">{complaint.first_answer_at || '—'}</Fact>
        <Fact label="争议解决机构">{complaint.dispute_body}</Fact>
      </Facts>
      <Talk>
        {complaint.messages.map(({ author, operator, content, at }, n) => (
          <Said
            key={n}
            by={author}
            head={`${complaintAuthors[author]} ${operator} ${at}`}
            words={content}
          />
        ))}
      </Talk>
      {open && may('complaint.answer') && <Answer no={complaint.complaint_no} />}
    </div>
  )
}

const modes = [
  { value: 'reply', label: '回复会员' },
  { value: 'note', label: '内部备注' },
  { value: 'decide', label: '最终答复' },
] as const
type Mode = (typeof modes)[number]['value']

const hints: Readonly<Record<Mode, string>> = {
  reply: '会员会收到站内信并看到这段话',
  note: '只有员工能看到',
  decide: '写明结论和理由；系统会附上争议解决机构，并结束这件投诉',
}

const send = (no: string, mode: Mode, content: string, outcome: string) =>
  mode === 'decide'
    ? callOnce('POST /api/console/complaints/decide', {
        complaint_no: no,
        outcome,
        content,
        remark: '',
      })
    : callOnce('POST /api/console/complaints/reply', {
        complaint_no: no,
        content,
        note: mode === 'note',
      })

function Answer({ no }: { no: string }) {
  const [mode, setMode] = useState<Mode>('reply')
  const [outcome, setOutcome] = useState('')
  const [text, setText, accept] = useDraft(`complaints/${no}`)
  const cache = useQueryClient()
  const message = useMessage()
  const sending = useAction({
    mutationFn: (sent: string) => send(no, mode, sent.trim(), outcome),
    meta: { inPlace: true },
    onSuccess: (_given, sent) => {
      accept(sent)
      void message.success(mode === 'decide' ? '已答复并结束' : '已发送')
    },
    onSettled: () =>
      Promise.all(
        [name, 'POST /api/console/complaints/list', 'POST /api/console/counts'].map(key =>
          cache.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
  const lacks = text.trim() === '' || (mode === 'decide' && outcome === '')
  return (
    <form
      className={css.answer}
      onSubmit={event => {
        event.preventDefault()
        if (!lacks && !sending.isPending) sending.mutate(text)
      }}
    >
      <Segmented<Mode> options={[...modes]} value={mode} onChange={setMode} />
      {mode === 'decide' && (
        <Select
          aria-label="处理结果"
          placeholder="处理结果"
          value={outcome || undefined}
          options={Object.entries(complaintOutcomes).map(([value, label]) => ({ value, label }))}
          onChange={setOutcome}
        />
      )}
      <Input.TextArea
        aria-label={hints[mode]}
        placeholder={hints[mode]}
        rows={5}
        maxLength={COMPLAINT_TEXT_MAX}
        showCount
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {sending.error && <ActionError error={sending.error} />}
      <Button type="primary" htmlType="submit" loading={sending.isPending} disabled={lacks}>
        {mode === 'decide' ? '答复并结束' : '发送'}
      </Button>
    </form>
  )
}

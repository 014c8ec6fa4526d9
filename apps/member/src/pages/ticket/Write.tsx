import { attachedKinds, TICKET_TEXT_MAX } from '@tianping/contract/tickets/facts'
import { ticketLineRules } from '@tianping/contract/tickets/rules'
import { useRef, useState } from 'react'
import { Form } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import type { Attached } from '../../app/tickets/Attached.tsx'
import { AttachSheet } from '../../app/tickets/AttachSheet.tsx'
import { acceptedPictures, sendPicture } from '../../app/tickets/sendPicture.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/field/Field.tsx'
import { useSay } from './useTicket.ts'
import css from './ticket.module.css'

/** Where the next line is written, at the thumb. */
export function Write({ no, open }: { no: string; open: boolean }) {
  const [attached, attach] = useState<Attached | null>(null)
  const form = useForm({
    empty: { content: '' },
    clean: ({ content }) => ({ content: content.trim() }),
    rule: ({ content }) => ticketLineRules({ content, attached: attached?.no ?? '' }),
    draft: { name: `ticket/${no}`, typed: ['content'] },
  })
  const say = useSay(form.refused, () => {
    form.clear()
    attach(null)
  })
  const action = {
    busy: say.busy,
    run: ({ content }: { content: string }) =>
      say.run({
        ticket_no: no,
        content,
        attached_kind: attached?.kind ?? '',
        attached_no: attached?.no ?? '',
      }),
  }
  return (
    <Form form={form} action={action} className={css.write}>
      <Ways no={no} attached={attached} onAttach={attach} />
      <div className={css.line}>
        <TextArea
          {...form.field('content')}
          placeholder={open ? '输入消息' : '继续说明，会话将重新打开'}
          maxLength={TICKET_TEXT_MAX}
          rows={1}
        />
        <Button type="submit" size={44} busy={say.busy}>
          发送
        </Button>
      </div>
      <Refusal form={form} />
    </Form>
  )
}

type WaysProps = {
  no: string
  attached: Attached | null
  onAttach: (chosen: Attached | null) => void
}

/** What can go with a line: an order or a picture. */
function Ways({ no, attached, onAttach }: WaysProps) {
  const [choosing, choose] = useState(false)
  const [sending, setSending] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    setSending(true)
    await sendPicture(no, file).finally(() => setSending(false))
  }
  return (
    <div className={css.chips}>
      <button
        type="button"
        className="chip"
        aria-pressed={attached !== null}
        onClick={() => (attached ? onAttach(null) : choose(true))}
      >
        {attached ? `${attachedKinds[attached.kind]}，取消` : '发订单或注单'}
      </button>
      <button
        type="button"
        className="chip"
        disabled={sending}
        onClick={() => picker.current?.click()}
      >
        {sending ? '图片发送中…' : '发图片'}
      </button>
      <input
        ref={picker}
        type="file"
        accept={acceptedPictures}
        hidden
        aria-label="选择图片"
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <AttachSheet open={choosing} onChoose={onAttach} onClose={() => choose(false)} />
    </div>
  )
}

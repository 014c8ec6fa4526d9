import {
  attachedKinds,
  TICKET_TEXT_MAX,
  ticketTopics,
  type AttachedKind,
  type TicketTopic,
} from '@tianping/contract/tickets/facts'
import { ticketRules } from '@tianping/contract/tickets/rules'
import { useRef, useState } from 'react'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { AttachSheet } from '../../app/tickets/AttachSheet.tsx'
import { acceptedPictures } from '../../app/tickets/sendPicture.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { SelectField, TextArea } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { ButtonRow, List, Row } from '../../ui/List.tsx'
import { advice } from './advice.ts'
import { useBegin } from './useBegin.ts'
import css from './ticketNew.module.css'

const topics = Object.entries(ticketTopics).map(([key, label]) => ({ key, label }))
const isTopic = (topic: string): topic is TicketTopic => Object.hasOwn(ticketTopics, topic)
const isKind = (kind: string): kind is AttachedKind => Object.hasOwn(attachedKinds, kind)
const empty = { topic: '', content: '', attached_kind: '', attached_no: '' }

/** A new conversation: what it is about, in words, with a picture and an order if need be. */
export default function TicketNewPage() {
  const asked = useQueryOf('/ticketNew')
  const [choosing, setChoosing] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  const form = useForm({
    empty: {
      ...empty,
      topic: isTopic(asked.topic) ? asked.topic : '',
      ...(isKind(asked.kind) ? { attached_kind: asked.kind, attached_no: asked.no } : {}),
    },
    clean: values => ({ ...values, content: values.content.trim() }),
    rule: ticketRules,
    draft: { name: 'ticket', typed: ['content'] },
  })
  const begin = useBegin(picture, form.refused, form.clear)
  const topic = form.field('topic')
  const first = isTopic(topic.value) ? advice[topic.value] : undefined
  return (
    <Form form={form} action={begin} className="app--action">
      <main className="page stack">
        <Card className={css.fields}>
          <SelectField
            label="问题类型"
            placeholder="请选择"
            value={topics.find(({ key }) => key === topic.value)?.label}
            error={topic.error}
            onOpen={() => setChoosing(true)}
          />
          {first && (
            <Alert kind="blue">
              {first.text}{' '}
              <a className={css.go} href={first.href}>
                {first.go}
              </a>
            </Alert>
          )}
          <TextArea
            {...form.field('content')}
            label="问题"
            placeholder="请写明时间、金额和经过"
            maxLength={TICKET_TEXT_MAX}
            rows={5}
          />
        </Card>
        <Attachments
          order={form.values}
          onOrder={order => form.set(order)}
          picture={picture}
          onPicture={setPicture}
        />
        <Refusal form={form} />
      </main>
      <Picker
        open={choosing}
        title="问题类型"
        choices={topics}
        value={topic.value}
        onChoose={topic.onChange}
        onClose={() => setChoosing(false)}
      />
      <SubmitBar>发送给客服</SubmitBar>
    </Form>
  )
}

type Order = { attached_kind: string; attached_no: string }
type AttachmentsProps = {
  order: Order
  onOrder: (order: Order) => void
  picture: File | null
  onPicture: (picture: File | null) => void
}

function Attachments({ order, onOrder, picture, onPicture }: AttachmentsProps) {
  const [attaching, attach] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const { attached_kind: kind, attached_no: no } = order
  return (
    <>
      <List label="附件" icons>
        {isKind(kind) ? (
          <Row
            icon="receipt"
            title={attachedKinds[kind]}
            note={no}
            end={
              <IconButton
                icon="trash"
                label="不附订单"
                onClick={() => onOrder({ attached_kind: '', attached_no: '' })}
              />
            }
          />
        ) : (
          <ButtonRow go icon="receipt" title="附上订单或注单" onClick={() => attach(true)} />
        )}
        {picture ? (
          <Row
            icon="scan"
            title="图片"
            note={picture.name}
            end={<IconButton icon="trash" label="不附图片" onClick={() => onPicture(null)} />}
          />
        ) : (
          <ButtonRow go icon="scan" title="附上图片" onClick={() => picker.current?.click()} />
        )}
      </List>
      <input
        ref={picker}
        type="file"
        accept={acceptedPictures}
        hidden
        aria-label="选择图片"
        onChange={event => {
          onPicture(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
      <AttachSheet
        open={attaching}
        onChoose={chosen => onOrder({ attached_kind: chosen.kind, attached_no: chosen.no })}
        onClose={() => attach(false)}
      />
    </>
  )
}

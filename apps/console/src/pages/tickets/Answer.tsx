import { useQueryClient } from '@tanstack/react-query'
import { TICKET_TEXT_MAX, ticketEnds, type TicketEnd } from '@tianping/contract/tickets/facts'
import { Button, Dropdown, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useMessage } from '../../ui/above.ts'
import { showCall, type Ticket } from './ticket.ts'
import css from './tickets.module.css'

const stale = [showCall, 'POST /api/console/tickets/list', 'POST /api/console/counts']

/** An action on the conversation; whatever comes of it, what is shown is asked anew. */
function useTicketAction<T>(act: (given: T) => Promise<unknown>, done: (given: T) => void) {
  const cache = useQueryClient()
  return useAction({
    mutationFn: act,
    meta: { inPlace: true },
    onSuccess: (_answer, given) => done(given),
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
}

/** The next line of staff, for the member or for colleagues, and the end of the conversation. */
export function Answer({ ticket }: { ticket: Ticket }) {
  const { name } = useOperator()
  const { claimed_by } = ticket
  if (claimed_by !== '' && claimed_by !== name)
    return <p className={css.held}>{claimed_by} 正在处理这个会话</p>
  return <Writing ticket={ticket} />
}

function Writing({ ticket }: { ticket: Ticket }) {
  const { ticket_no } = ticket
  const [note, setNote] = useState(false)
  const [text, setText, accept] = useDraft(`tickets/${ticket_no}`)
  const sending = useTicketAction(
    (sent: string) =>
      callOnce('POST /api/console/tickets/reply', { ticket_no, content: sent.trim(), note }),
    accept,
  )
  const lacks = text.trim() === ''
  const send = () => {
    if (!lacks && !sending.isPending) sending.mutate(text)
  }
  return (
    <form
      className={css.answer}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Canned
        canned={ticket.canned}
        onPick={picked => setText(text === '' ? picked : `${text}\n${picked}`)}
      />
      <Input.TextArea
        aria-label={note ? '内部备注' : '回复会员'}
        placeholder={note ? '只有员工能看到' : '会员会在会话中看到，并收到站内信'}
        className={note ? css.noted : undefined}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={TICKET_TEXT_MAX}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      />
      {sending.error && <ActionError error={sending.error} />}
      <div className={css.ways}>
        <Segmented
          options={[
            { value: 'reply', label: '回复' },
            { value: 'note', label: '内部备注' },
          ]}
          value={note ? 'note' : 'reply'}
          onChange={mode => setNote(mode === 'note')}
        />
        <Claim ticket={ticket} />
        <span className={css.push} />
        <End ticket={ticket} />
        <Button type="primary" htmlType="submit" loading={sending.isPending} disabled={lacks}>
          {note ? '添加备注' : '发送'}
        </Button>
      </div>
    </form>
  )
}

/** Takes the conversation, so that no two answer it, and gives it back. */
function Claim({ ticket: { ticket_no, claimed_by } }: { ticket: Ticket }) {
  const message = useMessage()
  const { name } = useOperator()
  const mine = claimed_by === name
  const claiming = useTicketAction(
    () => call('POST /api/console/tickets/claim', { ticket_no, release: mine }),
    () => void message.success(mine ? '已释放' : '已领取，十分钟内由您处理'),
  )
  const press = { loading: claiming.isPending, onClick: () => claiming.mutate(undefined) }
  return (
    <>
      {mine ? (
        // The words stand where 领取 was, so that a double tap gives nothing back.
        <span>
          已由您领取
          <Button size="small" type="link" {...press}>
            释放
          </Button>
        </span>
      ) : (
        <Button icon={<Icon name="hand" size={16} />} {...press}>
          领取
        </Button>
      )}
      {claiming.error && <ActionError error={claiming.error} />}
    </>
  )
}

function End({ ticket: { ticket_no } }: { ticket: Ticket }) {
  const message = useMessage()
  const closing = useTicketAction(
    (end: TicketEnd) => callOnce('POST /api/console/tickets/close', { ticket_no, end }),
    () => void message.success('已结束会话'),
  )
  return (
    <>
      {closing.error && <ActionError error={closing.error} />}
      <Dropdown
        trigger={['click']}
        menu={{
          items: Object.entries(ticketEnds).map(([key, label]) => ({ key, label })),
          onClick: ({ key }) => closing.mutate(key as TicketEnd),
        }}
      >
        <Button loading={closing.isPending}>结束会话</Button>
      </Dropdown>
    </>
  )
}

/** Prepared answers; a pick adds its words, which can still be changed. */
const Canned = ({
  canned,
  onPick,
}: {
  canned: Ticket['canned']
  onPick: (content: string) => void
}) => (
  <div className={css.canned} role="group" aria-label="回复模板">
    {canned.map(({ heading, content }) => (
      <Button key={heading} size="small" shape="round" onClick={() => onPick(content)}>
        {heading}
      </Button>
    ))}
  </div>
)

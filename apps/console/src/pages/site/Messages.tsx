import type { ConsoleRowOf } from '@tianping/contract/console'
import { beijing } from '@tianping/money/day'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { Waits, type Proposal } from '../../parts/settings/Waits.tsx'
import { useMessage } from '../../ui/above.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Suppressions } from './Suppressions.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Drafts } from './letters/Drafts.tsx'
import { Plans } from './letters/Plans.tsx'
import { Write } from './letters/Write.tsx'

const name = 'POST /api/console/messages/list'
const waitingCall = 'POST /api/console/messages/waiting'
type Sending = ConsoleRowOf<typeof name>

const recipientsOf = ({ recipients }: Pick<Sending, 'recipients'>) =>
  recipients === null ? '全部会员' : `${recipients} 名会员`

/** Where the guards left some out. */
const reachedOf = ({ recipients, reached }: Pick<Sending, 'recipients' | 'reached'>) =>
  recipients !== null && reached !== null && reached < recipients ? `，送达 ${reached} 名` : ''

/** `已发给 5 名会员`: a figure is set off from the verb, words are not. */
const verbOn = (verb: string, sent: Pick<Sending, 'recipients'>) =>
  `${verb}${sent.recipients === null ? '' : ' '}${recipientsOf(sent)}`

const columns: Columns<Sending> = [
  { ...columnOf('sent_at'), render: (_, row) => row.sent_at },
  {
    title: '收件人',
    key: 'to',
    render: (_, row) =>
      `${row.segment ? `人群「${row.segment}」` : ''}${recipientsOf(row)}${reachedOf(row)}`,
  },
  { ...columnOf('title'), render: (_, row) => <Long text={row.title} width="30ch" /> },
  {
    title: '发送人',
    key: 'by',
    fields: ['sent_by', 'approved_by'],
    render: (_, row) =>
      row.approved_by ? `${row.sent_by}（${row.approved_by} 批准）` : row.sent_by,
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={row.withdrawn_at ? 'bad' : 'good'}>
        {row.withdrawn_at ? `${row.withdrawn_by} 已撤回` : '已发送'}
      </Status>
    ),
  },
]

/** Messages to one, some or all members, and taking them back. */
export function Messages() {
  const table = useTable(name, {})
  const { may } = useOperator()
  const [withdraw, question] = useWithdrawal()
  const actions: Columns<Sending>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      may('message.send') &&
      !row.withdrawn_at && (
        <Button size="small" danger onClick={() => withdraw(row)}>
          撤回
        </Button>
      ),
  }
  return (
    <>
      {question}
      <Waiting />
      <Plans />
      <Drafts />
      <Card title="站内信" extra={may('message.send') && <Write />} flush>
        <Rows
          table={table}
          columns={[...columns, actions]}
          rowKey={row => row.id}
          label="站内信"
          empty="还没有发送过"
          expandable={{
            expandedRowRender: row => <PhonePreview title={row.title} html={row.content} />,
          }}
        />
      </Card>
      <Suppressions />
    </>
  )
}

/** Messages to many that wait for a second person. */
function Waiting() {
  const waiting = useQuery({
    queryKey: [waitingCall],
    queryFn: ({ signal }) => call(waitingCall, {}, signal),
    refetchInterval: 30_000,
  })
  return (waiting.data ?? []).map(each => (
    <Waits key={each.id} before={null} proposal={each}>
      <Moment proposal={each} />
    </Waits>
  ))
}

/** What becomes of a letter that is planned for a moment. */
function Moment({ proposal: { value } }: { proposal: Proposal }) {
  const { send_at: at = '' } = value as { send_at?: string }
  if (at === '') return null
  return at > beijing(new Date()) ? (
    <Alert type="info" showIcon title={`${at} 前批准则按时发送，未按时批准则不发送`} />
  ) : (
    <Alert
      type="warning"
      showIcon
      title={`计划时间 ${at} 已过，没有发送；请拒绝或撤回后重新提交`}
    />
  )
}

/** Asks, and takes a message out of every inbox it went to. */
function useWithdrawal() {
  const cache = useQueryClient()
  const message = useMessage()
  const [modal, question] = Modal.useModal()
  const withdraw = useAction({
    mutationFn: (id: number) => callOnce('POST /api/console/messages/withdraw', { id }),
    onSuccess: () => void message.success('已撤回'),
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  const ask = (row: Sending) => {
    void modal.confirm({
      title: '撤回站内信',
      content: `${verbOn('将从', row)}的收件箱中移除“${row.title}”，包括已读的。`,
      okText: '确认撤回',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => withdraw.mutate(row.id),
    })
  }
  return [ask, question] as const
}

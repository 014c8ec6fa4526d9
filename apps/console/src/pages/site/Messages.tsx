import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { offerProducts, type OfferProduct } from '@tianping/contract/consents/facts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { go, useAddress } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import {
  LetterCheck,
  ServiceCheck,
  statedFields,
  statedIn,
} from '../../parts/adverts/LetterCheck.tsx'
import { unstated } from '../../parts/adverts/useAdvert.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { staleProposals, Waits } from '../../parts/settings/Waits.tsx'
import { useMessage } from '../../ui/above.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Suppressions } from './Suppressions.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './site.module.css'

const name = 'POST /api/console/messages/list'
const waitingCall = 'POST /api/console/messages/waiting'
const segmentsCall = 'POST /api/console/segments/all'
type Segments = ConsoleGiven<typeof segmentsCall>
type Sending = ConsoleRowOf<typeof name>

/** A letter that was begun for a segment is another one than a letter to anybody. */
const draftOf = (segment: string) => `message/new${segment}`
const initial = {
  audience: 'some',
  segment: '',
  kind: 'offer',
  product: '',
  by: 'inbox',
  members: '',
  title: '',
  content: '<p></p>',
  ...unstated,
}
const isOffer = (values: EditValues) => values['kind'] === 'offer'
const ways = { inbox: [], mail: ['mail'], sms: ['sms'], both: ['mail', 'sms'] } as const
const fieldsOf = (segments: Segments): EditField[] => [
  {
    name: 'audience',
    label: '发给',
    kind: 'choice',
    options: [
      { value: 'some', label: '指定会员' },
      ...(segments.length > 0 ? [{ value: 'segment', label: '人群' }] : []),
      { value: 'all', label: '全部会员' },
    ],
  },
  {
    name: 'segment',
    label: '人群（发送时重新筛选，不含已排除、暂停或停止优惠的会员）',
    kind: 'choice',
    options: segments.map(each => ({ value: String(each.segment_id), label: each.name })),
    when: values => values['audience'] === 'segment',
  },
  {
    name: 'kind',
    label: '性质',
    kind: 'choice',
    options: [
      { value: 'offer', label: '优惠与活动（已暂停或自我排除的会员收不到）' },
      { value: 'service', label: '服务通知' },
    ],
  },
  {
    name: 'product',
    label: '优惠内容（只发给愿意接收的会员）',
    kind: 'choice',
    options: [
      { value: '', label: '全部产品' },
      ...Object.entries(offerProducts).map(([value, label]) => ({ value, label })),
    ],
    when: isOffer,
  },
  {
    name: 'by',
    label: '发送方式',
    kind: 'choice',
    options: [
      { value: 'inbox', label: '站内信' },
      { value: 'mail', label: '站内信与邮件' },
      { value: 'sms', label: '站内信与短信' },
      { value: 'both', label: '站内信、邮件与短信' },
    ],
    when: isOffer,
  },
  {
    name: 'members',
    label: '会员名或会员 ID（空格、逗号或换行分隔，最多 1,000 名）',
    kind: 'long',
    max: 20_000,
    rows: 3,
    when: values => values['audience'] === 'some',
  },
  { name: 'title', label: '标题', kind: 'text', max: 100 },
  { name: 'content', label: '内容', kind: 'rich', max: 2_000 },
  ...statedFields(isOffer),
]

/** Who will get it, counted as the server reads the names. */
function sentenceOf(values: EditValues): string {
  if (values['audience'] === 'all') return '将由另一位同事批准后，发给现有的全部会员'
  if (values['audience'] === 'segment')
    return values['segment'] ? '将由另一位同事批准后，发给届时属于该人群的会员' : '请选择人群'
  const names = new Set(
    String(values['members'])
      .split(/[\s,，;；、]+/)
      .filter(Boolean),
  )
  return names.size === 0 ? '请填写收件会员' : `将发给 ${names.size.toLocaleString('zh-CN')} 名会员`
}

const recipientsOf = ({ recipients }: Pick<Sending, 'recipients'>) =>
  recipients === null ? '全部会员' : `${recipients} 名会员`

/** `已发给 5 名会员`: a figure is set off from the verb, words are not. */
const verbOn = (verb: string, sent: Pick<Sending, 'recipients'>) =>
  `${verb}${sent.recipients === null ? '' : ' '}${recipientsOf(sent)}`

const columns: Columns<Sending> = [
  { ...columnOf('sent_at'), render: (_, row) => row.sent_at },
  {
    title: '收件人',
    key: 'to',
    render: (_, row) =>
      row.segment ? `人群「${row.segment}」${recipientsOf(row)}` : recipientsOf(row),
  },
  { ...columnOf('title'), render: (_, row) => <Long text={row.title} width="30ch" /> },
  {
    title: '发送人',
    key: 'by',
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

/** The letter on a phone, and what speaks against an offer. */
function Preview({ values }: { values: EditValues }) {
  const letter = { title: String(values['title']), html: String(values['content']) }
  return (
    <div className={css.preview}>
      <PhonePreview {...letter} />
      {isOffer(values) ? <LetterCheck values={values} {...letter} /> : <ServiceCheck {...letter} />}
    </div>
  )
}

/** Messages to many that wait for a second person. */
function Waiting() {
  const waiting = useQuery({
    queryKey: [waitingCall],
    queryFn: ({ signal }) => call(waitingCall, {}, signal),
    refetchInterval: 30_000,
  })
  return (waiting.data ?? []).map(each => <Waits key={each.id} before={null} proposal={each} />)
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

function useSending(draft: string, onSent: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/messages/send', {
        audience: v['audience'] as 'all' | 'some' | 'segment',
        segment_id: Number(v['segment']),
        kind: isOffer(v) ? 'offer' : 'service',
        product: isOffer(v) ? (String(v['product']) as OfferProduct | '') : '',
        channels: isOffer(v) ? [...ways[String(v['by']) as keyof typeof ways]] : [],
        members: String(v['members']),
        title: String(v['title']),
        content: String(v['content']),
        advert: isOffer(v) ? statedIn(v) : undefined,
      }),
    meta: { inPlace: true },
    onSuccess: sent => {
      writeDraft(draft, '')
      onSent()
      void message.success(sent.waits ? '已提交，等待另一位同事审批' : verbOn('已发给', sent))
    },
    onSettled: () => staleProposals(cache),
  })
}

/** A new message, kept as a draft until it is sent. */
function Write() {
  const { path, search } = useAddress()
  const segment = new URLSearchParams(search).get('segment') ?? ''
  const [writing, write] = useState(segment !== '')
  const segments = useQuery({
    queryKey: [segmentsCall],
    queryFn: ({ signal }) => call(segmentsCall, {}, signal),
  })
  const close = () => {
    write(false)
    if (segment) go(`${path}?tab=messages`, true)
  }
  const send = useSending(draftOf(segment), close)
  const start = () => {
    send.reset()
    write(true)
  }
  return (
    <>
      <Button type="primary" onClick={start}>
        写站内信
      </Button>
      {writing && (
        <EditDialog
          title="写站内信"
          draft={draftOf(segment)}
          fields={fieldsOf(segments.data ?? [])}
          initial={segment ? { ...initial, audience: 'segment', segment } : initial}
          sentence={sentenceOf}
          preview={v => <Preview values={v} />}
          confirm="确认发送"
          busy={send.isPending}
          error={send.error}
          onSave={send.mutate}
          onClose={close}
        />
      )}
    </>
  )
}

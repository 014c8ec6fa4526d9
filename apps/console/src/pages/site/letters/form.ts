import type { ConsoleGiven, ConsoleSent } from '@tianping/contract/console'
import { offerProducts, type OfferProduct } from '@tianping/contract/consents/facts'
import { statedFields, statedIn } from '../../../parts/adverts/OfferChecks.tsx'
import { unstated } from '../../../parts/adverts/useAdvert.ts'
import type { EditField, EditValues } from '../../../parts/dialogs/EditDialog.tsx'
import { counted } from '../../../ui/values/counted.ts'

export const segmentsCall = 'POST /api/console/segments/all'
type Segments = ConsoleGiven<typeof segmentsCall>
export const draftsCall = 'POST /api/console/letters/drafts'
export type Draft = ConsoleGiven<typeof draftsCall>[number]

/** The column of whom a draft or a planned letter is for. */
export const goesTo = {
  title: '发给',
  cell: ({ audience, segment }: Pick<Draft, 'audience' | 'segment'>) =>
    audience === 'all' ? '全部会员' : `人群「${segment}」`,
}

/** A letter that was begun for a segment is another one than a letter to anybody. */
export const draftOf = (segment: string) => `message/new${segment}`
export const initial = {
  audience: 'some',
  segment: '',
  kind: 'offer',
  product: '',
  by: 'inbox',
  members: '',
  title: '',
  content: '<p></p>',
  send_at: '',
  ...unstated,
}
export const isOffer = (values: EditValues) => values['kind'] === 'offer'
/** Only letters to many are drafts of all and have a moment: neither names a member. */
export const goesToMany = (values: EditValues) => values['audience'] !== 'some'
export const ways = { inbox: [], mail: ['mail'], sms: ['sms'], both: ['mail', 'sms'] } as const
export const fieldsOf = (segments: Segments): EditField[] => [
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
  {
    name: 'send_at',
    label: '发送时间（北京时间，留空为批准后立即发送）',
    kind: 'moment',
    when: goesToMany,
  },
  ...statedFields(isOffer),
]

/** Who will get it, counted as the server reads the names. */
export function sentenceOf(values: EditValues): string {
  const at = String(values['send_at'] ?? '').slice(0, 16)
  const everybody = at ? '届时的全部会员' : '现有的全部会员'
  const whom = values['audience'] === 'all' ? everybody : '届时属于该人群的会员'
  if (values['audience'] === 'segment' && !values['segment']) return '请选择人群'
  if (goesToMany(values))
    return at
      ? `另一位同事在 ${at} 前批准，则于该时间发给${whom}；未按时批准则不发送`
      : `将由另一位同事批准后，发给${whom}`
  const names = new Set(
    String(values['members'])
      .split(/[\s,，;；、]+/)
      .filter(Boolean),
  )
  return names.size === 0 ? '请填写收件会员' : `将发给 ${counted(names.size)} 名会员`
}

const byOf = ({ channels }: Draft) => {
  if (channels.length === 2) return 'both'
  return channels[0] ?? 'inbox'
}

/** A draft as the form shows it. */
export const valuesOf = (draft: Draft): EditValues => ({
  ...initial,
  audience: draft.audience,
  segment: draft.segment_id > 0 ? String(draft.segment_id) : '',
  kind: draft.kind,
  product: draft.product,
  by: byOf(draft),
  title: draft.title,
  content: draft.content,
  send_at: draft.send_at,
})

/** What the form says of a letter to many, submitted or kept. */
const letterIn = (v: EditValues) => ({
  segment_id: Number(v['segment']),
  kind: isOffer(v) ? ('offer' as const) : ('service' as const),
  product: isOffer(v) ? (String(v['product']) as OfferProduct | '') : '',
  channels: isOffer(v) ? [...ways[String(v['by']) as keyof typeof ways]] : [],
  title: String(v['title']),
  content: String(v['content']),
  send_at: goesToMany(v) ? String(v['send_at'] ?? '') : '',
})

export const draftIn = (
  v: EditValues,
  draft: Draft | null,
): ConsoleSent<'POST /api/console/letters/save'> => ({
  ...letterIn(v),
  audience: v['audience'] as 'all' | 'segment',
  draft_id: draft?.draft_id ?? 0,
  version: draft?.version ?? 0,
})

export const sentIn = (
  v: EditValues,
  draft: Draft | null,
): ConsoleSent<'POST /api/console/messages/send'> => ({
  ...letterIn(v),
  audience: v['audience'] as 'all' | 'some' | 'segment',
  members: String(v['members']),
  draft_id: draft?.draft_id ?? 0,
  advert: isOffer(v) ? statedIn(v) : undefined,
})

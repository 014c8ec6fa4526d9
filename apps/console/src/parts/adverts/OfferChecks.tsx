import {
  likeOffer,
  namedOffer,
  offerWordsIn,
  offerWordsOf,
  picturesIn,
} from '@tianping/contract/adverts/rules'
import { Alert } from 'antd'
import type { EditField, EditValues } from '../dialogs/EditDialog.tsx'
import { Findings } from './AdvertCheck.tsx'
import { useAdvertRule, useFindings, type Shown, type Stated } from './useAdvert.ts'

/** Why an offer is to go out although something speaks against it. */
export const reasonField: EditField = {
  name: 'reason',
  label: '仍要提交的理由（内容检查有提示时必填）',
  kind: 'text',
  max: 200,
}

type When = (values: EditValues) => boolean
const withWhen = (fields: EditField[], when?: When) =>
  fields.map(field => (when ? { ...field, when } : field))

/** What an operator states of the pictures of an offer. */
export const pictureFields = (when?: When): EditField[] =>
  withWhen(
    [
      { name: 'picture_age', label: '图片标有适龄标志', kind: 'switch' },
      { name: 'picture_minors', label: '图片不吸引未成年人', kind: 'switch' },
    ],
    when,
  )

/** What an operator states of a letter with an offer. */
export const statedFields = (when?: When): EditField[] => [
  ...pictureFields(when),
  ...withWhen([reasonField], when),
]

export const statedIn = (v: EditValues): Stated => ({
  picture_age: v['picture_age'] === 1 ? 1 : 0,
  picture_minors: v['picture_minors'] === 1 ? 1 : 0,
  reason: String(v['reason'] ?? ''),
})

type Props = { values: EditValues; title: string; html: string; label?: string }

/** What speaks against a letter, as the server will look through it. */
export function LetterCheck({ values, title, html, label = '' }: Props) {
  const letter = {
    texts: [
      { field: 'title', label: `${label}标题`, html: title },
      { field: 'content', label: `${label}内容`, html },
    ],
    pictures: picturesIn(html),
    hasTerms: false,
  }
  return <Findings {...useFindings(letter, statedIn(values))} />
}

/** What makes a letter of service read like an offer. */
export function ServiceCheck({ title, html }: { title: string; html: string }) {
  const rule = useAdvertRule()
  const words = rule ? offerWordsIn([title, html], rule.words) : []
  if (words.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={likeOffer(words)}
      description="如为优惠请改选“优惠”。收件人中有不得接收优惠的会员时，须由另一位同事审批。"
    />
  )
}

type TextProps = {
  values: EditValues
  advert: Shown
  /** As an offer it is kept from members who may be offered nothing. */
  kept?: boolean
}

/** What makes a text of the site an offer, and what speaks against it. */
export function TextCheck({ values, advert, kept = false }: TextProps) {
  const rule = useAdvertRule()
  const { mode, findings } = useFindings(advert, statedIn(values))
  const words = rule ? offerWordsOf(advert, rule.words) : []
  const follows = [
    ...(mode === 'off' ? [] : ['按优惠检查']),
    ...(kept ? ['不显示给不得接收优惠的会员'] : []),
  ]
  return (
    <>
      {words.length > 0 && follows.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`文中有优惠用语：${words.join('、')}`}
          description={follows.join('，')}
        />
      )}
      <Findings mode={mode} findings={findings} />
    </>
  )
}

/** What speaks against the name and the note of an offer. */
export function NameCheck({ values }: { values: EditValues }) {
  const offer = namedOffer(String(values['name']), String(values['note']))
  const { mode, findings } = useFindings(offer, statedIn(values))
  return findings.length > 0 && <Findings mode={mode} findings={findings} />
}

import { picturesIn } from '@tianping/contract/adverts/rules'
import type { EditField, EditValues } from '../dialogs/EditDialog.tsx'
import { Findings } from './AdvertCheck.tsx'
import { useFindings, type Stated } from './useAdvert.ts'

/** What an operator states of a letter with an offer. */
export const statedFields = (when?: (values: EditValues) => boolean): EditField[] =>
  [
    { name: 'picture_age', label: '图片标有适龄标志', kind: 'switch' as const },
    { name: 'picture_minors', label: '图片不吸引未成年人', kind: 'switch' as const },
    {
      name: 'reason',
      label: '仍要提交的理由（内容检查有提示时必填）',
      kind: 'text' as const,
      max: 200,
    },
  ].map(field => (when ? { ...field, when } : field))

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

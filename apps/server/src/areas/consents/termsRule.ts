// The texts that members agree to, as what takes two persons: one proposes the next version,
// another's approval publishes it.
import { termsLabels, type TermsKind } from '@tianping/contract/consents/facts'
import { z } from 'zod'
import type { Kept } from '../../kernel/operator/settingForm.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { currentText, insertText, textVersions } from './store/consent.sql.ts'

const termsSchema = z.object({
  heading: z.string().min(1).max(100),
  content: z.string().min(1).max(60_000),
  /** What is new, for members who agreed to an earlier version. */
  news: z.string().max(300).default(''),
})

const ruleOf = (kind: TermsKind): Kept & { group: 'site' } => ({
  key: `terms:${kind}`,
  label: termsLabels[kind],
  group: 'site',
  schema: termsSchema,
  read: async db => {
    const text = await currentText(db, kind)
    if (!text) return { version: 0, value: null }
    const { version, title: heading, content, note: news } = text
    return { version, value: { heading, content, news } }
  },
  versions: async (db, limit) =>
    (await textVersions(db, kind, limit)).map(text => ({
      version: text.version,
      value: { heading: text.title, content: text.content, news: text.note },
      changedBy: text.publishedBy,
      changedAt: text.publishedAt,
      note: text.note,
      proposedBy: '',
    })),
  write: async (tx, value, { name, at }) => {
    const { heading, content, news } = termsSchema.parse(value)
    await insertText(tx, {
      kind,
      title: heading,
      content: safeHtml(content),
      note: news,
      by: name,
      at,
    })
  },
})

export const termsRules = [ruleOf('terms'), ruleOf('privacy')]

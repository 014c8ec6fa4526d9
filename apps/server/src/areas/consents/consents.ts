// The front of what members agree to: all that other areas may import.
import { termsArticle, termsOfArticle, type TermsKind } from '@tianping/contract/consents/facts'
import type { Db, Tx } from '@tianping/database'
import { currentText, currentTexts, insertConsent, insertText } from './store/consent.sql.ts'

export { stopOffers } from './offers.ts'
export { consented } from './store/consent.sql.ts'
export { termsRules } from './termsRule.ts'

/** The text in force that an article's number stands for; undefined for any other article. */
export async function publishedArticle(db: Db, type: number) {
  const kind = termsOfArticle(type)
  const text = kind && (await currentText(db, kind))
  return text && { title: text.title, content: text.content }
}

/** Of each article in whose place members read a published text, that text's version. */
export const publishedVersions = async (db: Db): Promise<Map<number, number>> =>
  new Map((await currentTexts(db)).map(({ kind, version }) => [termsArticle[kind], version]))

/**
 * Keeps what a new member agreed to. Only versions that were published count; a client that sends
 * none has asked for none.
 */
export async function agreeAtJoining(
  tx: Tx,
  memberId: bigint,
  versions: Readonly<Partial<Record<TermsKind, number | undefined>>>,
): Promise<void> {
  for (const { kind, version } of await currentTexts(tx)) {
    const agreed = versions[kind] ?? 0
    if (agreed > 0 && agreed <= version)
      await insertConsent(tx, { memberId, kind, version: agreed })
  }
}

/** Publishes the first version of a text of a new site. */
export const seedTerms = async (
  tx: Db,
  articles: readonly { type: number; title: string; content: string }[],
  at: Date,
) => {
  for (const { type, title, content } of articles) {
    const kind = termsOfArticle(type)
    if (kind) await insertText(tx, { kind, title, content, note: '', by: 'system', at })
  }
}

import { termsLabels, type ConsentKind, type TermsKind } from '@tianping/contract/consents/facts'
import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { attempt } from '../../kernel/http/throttle.ts'
import {
  consentsOf,
  currentText,
  currentTexts,
  dueTexts,
  insertConsent,
  withdrawConsent,
  type TermsText,
} from './store/consent.sql.ts'

/** Each choice makes a row that stays. */
const choicesByMember = { attempts: 60, windowMs: 3_600_000 }

const isTerms = (kind: ConsentKind): kind is TermsKind => Object.hasOwn(termsLabels, kind)

const shown = ({ kind, version, title, note, publishedAt }: TermsText) => ({
  kind,
  version,
  title,
  note,
  published_at: beijing(publishedAt),
})

export const consentHandlers = {
  'POST /api/consents/current': async ({ db }) => ({
    data: (await currentTexts(db)).map(shown),
  }),
  'POST /api/consents/show': async ({ db, member: { memberId } }) => {
    const [due, given] = await Promise.all([dueTexts(db, memberId), consentsOf(db, memberId)])
    return {
      data: {
        due: due.map(shown),
        given: given.map(({ kind, version, givenAt, withdrawnAt }) => ({
          kind,
          version,
          given_at: beijing(givenAt),
          withdrawn_at: withdrawnAt ? beijing(withdrawnAt) : '',
        })),
      },
    }
  },
  'POST /api/consents/give': async ({ db, clock, body, member: { memberId } }) => {
    const { kind } = body
    await attempt(db, `consent:${memberId}`, choicesByMember, clock.now())
    const version = isTerms(kind) ? ((await currentText(db, kind))?.version ?? 0) : 0
    if (body.version !== version) throw new Refusal(say('consent.outdated', { version }))
    await insertConsent(db, { memberId, kind, version })
    return { message: '已同意', data: null }
  },
  'POST /api/consents/withdraw': async ({ db, clock, body: { kind }, member: { memberId } }) => {
    if (isTerms(kind)) throw new Refusal(say('consent.needed_for_account'))
    await attempt(db, `consent:${memberId}`, choicesByMember, clock.now())
    if ((await withdrawConsent(db, memberId, kind)) === 0) throw new Refusal(say('consent.none'))
    return { message: '已撤回', data: null }
  },
} satisfies Handlers

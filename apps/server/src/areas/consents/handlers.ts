import { termsLabels, type ConsentKind, type TermsKind } from '@tianping/contract/consents/facts'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { attempt } from '../../kernel/http/throttle.ts'
import { unaskedOffers } from '../protection/protection.ts'
import { chooseOffer, chooseOffers, stopOffers } from './offers.ts'
import { offersOf } from './store/offer.sql.ts'
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
    const [due, given, offers] = await Promise.all([
      dueTexts(db, memberId),
      consentsOf(db, memberId),
      offersOf(db, memberId, await unaskedOffers(db, 'inbox')),
    ])
    return {
      data: {
        due: due.map(shown),
        given: given.map(({ kind, version, givenAt, withdrawnAt }) => ({
          kind,
          version,
          given_at: beijing(givenAt),
          withdrawn_at: withdrawnAt ? beijing(withdrawnAt) : '',
        })),
        offers,
      },
    }
  },
  'POST /api/consents/give': async ({ db, clock, body, member: { memberId } }) => {
    const { kind } = body
    await attempt(db, `consent:${memberId}`, choicesByMember, clock.now())
    const version = isTerms(kind) ? ((await currentText(db, kind))?.version ?? 0) : 0
    if (body.version !== version) throw new Refusal(say('consent.outdated', { version }))
    await transaction(db, async tx => {
      await insertConsent(tx, { memberId, kind, version })
      if (kind === 'marketing') await chooseOffers(tx, { memberId, wanted: true, at: clock.now() })
    })
    return { message: '已同意', data: null }
  },
  'POST /api/consents/withdraw': async ({ db, clock, body: { kind }, member: { memberId } }) => {
    if (isTerms(kind)) throw new Refusal(say('consent.needed_for_account'))
    await attempt(db, `consent:${memberId}`, choicesByMember, clock.now())
    await transaction(db, async tx => {
      if ((await withdrawConsent(tx, memberId, kind)) === 0) throw new Refusal(say('consent.none'))
      if (kind === 'marketing') await chooseOffers(tx, { memberId, wanted: false, at: clock.now() })
    })
    return { message: '已撤回', data: null }
  },
  'POST /api/consents/offer': async ({ db, clock, body, member: { memberId } }) => {
    const at = clock.now()
    await attempt(db, `consent:${memberId}`, choicesByMember, at)
    const { product, channel, on } = body
    await chooseOffer(db, { memberId, product, channel, wanted: on === 1, source: 'member', at })
    return { message: on === 1 ? '已开启' : '已关闭', data: null }
  },
  'POST /api/consents/offers/stop': async ({ db, clock, member: { memberId } }) => {
    const at = clock.now()
    await transaction(db, tx => stopOffers(tx, { memberId, source: 'member', at }))
    return { message: '已全部关闭', data: null }
  },
} satisfies Handlers

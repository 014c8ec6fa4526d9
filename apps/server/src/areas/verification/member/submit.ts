import type { AgeBounds } from '@tianping/contract/account/facts'
import { isOfAge } from '@tianping/contract/account/rules'
import { say } from '@tianping/contract/refusals'
import {
  asksIdentity,
  LAST_TIER,
  documentKinds,
  documentsFor,
  verificationState,
} from '@tianping/contract/verification/facts'
import {
  birthdayIn,
  plainPaperNumber,
  verificationRules,
} from '@tianping/contract/verification/rules'
import { transaction, type Tx } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { ageBounds } from '../../profiles/profiles.ts'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Context, Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { digestsOf, sealStated, type Stated } from '../sealing.ts'
import { verificationSetting } from '../setting.ts'
import { insertConsents, openCase, submitCase, type Case } from '../store/case.sql.ts'
import { documentsOf } from '../store/document.sql.ts'
import { lockStanding } from '../store/tier.sql.ts'
import { consentsFor } from './status.ts'

const submitsByMember = { attempts: 20, windowMs: 3_600_000 }

type Submitting = Context<'POST /api/verification/submit'>
type Body = Submitting['body']

async function submittable(tx: Tx, memberId: bigint): Promise<Case> {
  await lockStanding(tx, memberId)
  const open = await openCase(tx, memberId)
  if (open?.state === verificationState.waiting) throw new Refusal(say('verification.in_review'))
  if (!open) throw new Refusal(say('verification.nothing_collected'))
  return open
}

async function refuseIncomplete(tx: Tx, found: Case, { paper }: Body) {
  const kinds = new Set((await documentsOf(tx, found.caseId)).map(({ kind }) => kind))
  const missing = documentsFor(found, paper).find(kind => !kinds.has(kind))
  if (missing)
    throw new Refusal(say('verification.document_missing', { document: documentKinds[missing] }), {
      field: missing,
    })
}

/** What the case asks for; the rest of what was sent is dropped. */
function statedIn(found: Case, body: Body): Stated {
  const asked = asksIdentity(found)
  const number = asked ? plainPaperNumber(body.number) : ''
  const birthday = body.paper === 'id_card' ? birthdayIn(number) : body.birthday
  return {
    name: asked ? body.name : '',
    number,
    birthday: asked ? birthday : '',
    expires: asked ? body.expires : '',
    address: found.tier > 1 ? body.address : '',
  }
}

/** Of the account, for the second tier alone. */
const accountIn = ({ tier }: Case, { purpose, expected, funds }: Body) =>
  tier === LAST_TIER
    ? { purpose, expected, funds }
    : ({ purpose: '', expected: '', funds: '' } as const)

function refuseYoung({ birthday }: Stated, bounds: AgeBounds, today: string) {
  if (birthday !== '' && !isOfAge(birthday, today, bounds))
    throw new Refusal(say('verification.under_age', { age: bounds.min_age }), { field: 'birthday' })
}

/** Hands the case in: from here on it is a person's or the provider's to decide. */
export const submit: Handler<'POST /api/verification/submit'> = async context => {
  const { db, clock, settings, body } = context
  const { memberId } = context.member
  const now = clock.now()
  const today = beijingDay(now)
  await attempt(db, `verification submit:${memberId}`, submitsByMember, now)
  const setting = await verificationSetting(db)
  const bounds = await ageBounds(db)
  await transaction(db, async tx => {
    const found = await submittable(tx, memberId)
    const consents = consentsFor(context, setting, found.tier)
    const consented = consents.every(kind => body.consents.includes(kind))
    refuseIf(verificationRules({ ...body, consented }, found, today))
    const stated = statedIn(found, body)
    refuseYoung(stated, bounds, today)
    await refuseIncomplete(tx, found, body)
    const keys = settings.documentKey
    await submitCase(tx, {
      caseId: found.caseId,
      paper: body.paper,
      statedSealed: sealStated(keys, memberId, stated),
      numberDigest: stated.number === '' ? null : digestsOf(keys, stated.number)[0],
      ...accountIn(found, body),
      waitsFor: setting.byProvider && settings.identity ? 'provider' : 'person',
    })
    await insertConsents(tx, found.caseId, consents)
  })
  return { message: `已提交，${setting.answerHours}小时内审核`, data: null }
}

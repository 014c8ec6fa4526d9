// What a member stated beside what the account has, field by field, with the differences marked.
import type { ConsoleGiven } from '@tianping/contract/console'
import { sameHolder } from '@tianping/contract/holder'
import { asksIdentity, LAST_TIER, type Comparison } from '@tianping/contract/verification/facts'
import { isIdNumber } from '@tianping/contract/verification/rules'
import type { ConsoleContext } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { auditedSince } from '../../../kernel/operator/audit.sql.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import type { Member } from '../../account/account.ts'
import type { Stated } from '../sealing.ts'
import type { Case } from '../store/case.sql.ts'

type Field = ConsoleGiven<'POST /api/console/verifications/show'>['fields'][number]
type Beside = {
  stated: Stated
  member: Pick<Member, 'realname' | 'birthday'>
  today: string
  full: boolean
}

/** A look lasts so long before it is written down again. */
const LOOK_MS = 10 * 60_000

/** Writes down that somebody sees names and numbers whole. */
export async function looksWhole(
  { db, clock, operator, caller }: ConsoleContext<'POST /api/console/verifications/show'>,
  { caseId, memberId }: Case,
) {
  const [action, subject] = ['verification.look', `verification:${caseId}`]
  const now = clock.now()
  const since = new Date(now.getTime() - LOOK_MS)
  if (await auditedSince(db, { operator: operator.name, action, subject, since })) return
  const by = { operator, address: caller.address }
  await audit(db, now, by, { action, subject, after: { member: memberId } })
}

const masked = (text: string) => (text === '' ? '' : `${text.slice(0, 4)}****${text.slice(-2)}`)

function birthdayCompared(stated: string, stored: string): Comparison {
  if (stored === '') return 'new'
  return stated === stored ? 'same' : 'differs'
}

/** What only a reviewer sees whole. */
const shownTo = (full: boolean, hide: (text: string) => string) =>
  full ? (text: string) => text : hide

function numberCompared({ paper }: Case, number: string): Comparison {
  return paper === 'passport' || isIdNumber(number) ? 'new' : 'invalid'
}

const ended = (expires: string, today: string) => expires !== '' && expires < today

function identityFields(found: Case, { stated, member, today, full }: Beside): Field[] {
  const birthday = member.birthday ?? ''
  const [name, text] = [shownTo(full, maskedName), shownTo(full, masked)]
  return [
    {
      field: 'name',
      stated: name(stated.name),
      stored: name(member.realname),
      comparison: sameHolder(stated.name, member.realname) ? 'same' : 'differs',
    },
    {
      field: 'number',
      stated: text(stated.number),
      stored: '',
      comparison: numberCompared(found, stated.number),
    },
    {
      field: 'birthday',
      stated: text(stated.birthday),
      stored: text(birthday),
      comparison: birthdayCompared(stated.birthday, birthday),
    },
    {
      field: 'expires',
      stated: stated.expires,
      stored: '',
      comparison: ended(stated.expires, today) ? 'invalid' : 'new',
    },
  ]
}

export const fieldsOf = (found: Case, beside: Beside): Field[] => [
  ...(asksIdentity(found) ? identityFields(found, beside) : []),
  ...(found.tier === LAST_TIER
    ? [
        {
          field: 'address' as const,
          stated: beside.full ? beside.stated.address : masked(beside.stated.address),
          stored: '',
          comparison: 'new' as const,
        },
      ]
    : []),
]

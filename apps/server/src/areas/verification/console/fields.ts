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

const identityFields = ({ paper }: Case, { stated, member, today, full }: Beside): Field[] => {
  const birthday = member.birthday ?? ''
  const valid = paper === 'passport' || isIdNumber(stated.number)
  return [
    {
      field: 'name',
      stated: full ? stated.name : maskedName(stated.name),
      stored: full ? member.realname : maskedName(member.realname),
      comparison: sameHolder(stated.name, member.realname) ? 'same' : 'differs',
    },
    {
      field: 'number',
      stated: full ? stated.number : masked(stated.number),
      stored: '',
      comparison: valid ? 'new' : 'invalid',
    },
    {
      field: 'birthday',
      stated: full ? stated.birthday : masked(stated.birthday),
      stored: full ? birthday : masked(birthday),
      comparison: birthdayCompared(stated.birthday, birthday),
    },
    {
      field: 'expires',
      stated: stated.expires,
      stored: '',
      comparison: stated.expires !== '' && stated.expires < today ? 'invalid' : 'new',
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

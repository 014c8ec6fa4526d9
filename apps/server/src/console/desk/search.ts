import { formatFen } from '@tianping/money'
import type { ConsoleGiven, Permission } from '@tianping/contract/console'
import { everyState, nameOf, reviewLabels, reviewState } from '@tianping/contract/facts'
import type { LookupKind } from '@tianping/contract/security/facts'
import { betLabels, betStatus } from '@tianping/contract/records/facts'
import { transferLabels, transferState } from '@tianping/contract/venues/facts'
import { beijing } from '@tianping/money/day'
import type { ConsoleContext, ConsoleHandlers } from '../../kernel/http/services.ts'
import { attempt, type Limit } from '../../kernel/http/throttle.ts'
import { numberDigests, plainNumber, type SealingKeys } from '../../kernel/cardNumber.ts'
import { lookedUp } from '../../kernel/operator/lookup.ts'
import { contactDigests, contactKeys, openContact } from '../../kernel/sealedContact.ts'
import { maskedMobile, maskedName } from '../../kernel/operator/mask.ts'
import {
  findBets,
  findDeposits,
  findMembers,
  findTransfers,
  findWithdrawals,
  type FoundBet,
  type FoundMember,
  type FoundOrder,
  type FoundTransfer,
} from './search.sql.ts'

/**
 * Searching is how one would try numbers at leisure: this many in ten minutes are more than work
 * asks for.
 */
const byOperator: Limit = { attempts: 600, windowMs: 600_000 }
const LEAST = 2

type Found = ConsoleGiven<'POST /api/console/search'>['found'][number]

const labelIn = <Name extends string>(
  states: Readonly<Record<Name, number>>,
  labels: Readonly<Record<Name, string>>,
  state: number,
) => {
  const name = nameOf(states, state)
  return name === undefined ? '' : labels[name]
}
const orderNote = (each: FoundOrder, state: string, ...more: string[]) =>
  [each.name, `¥${formatFen(each.amountFen)}`, ...more, state, beijing(each.at)].join(' · ')
const memberNote = (each: FoundMember, mobile: string) =>
  [
    `ID ${each.memberId}`,
    maskedName(each.realname),
    maskedMobile(mobile),
    `VIP${each.vip}`,
    each.state === 'locked' ? '已锁定' : '',
    `匹配${each.why}`,
  ]
    .filter(part => part !== '')
    .join(' · ')

type Finding = ConsoleContext<'POST /api/console/search'>

const orderOf =
  (kind: 'deposit' | 'withdrawal') =>
  (each: FoundOrder): Found => ({
    kind,
    title: each.no,
    note: orderNote(each, labelIn(reviewState, reviewLabels, each.state)),
    member_id: Number(each.memberId),
    state: each.state,
  })
const memberOf =
  (keys: SealingKeys) =>
  (each: FoundMember): Found => ({
    kind: 'member',
    title: each.name,
    note: memberNote(each, openContact(keys, each.memberId, each.mobile)),
    member_id: Number(each.memberId),
    state: everyState,
  })
const transferOf = (each: FoundTransfer): Found => ({
  kind: 'transfer',
  title: each.no,
  note: orderNote(
    each,
    labelIn(transferState, transferLabels, each.state),
    each.venue,
    each.direction === 'IN' ? '转入' : '转出',
  ),
  member_id: Number(each.memberId),
  state: each.state,
})
const betOf = (each: FoundBet): Found => ({
  kind: 'bet',
  title: each.no,
  note: orderNote(each, labelIn(betStatus, betLabels, each.state), each.venue),
  member_id: Number(each.memberId),
  state: each.state,
})

/** Everything of the kinds that the operator may see. */
async function find({ db, settings, operator, body }: Finding, kind: LookupKind | null) {
  const text = body.q
  const number = plainNumber(text)
  const contacts = contactKeys(settings)
  const of = async <T>(
    permission: Permission,
    search: () => Promise<T[]>,
    shown: (each: T) => Found,
  ): Promise<Found[]> =>
    operator.permissions.includes(permission) ? (await search()).map(shown) : []
  const found = await Promise.all([
    of(
      'member.read',
      () =>
        findMembers(db, {
          kind,
          text,
          number,
          id: /^\d{1,15}$/.test(text) ? BigInt(text) : 0n,
          digests: {
            account: numberDigests(settings.cardKey, number),
            mobile: contactDigests(contacts, 'sms', number),
            email: contactDigests(contacts, 'mail', text),
          },
        }),
      memberOf(contacts),
    ),
    of('deposit.read', () => findDeposits(db, text.toUpperCase()), orderOf('deposit')),
    of('withdrawal.read', () => findWithdrawals(db, text.toUpperCase()), orderOf('withdrawal')),
    of('venue.read', () => findTransfers(db, text), transferOf),
    of('bet.read', () => findBets(db, text), betOf),
  ])
  return found.flat()
}

export const searchHandlers = {
  'POST /api/console/search': async context => {
    const { db, clock, operator, body } = context
    if (body.q.length < LEAST) return { data: { found: [] } }
    await attempt(db, `console:search:${operator.operatorId}`, byOperator, clock.now())
    const found = await lookedUp(context, body.q, async kind => {
      const all = await find(context, kind)
      return { found: all, hit: all.length > 0 }
    })
    return { data: { found } }
  },
} satisfies ConsoleHandlers

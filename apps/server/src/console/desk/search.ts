import { formatFen } from '@tianping/money'
import type { Permission } from '@tianping/contract/console'
import { everyState, nameOf, reviewLabels, reviewState } from '@tianping/contract/facts'
import { betLabels, betStatus } from '@tianping/contract/records/facts'
import { transferLabels, transferState } from '@tianping/contract/venues/facts'
import { beijing } from '@tianping/money/day'
import { isIP } from 'node:net'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { attempt, type Limit } from '../../kernel/http/throttle.ts'
import { numberDigests, plainNumber } from '../../kernel/cardNumber.ts'
import { maskedMobile, maskedName } from '../../kernel/operator/mask.ts'
import {
  findBets,
  findDeposits,
  findMembers,
  findTransfers,
  findWithdrawals,
  type FoundMember,
  type FoundOrder,
} from './search.sql.ts'

/**
 * Searching is how one would try numbers at leisure: this many in ten minutes are more than work
 * asks for.
 */
const byOperator: Limit = { attempts: 600, windowMs: 600_000 }
const LEAST = 2

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
const memberNote = (each: FoundMember) =>
  [
    `ID ${each.memberId}`,
    maskedName(each.realname),
    maskedMobile(each.mobile),
    `VIP${each.vip}`,
    each.state === 'locked' ? '已锁定' : '',
    `匹配${each.why}`,
  ]
    .filter(part => part !== '')
    .join(' · ')

export const searchHandlers = {
  'POST /api/console/search': async ({ db, clock, settings, operator, body }) => {
    const text = body.q
    if (text.length < LEAST) return { data: { found: [] } }
    await attempt(db, `console:search:${operator.operatorId}`, byOperator, clock.now())
    const number = plainNumber(text)
    const of = async <T>(permission: Permission, find: () => Promise<T[]>): Promise<T[]> =>
      operator.permissions.includes(permission) ? find() : []
    const [members, deposits, withdrawals, transfers, bets] = await Promise.all([
      of('member.read', () =>
        findMembers(db, {
          text,
          id: /^\d{1,15}$/.test(text) ? BigInt(text) : 0n,
          tail: [...number].length === 4 ? number : '',
          digests: numberDigests(settings.cardKey, number),
          address: isIP(text) ? text : '',
        }),
      ),
      of('deposit.read', () => findDeposits(db, text.toUpperCase())),
      of('withdrawal.read', () => findWithdrawals(db, text.toUpperCase())),
      of('venue.read', () => findTransfers(db, text)),
      of('bet.read', () => findBets(db, text)),
    ])
    const order = (kind: 'deposit' | 'withdrawal') => (each: FoundOrder) => ({
      kind,
      title: each.no,
      note: orderNote(each, labelIn(reviewState, reviewLabels, each.state)),
      member_id: Number(each.memberId),
      state: each.state,
    })
    return {
      data: {
        found: [
          ...members.map(each => ({
            kind: 'member' as const,
            title: each.name,
            note: memberNote(each),
            member_id: Number(each.memberId),
            state: everyState,
          })),
          ...deposits.map(order('deposit')),
          ...withdrawals.map(order('withdrawal')),
          ...transfers.map(each => ({
            kind: 'transfer' as const,
            title: each.no,
            note: orderNote(
              each,
              labelIn(transferState, transferLabels, each.state),
              each.venue,
              each.direction === 'IN' ? '转入' : '转出',
            ),
            member_id: Number(each.memberId),
            state: each.state,
          })),
          ...bets.map(each => ({
            kind: 'bet' as const,
            title: each.no,
            note: orderNote(each, labelIn(betStatus, betLabels, each.state), each.venue),
            member_id: Number(each.memberId),
            state: each.state,
          })),
        ],
      },
    }
  },
} satisfies ConsoleHandlers

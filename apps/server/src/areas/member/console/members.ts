import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { cardKind } from '@tianping/contract/cards/facts'
import type { ConsolePayload } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { balances, worthOf, type Worth } from '../../../ledger/ledger.ts'
import { requirementsOf, type Requirement } from '../../../ledger/wagering.ts'
import { boundCards } from '../../cards/cards.ts'
import { maskedNumber, openNumber } from '../../../kernel/cardNumber.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import {
  figuresOf,
  memberRow,
  memberRows,
  memberSessions,
  type MemberRow,
} from '../../risk/risk.ts'
import { closedOf } from '../../closing/closing.ts'
import { weightsShown } from '../../wagering/wagering.ts'
import { tagsOf, type MemberTag } from '../../tags/tags.ts'
import { cardSharing } from '../store/memberParts.sql.ts'
import { contactKeys, openContacts } from '../../../kernel/sealedContact.ts'
import { lookedUp } from '../../../kernel/operator/lookup.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { maskedEmail, maskedMobile, maskedName } from '../../../kernel/operator/mask.ts'
import { at } from '../../../kernel/present.ts'

const MAX_SESSIONS = 20

/** Members with what they have, looked up for all of them at once. */
export async function withWorth(db: Db, members: MemberRow[]): Promise<(MemberRow & Worth)[]> {
  const worth = await worthOf(
    db,
    members.map(each => each.memberId),
  )
  return members.map(each => ({
    ...each,
    ...(worth.get(each.memberId) ?? { cashFen: 0n, venuesFen: 0n }),
  }))
}

export function listedOf(member: MemberRow & Worth) {
  return {
    id: Number(member.memberId),
    username: member.name,
    realname: maskedName(member.realname),
    vip: member.vip,
    state: member.state,
    joined_at: beijing(member.createdAt),
    last_login_at: member.lastLoginAt ? beijing(member.lastLoginAt) : '',
    cash: yuanOf(member.cashFen),
    venues: yuanOf(member.venuesFen),
    tags: member.tags,
  }
}

async function memberOf({ db }: Services, id: number): Promise<MemberRow> {
  const member = id > 0 ? await memberRow(db, BigInt(id)) : undefined
  if (!member) throw new Refusal(say('member.not_found'))
  return member
}

async function venueBalances(services: Services, memberId: bigint) {
  const [held, venues] = await Promise.all([balances(services.db, memberId), services.venues.all()])
  return held.venues.map(each => {
    const venue = venues.find(known => known.venueId === each.venueId)
    return {
      name: venue?.name ?? `场馆${each.venueId}`,
      platname: venue?.platname ?? '',
      balance: yuanOf(each.postedFen),
      pending: yuanOf(each.postedFen - each.availableFen),
    }
  })
}

const taggedOf = ({ tagId, name, setBy, setAt }: MemberTag) => ({
  tag_id: Number(tagId),
  name,
  set_by: setBy,
  set_at: beijing(setAt),
})

const requirementOf = (each: Requirement) => ({
  source: `${each.source.type}:${each.source.id}`,
  required: yuanOf(each.requiredFen),
  contributed: yuanOf(each.contributedFen),
  state: each.state,
  opened_at: beijing(each.openedAt),
  gift: each.isGift,
  expires_at: each.expiresAt ? beijing(each.expiresAt) : '',
})

type Filters = ConsolePayload<'POST /api/console/members/list'>

const ofAll = /^-?(vip|last_login_at)$/

/**
 * Who joined within a span is read by the index of that. Levels and log-ins have indexes of all
 * members: those whom another column narrows may all lie at its far end.
 */
function pagingFor({ sort, day, from, to, ...body }: Filters) {
  const joined = day + from + to !== ''
  if (ofAll.test(sort) && (joined || body.played || body.tag))
    throw new Refusal(say('list.order_of_all'))
  const chosen = sort === '' && joined ? '-joined_at' : sort
  return pagingOf({ ...body, sort: chosen }, [...ownIds, 'vip'], true)
}

/** Members by a list's filters; a search by a personal value is counted and written down. */
export const searchMembers = (context: Parameters<typeof lookedUp>[0], body: Filters) =>
  lookedUp(context, body.q, async () => {
    const { q, state, played = '', tag = 0 } = body
    const paging = pagingFor(body)
    const keys = contactKeys(context.settings)
    const filter = { q, keys, state, played, tag: BigInt(tag), paging, ...narrowedOf(body) }
    const found = await memberRows(context.db, filter)
    return { found, hit: found.rows.length > 0 || paging.after !== null }
  })

export const memberHandlers = {
  'POST /api/console/members/list': async context => {
    const { db, body } = context
    const found = await searchMembers(context, body)
    const members = await withWorth(db, found.rows)
    return { data: keyedPage(pagingFor(body), found, members.map(listedOf)) }
  },
  'POST /api/console/members/show': async ({ body, ...services }) => {
    const { db, clock, settings } = services
    const member = await memberOf(services, body.id)
    const { memberId } = member
    const contacts = openContacts(contactKeys(settings), member)
    const [
      listed,
      figures,
      venue_balances,
      requirements,
      weights,
      sessions,
      cards,
      sharing,
      closing,
      tagged,
    ] = await Promise.all([
      withWorth(db, [member]),
      figuresOf(services, memberId, member),
      venueBalances(services, memberId),
      requirementsOf(db, memberId),
      weightsShown(db),
      memberSessions(db, memberId, clock.now(), MAX_SESSIONS),
      boundCards(db, memberId),
      cardSharing(db, memberId),
      closedOf(db, memberId),
      tagsOf(db, memberId),
    ])
    return {
      data: {
        ...listedOf(at(listed, 0)),
        mobile: maskedMobile(contacts.mobile),
        email: maskedEmail(contacts.email),
        birthday: member.birthday ?? '',
        invited_by: member.referrer,
        tagged: tagged.map(taggedOf),
        closing_at: closing ? beijing(closing.closingAt) : '',
        closed_at: closing?.closedAt ? beijing(closing.closedAt) : '',
        figures,
        venue_balances,
        requirements: requirements.map(requirementOf),
        weights,
        sessions: sessions.map(each => ({
          mark: each.mark,
          created_at: beijing(each.createdAt),
          last_seen_at: beijing(each.lastSeenAt),
          address: each.address,
          agent: each.agent,
          device: each.device,
          others: each.others,
        })),
        cards: cards.map(card => ({
          id: Number(card.cardId),
          bank: card.bank,
          bank_owner: card.kind === cardKind.usdt ? card.bankOwner : maskedName(card.bankOwner),
          bank_no: maskedNumber(card.numberTail),
          bound_at: beijing(card.boundAt),
          locked: card.locked,
          others: sharing.get(card.cardId) ?? 0,
        })),
      },
    }
  },
  'POST /api/console/members/unmask': async ({ body, operator, caller, ...services }) => {
    const { db, clock, settings } = services
    if (body.remark === '') throw new Refusal(say('desk.look_reason_missing'), { field: 'remark' })
    const member = await memberOf(services, body.id)
    const cards = await boundCards(db, member.memberId)
    // Written down before anything is shown.
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      { action: 'member.unmask', subject: `member:${body.id}`, note: body.remark },
    )
    return {
      data: {
        realname: member.realname,
        ...openContacts(contactKeys(settings), member),
        cards: cards.map(card => ({
          id: Number(card.cardId),
          bank_owner: card.bankOwner,
          bank_no: openNumber(settings.cardKey, member.memberId, card.numberSealed),
        })),
      },
    }
  },
} satisfies ConsoleHandlers

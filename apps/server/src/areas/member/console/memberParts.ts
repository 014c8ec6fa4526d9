import { refusals, say } from '@tianping/contract/refusals'
import { sentenceOf } from '@tianping/contract/say'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { blockNow, limitsOf, sizeOf, type Size } from '../../protection/protection.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { memberRow, type MemberRow } from '../../risk/risk.ts'
import { linkRows } from '../store/links.sql.ts'
import * as rows from '../store/memberParts.sql.ts'

/** The member that an operator names by number. */
export async function memberOf({ db }: Pick<Services, 'db'>, id: number): Promise<MemberRow> {
  const member = id > 0 ? await memberRow(db, BigInt(id)) : undefined
  if (!member) throw new Refusal(say('member.not_found'))
  return member
}
export const memberIdOf = async (...asked: Parameters<typeof memberOf>): Promise<bigint> =>
  (await memberOf(...asked)).memberId

/** How a list of one member's is asked for. */
type Asked = { id: number } & Parameters<typeof pagingOf>[0] & Parameters<typeof narrowedOf>[0]
const listOf = async (
  services: Pick<Services, 'db'>,
  body: Asked,
  ...paging: [fens: readonly string[], ids: boolean | 'uuid']
) => ({
  memberId: await memberIdOf(services, body.id),
  paging: pagingOf(body, ...paging),
  ...narrowedOf(body),
})
const placeOf = (p: Omit<rows.Device, 'device'>) => ({
  address: p.address,
  agent: p.agent,
  first_at: beijing(p.firstAt),
  last_at: beijing(p.lastAt),
  times: p.times,
  others: p.others,
})
const yuanOrNone = (fen: bigint | null) => yuanOf(fen ?? 0n)

export const invitedOf = (m: rows.Invited) => ({
  id: Number(m.memberId),
  username: m.name,
  vip: m.vip,
  state: m.state,
  joined_at: beijing(m.createdAt),
  deposits: yuanOf(m.depositsFen),
  turnover: yuanOf(m.turnoverFen),
  invited: m.invited,
})

/** The tabs of a member's page that are only read. */
export const memberPartHandlers = {
  'POST /api/console/members/promotions': async ({ body, ...services }) => {
    const { db } = services
    const memberId = await memberIdOf(services, body.id)
    const [vip, rebates, draws, applications, totals] = await Promise.all([
      rows.vipRows(db, memberId),
      rows.rebateRows(db, memberId),
      rows.drawRows(db, memberId),
      rows.applicationRowsOf(db, memberId),
      rows.promotionTotals(db, memberId),
    ])
    return {
      data: {
        vip: vip.map(v => ({
          day: v.day,
          kind: v.kind,
          from_vip: v.fromVip,
          to_vip: v.toVip,
          deposit: yuanOrNone(v.depositFen),
          turnover: yuanOrNone(v.turnoverFen),
          window: yuanOrNone(v.windowFen),
          needed: yuanOrNone(v.windowNeededFen),
        })),
        rebates: rebates.map(r => ({
          day: r.day,
          venue: r.venue,
          valid: yuanOf(r.validFen),
          percent: Number(r.percent),
          amount: yuanOf(r.amountFen),
          state: r.state,
        })),
        red_packets: draws.map(d => ({
          draw_id: d.drawId,
          day: d.day,
          amount: yuanOf(d.amountFen),
          counted: yuanOf(d.countedFen),
          claimed_at: beijing(d.claimedAt),
        })),
        applications: applications.map(a => ({
          application_id: a.applicationId,
          title: a.title,
          bonus: yuanOf(a.bonusFen),
          state: a.state,
          applied_at: beijing(a.appliedAt),
          decided_by: a.decidedBy,
        })),
        totals: {
          rebates: yuanOf(totals.rebatesFen),
          red_packets: yuanOf(totals.packetsFen),
          bonuses: yuanOf(totals.bonusesFen),
        },
      },
    }
  },
  'POST /api/console/members/referrals': async ({ body, ...services }) => {
    const asked = await listOf(services, body, [], true)
    return keyedAnswer(asked.paging, await rows.invitedRows(services.db, asked), invitedOf)
  },
  'POST /api/console/members/links': async ({ body, ...services }) => {
    const found = await linkRows(services.db, await memberIdOf(services, body.id))
    return {
      data: found.map(({ kind, what, memberId, name: username, at, more, moreBeyond }) => ({
        kind,
        what,
        member_id: Number(memberId),
        username,
        at: beijing(at),
        more,
        more_beyond: moreBeyond,
      })),
    }
  },
  'POST /api/console/members/devices': async ({ body, ...services }) => {
    const asked = await listOf(services, body, [], false)
    return keyedAnswer(asked.paging, await rows.deviceRows(services.db, asked), d => ({
      device: d.device,
      ...placeOf(d),
    }))
  },
  'POST /api/console/members/places': async ({ body, ...services }) => {
    const asked = await listOf(services, body, [], false)
    return keyedAnswer(asked.paging, await rows.placeRows(services.db, asked), placeOf)
  },
  'POST /api/console/members/notes': async ({ body, ...services }) => {
    const asked = await listOf(services, body, ownIds, true)
    return keyedAnswer(asked.paging, await rows.noteRows(services.db, asked), n => ({
      note_id: Number(n.noteId),
      content: n.content,
      by: n.by,
      at: beijing(n.at),
    }))
  },
  'POST /api/console/members/refusals': async ({ body, ...services }) => {
    const asked = await listOf(services, body, ownIds, true)
    return keyedAnswer(asked.paging, await rows.refusalRows(services.db, asked), r => ({
      at: beijing(r.refusedAt),
      call: r.call,
      reason: r.reason,
      text: sentenceOf(refusals, r.reason, r.given),
      request_id: r.requestId,
    }))
  },
  'POST /api/console/members/limits': async ({ body, ...services }) => {
    const now = services.clock.now()
    const memberId = await memberIdOf(services, body.id)
    const limits = await limitsOf(services.db, memberId, now)
    const block = await blockNow(services.db, memberId, now)
    return {
      data: {
        limits: limits.map(({ kind, own, operator, used }) => {
          const shown = (size: Size) => (size === null ? null : sizeOf(kind, size))
          return {
            kind,
            own: shown(own?.amount ?? null),
            limit: shown(operator?.amount ?? null),
            used: sizeOf(kind, used > 0n ? used : 0n),
            next: operator?.nextFrom
              ? { limit: shown(operator.nextAmount), from: beijing(operator.nextFrom) }
              : null,
            set_by: operator?.setBy ?? '',
            set_at: operator ? beijing(operator.setAt) : '',
          }
        }),
        exclusion: block
          ? {
              kind: block.kind,
              until: block.until ? beijing(block.until) : '',
              reason: block.reason,
              set_by: block.setBy,
              set_at: beijing(block.setAt),
            }
          : null,
      },
    }
  },
  'POST /api/console/members/ledger': async ({ body, ...services }) => {
    const asked = await listOf(services, body, ownIds, 'uuid')
    const [found, venues] = await Promise.all([
      rows.ledgerRows(services.db, { ...asked, code: body.code, q: body.q }),
      services.venues.all(),
    ])
    const nameOf = (venueId: number) =>
      venueId === 0
        ? '中心钱包'
        : (venues.find(venue => venue.venueId === venueId)?.name ?? `场馆${venueId}`)
    return keyedAnswer(asked.paging, found, row => ({
      transaction_id: row.transactionId,
      created_at: beijing(row.createdAt),
      code: row.code,
      phase: row.phase,
      account: nameOf(row.venueId),
      layer: row.layer,
      amount: yuanOf(row.amountFen),
      balance_after: yuanOf(row.balanceAfterFen),
      source_type: row.sourceType,
      source_id: row.sourceId,
      actor: `${row.actorType}:${row.actorId}`,
    }))
  },
} satisfies ConsoleHandlers

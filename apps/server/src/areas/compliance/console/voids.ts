import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { hideGame } from '../../venues/venues.ts'
import { decideVoid, lockVoid, voidRows, type VoidListed } from '../store/void.sql.ts'
import { addIncident } from '../incidents/add.ts'

const rowOf = (r: VoidListed) => ({
  venue_id: r.venueId,
  venue: r.venue,
  round_id: r.roundId,
  game_code: r.gameCode,
  game: r.game,
  shown: r.shown,
  bets: r.bets,
  members: r.members,
  stake: yuanOf(r.stakeFen),
  seen_at: beijing(r.seenAt),
  state: r.state,
  incident_id: Number(r.incidentId ?? 0n),
  decided_by: r.decidedBy,
})

async function lockOpen(tx: Tx, { venue_id, round_id }: { venue_id: number; round_id: string }) {
  const found = existing(await lockVoid(tx, venue_id, round_id), 'compliance.void_not_found')
  if (found.state !== 'open') throw new Refusal(say('compliance.void_done'))
  return found
}
const subjectOf = (r: { venueId: number; roundId: string }) => `round:${r.venueId}:${r.roundId}`

export const voidHandlers = {
  'POST /api/console/voids/list': async ({ db, body }) => {
    const paging = pagingOf(body, [])
    const found = await voidRows(db, { ...narrowedOf(body), state: body.state, paging })
    return keyedAnswer(paging, found, rowOf)
  },
  'POST /api/console/voids/open': async context => {
    const { operator, body } = context
    need(body.remark, 'compliance.remark_missing', 'remark')
    const made = await runAction(context, async (tx, at) => {
      const round = await lockOpen(tx, body)
      const { venueId, roundId, gameCode, bets, members, stakeFen, seenAt } = round
      const by = operator.name
      const hidden = body.close && (await hideGame(tx, venueId, gameCode))
      const incidentId = await addIncident(tx, {
        kind: 'mispay',
        title: `作废局 ${roundId}`.slice(0, 80),
        description: `${gameCode} 的 ${roundId} 局作废，${bets} 注共 ¥${formatFen(stakeFen)}，场馆已退回本金。${body.remark}`,
        measures: hidden ? '已关闭该游戏' : '',
        foundAt: seenAt,
        beganAt: seenAt,
        endedAt: null,
        affected: members,
        highRisk: false,
        memberId: null,
        openedBy: by,
        openedAt: at,
      })
      await decideVoid(tx, { venueId, roundId, state: 'opened', incidentId, by, at })
      return {
        answer: incidentId,
        entry: {
          action: 'void.incident',
          subject: subjectOf(round),
          after: { incident: incidentId, game: gameCode, hidden },
          note: body.remark,
        },
      }
    })
    return { message: '已开立事件', data: { incident_id: Number(made ?? 0n) } }
  },
  'POST /api/console/voids/dismiss': async context => {
    const { operator, body } = context
    need(body.remark, 'compliance.remark_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const round = await lockOpen(tx, body)
      const { venueId, roundId } = round
      const decided = { state: 'dismissed', incidentId: null, by: operator.name, at } as const
      await decideVoid(tx, { venueId, roundId, ...decided })
      return {
        answer: null,
        entry: { action: 'void.dismiss', subject: subjectOf(round), note: body.remark },
      }
    })
    return { message: '已标记为无需处理', data: null }
  },
} satisfies ConsoleHandlers

import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { segmentHas, segmentsWith } from '../segments/segments.ts'
import { detailOf, rowOf } from './detail.ts'
import { enter, isShown } from './enter.ts'
import { askedSegments, entryOf, memberLevel, offeredTo } from './store/entry.sql.ts'
import { tournamentOf, type Tournament } from './store/tournament.sql.ts'

/** Segments that tournaments ask for and that this member belongs to. */
const segmentsOf = async (db: Db, memberId: bigint, now: Date): Promise<bigint[]> => [
  ...(await segmentsWith(db, { segmentIds: await askedSegments(db, now), memberId, now })),
]

/** Whether the list names it to this member: entered, or of its audience. */
async function isFor(
  db: Db,
  { tournament, memberId, now }: { tournament: Tournament; memberId: bigint; now: Date },
): Promise<boolean> {
  const { tournamentId, minVip, segmentId } = tournament
  if (await entryOf(db, tournamentId, memberId)) return true
  if ((await memberLevel(db, memberId)) < minVip) return false
  return segmentId === null || segmentHas(db, { segmentId, memberId, now })
}

export const tournamentHandlers = {
  'POST /api/tournaments': async ({ db, clock, body, member }) => {
    const { memberId } = member
    const now = clock.now()
    const [vip, segments] = [await memberLevel(db, memberId), await segmentsOf(db, memberId, now)]
    const page = { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const { rows, total } = await offeredTo(db, { memberId, vip, segments, now, ...page })
    return {
      data: pageOf(
        rows.map(row => rowOf(row, now)),
        body.page,
        total,
      ),
    }
  },
  'POST /api/tournament': async ({ db, clock, body, member }) => {
    const { memberId } = member
    const now = clock.now()
    const t = existing(await tournamentOf(db, body.id), 'tournament.not_found')
    if (!isShown(t) || !(await isFor(db, { tournament: t, memberId, now })))
      throw new Refusal(say('tournament.not_found'))
    return { data: await detailOf(db, { tournament: t, memberId, now }) }
  },
  'POST /api/tournamentEnter': async context => {
    const { body, member } = context
    await enter(context, member.memberId, body.id)
    return { message: '报名成功，之后的投注开始计入', data: null }
  },
} satisfies Handlers

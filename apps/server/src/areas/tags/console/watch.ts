import { say } from '@tianping/contract/refusals'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { memberOfId } from '../../../kernel/operator/findMember.sql.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { endWatch, setWatch, watchOf, watchRows, type Watch } from '../store/watch.sql.ts'

const shownOf = (w: Watch, today: string) => ({
  member_id: Number(w.memberId),
  username: w.username,
  vip: w.vip,
  reason: w.reason,
  set_by: w.setBy,
  set_at: beijing(w.setAt),
  until: w.until ?? '',
  over: w.until !== null && w.until < today,
})
const subjectOf = (id: number) => `member:${id}`
/** As the audit log keeps it. */
const written = ({ reason, until }: Pick<Watch, 'reason' | 'until'>) => ({
  reason,
  until: until ?? '',
})

export const watchHandlers = {
  'POST /api/console/watch/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await watchRows(db, { q: body.q, ...narrowedOf(body), paging })
    const today = beijingDay(clock.now())
    return {
      data: keyedPage(
        paging,
        found,
        found.rows.map(each => shownOf(each, today)),
      ),
    }
  },
  'POST /api/console/watch/show': async ({ db, clock, body }) => {
    const watch = await watchOf(db, BigInt(body.id))
    return { data: watch ? shownOf(watch, beijingDay(clock.now())) : null }
  },
  'POST /api/console/watch/set': async context => {
    const { clock, operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    if (body.until !== '' && body.until < beijingDay(clock.now()))
      throw new Refusal(say('watch.past'), { field: 'until' })
    const memberId = BigInt(body.id)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async (tx, at) => {
      existing(await memberOfId(tx, memberId), 'member.not_found')
      const before = await watchOf(tx, memberId)
      const watch = { reason: body.remark, until: body.until || null }
      await setWatch(tx, { memberId, ...watch, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'member.watch',
          subject: subjectOf(body.id),
          ...(before && { before: written(before) }),
          after: written(watch),
        },
      }
    })
    return { message: '已列入关注名单', data: null }
  },
  'POST /api/console/watch/end': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    const memberId = BigInt(body.id)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async tx => {
      const before = await endWatch(tx, memberId)
      if (!before) throw new Refusal(say('watch.none'))
      return {
        answer: null,
        entry: {
          action: 'member.unwatch',
          subject: subjectOf(body.id),
          before: { reason: before.reason },
          note: body.remark,
        },
      }
    })
    return { message: '已结束关注', data: null }
  },
} satisfies ConsoleHandlers

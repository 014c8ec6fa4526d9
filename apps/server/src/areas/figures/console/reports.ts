import { yuanOf } from '@tianping/money'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { groupNames } from '../names.ts'
import { comparedIn } from '../compared.ts'
import { retentionIn } from '../retention.ts'
import { NOTHING, ggrOf, ngrOf, shown, whole } from '../totals.ts'
import { spanOf } from '../../../kernel/reportSpan.ts'
import { spanBefore } from '../span.ts'
import { figureGroups, type Group } from '../store/report.sql.ts'

export const reportHandlers = {
  'POST /api/console/figures/report': async ({ db, clock, body }) => ({
    data: await comparedIn(db, spanOf(body, clock.now()), body.compare),
  }),
  'POST /api/console/figures/groups/list': async ({ db, clock, venues, body }) => {
    const span = spanOf(body, clock.now())
    const { by, sort, page } = body
    const [groups, then] = await Promise.all([
      figureGroups(db, { ...span, by, sort, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
      // A day has no counterpart by name; a member of a list is not compared.
      by === 'day' || by === 'month' || by === 'member'
        ? []
        : figureGroups(db, { ...spanBefore(span, body.compare), ...whole, by }),
    ])
    const earlier = new Map<string, Group>(then.map(each => [each.key, each]))
    const keys = groups.map(each => each.key)
    const nameOf = await groupNames({ db, venues }, by, keys)
    const rowOf = (group: Group) => {
      const was = earlier.get(group.key) ?? NOTHING
      return {
        group_key: group.key,
        group_name: nameOf(group.key),
        ...shown(group),
        ggr_before: yuanOf(ggrOf(was)),
        ngr_before: yuanOf(ngrOf(was)),
      }
    }
    return { data: pageOf(groups.map(rowOf), page, groups[0]?.groups ?? 0) }
  },
  'POST /api/console/figures/retention': async ({ db, clock, body }) => {
    const { unit, measure } = body
    return { data: await retentionIn(db, { ...spanOf(body, clock.now()), unit, measure }) }
  },
} satisfies ConsoleHandlers

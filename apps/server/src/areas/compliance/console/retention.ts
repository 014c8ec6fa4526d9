import {
  endingClasses,
  retentionClasses,
  type EndingClass,
  type RetentionClass,
} from '@tianping/contract/compliance/facts'
import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { owners, scheduleNow } from '../retention/classes.ts'
import { lastRuns, runRows } from '../store/retention.sql.ts'

const isEnding = (each: RetentionClass): each is EndingClass =>
  (endingClasses as readonly string[]).includes(each)

export const retentionHandlers = {
  'POST /api/console/retention/show': async ({ db }) => {
    const [{ days }, runs] = await Promise.all([scheduleNow(db), lastRuns(db)])
    const data = (Object.keys(retentionClasses) as RetentionClass[]).map(each => {
      const { label, basis, action, from } = retentionClasses[each]
      const last = runs.find(run => run.class === each)
      return {
        class: each,
        label,
        basis,
        action,
        counted_from: from,
        days: isEnding(each) ? days[each] : 0,
        owner: isEnding(each) ? owners[each] : '合规',
        last_day: last?.day ?? '',
        last_removed: last?.removed ?? 0,
      }
    })
    return { data }
  },
  'POST /api/console/retention/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await runRows(db, { ...narrowedOf(body), class: body.class, paging })
    return keyedAnswer(paging, found, each => ({
      day: each.day,
      class: each.class,
      cutoff: beijing(each.cutoff),
      removed_rows: each.removed,
      rule_version: each.ruleVersion,
      ended_at: each.endedAt ? beijing(each.endedAt) : '',
    }))
  },
} satisfies ConsoleHandlers

import { say } from '@tianping/contract/refusals'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { present } from '../../kernel/present.ts'

const MOST_VIEWS = 200

type View = {
  viewId: bigint
  name: string
  search: string
  hidden: string[]
  shared: boolean
  owner: string
  own: boolean
}

/** One's own views of a list, and those that others share. */
const viewsOf = (db: Db, operatorId: bigint, list: string) =>
  rows(
    db,
    sql<View>`
    select v.view_id, v.name, v.search, v.hidden, v.shared, o.name as owner, v.operator_id = ${operatorId} as own
    from console_view v join operator o using (operator_id)
    where v.list = ${list} and (v.operator_id = ${operatorId} or v.shared) order by v.operator_id <> ${operatorId}, v.name limit 100`,
  )

export const viewHandlers = {
  'POST /api/console/views/list': async ({ db, operator, body }) => ({
    data: (await viewsOf(db, operator.operatorId, body.list)).map(({ viewId, ...view }) => ({
      id: Number(viewId),
      ...view,
    })),
  }),
  /** The same name again is the same view. */
  'POST /api/console/views/save': async ({ db, clock, operator, body }) => {
    if (body.name === '') throw new Refusal(say('view.name_missing'), { field: 'name' })
    if (body.list === '') throw new Refusal(say('request.invalid'))
    const kept = await row(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from console_view where operator_id = ${operator.operatorId}`,
    )
    if (present(kept, 'count').count >= MOST_VIEWS)
      throw new Refusal(say('view.too_many', { max: MOST_VIEWS }))
    await run(
      db,
      sql`
      insert into console_view (operator_id, list, name, search, hidden, shared, saved_at)
      values (${operator.operatorId}, ${body.list}, ${body.name}, ${body.search}, ${body.hidden}, ${body.shared}, ${clock.now()})
      on conflict (operator_id, list, name) do update set search = excluded.search, hidden = excluded.hidden, shared = excluded.shared, saved_at = excluded.saved_at`,
    )
    return { message: '已保存视图', data: null }
  },
  'POST /api/console/views/remove': async ({ db, operator, body }) => {
    await run(
      db,
      sql`delete from console_view where view_id = ${BigInt(body.id)} and operator_id = ${operator.operatorId}`,
    )
    return { message: '已删除视图', data: null }
  },
} satisfies ConsoleHandlers

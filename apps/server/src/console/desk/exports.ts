import { say } from '@tianping/contract/refusals'
import { columnLabels } from '@tianping/contract/columns'
import { isListName } from '@tianping/contract/listNames'
import { consoleCalls, type ConsolePayload } from '@tianping/contract/console'
import { wordsOf, type Call, type Words } from '@tianping/contract'
import { isSheet } from '@tianping/contract/figures/facts'
import { reportSheets } from '@tianping/contract/sheets'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator } from '../../kernel/http/services.ts'
import { attempt, type Limit } from '../../kernel/http/throttle.ts'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { searchMembers } from '../../areas/member/member.ts'
import { withoutValues } from '../../kernel/operator/lookup.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { narrowedOf } from '../../kernel/operator/listed.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../kernel/operator/pages.sql.ts'
import { filtersSaid } from './exportFilters.ts'
import { printedOf } from './exportPdf.ts'
import { exportRows, insertExport } from './exports.sql.ts'
import { hashOf } from '../signIn/session.ts'

/** The one list that is searched by personal values. */
const MEMBERS = 'POST /api/console/members/list'

const byOperator: Limit = { attempts: 60, windowMs: 3_600_000 }

/**
 * The list that a file is made of, if the operator may see it; its filters as its call takes them.
 */
export function listFor(
  operator: Operator,
  list: string,
  filters: object,
): { spec: Call; body: Record<string, unknown> } {
  const spec = Object.hasOwn(consoleCalls, list)
    ? (consoleCalls as Record<string, Call>)[list]
    : undefined
  if (!spec || spec.by !== 'operator' || !isListName(list)) throw new Refusal(say('export.unknown'))
  if (spec.permission && !(operator.permissions as readonly string[]).includes(spec.permission))
    throw new Refusal(say('desk.forbidden'))
  const read = spec.takes.safeParse(isSheet(list) ? filters : { ...filters, page: 1 })
  if (!read.success) throw new Refusal(say('request.invalid'))
  return { spec, body: read.data as Record<string, unknown> }
}

type Shape = Record<string, z.ZodType | undefined>

/** The fields of a list's rows, or of those of a report's file. */
export function rowShape(list: string): Shape {
  if (isSheet(list)) return reportSheets[list].shape
  const { gives } = (consoleCalls as Record<string, Call>)[list] ?? {}
  const rows = gives instanceof z.ZodObject ? gives.shape['data'] : gives
  const row = rows instanceof z.ZodArray ? rows.element : undefined
  return row instanceof z.ZodObject ? (row.shape as Shape) : {}
}

/** What the values of a list's columns are called, by column. */
export function wordsIn(list: string): (column: string) => Words {
  const shape = rowShape(list)
  return column => {
    const field = Object.hasOwn(shape, column) ? shape[column] : undefined
    return field ? wordsOf(field) : {}
  }
}

export const exportHandlers = {
  'POST /api/console/exports/begin': async context => {
    const { db, clock, operator, caller, body } = context
    const { body: filters } = listFor(operator, body.list, body.filters)
    const columns = body.columns.filter(each => Object.hasOwn(columnLabels, each))
    if (body.format === 'pdf') printedOf(body.list)
    if (columns.length === 0) throw new Refusal(say('export.no_columns'), { field: 'columns' })
    const now = clock.now()
    await attempt(db, `console:export:${operator.operatorId}`, byOperator, now)
    if (body.list === MEMBERS)
      await searchMembers(context, filters as ConsolePayload<typeof MEMBERS>)
    const ticket = randomBytes(32).toString('hex')
    await transaction(db, async tx => {
      await insertExport(tx, {
        ticketHash: hashOf(ticket),
        operatorId: operator.operatorId,
        operator: operator.name,
        list: body.list,
        filters: body.filters,
        columns,
        format: body.format,
        now,
      })
      await audit(
        tx,
        now,
        { operator, address: caller.address },
        {
          action: 'export.begin',
          subject: `list:${body.list.replace('POST /api/console/', '')}`,
          after: {
            filters: withoutValues(body.filters),
            columns,
            ...(body.format === 'csv' ? {} : { format: body.format }),
          },
        },
      )
    })
    return { data: { ticket } }
  },
  'POST /api/console/exports/list': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    return keyedAnswer(paging, await exportRows(db, { ...narrowedOf(body), paging }), row => ({
      id: Number(row.exportId),
      operator: row.operator,
      list: row.list,
      filters: filtersSaid(row.list, row.filters, wordsIn(row.list)),
      columns: row.columns,
      rows: row.rows ?? -1,
      cut: row.cut,
      begun_at: beijing(row.begunAt),
      ended_at: row.endedAt ? beijing(row.endedAt) : '',
    }))
  },
} satisfies ConsoleHandlers

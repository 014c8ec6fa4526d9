import { yuanOf } from '@tianping/money'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { invitedOf, memberIdOf } from './memberParts.ts'
import { invitedRows, rootRows } from '../store/memberParts.sql.ts'

/**
 * Who invited whom, a page of one member's at a time: a tree that is opened branch by branch never
 * reads more than it shows.
 */
export const treeHandlers = {
  'POST /api/console/agents/tree': async ({ body, ...services }) => {
    const page = { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const found =
      body.parent === 0
        ? await rootRows(services.db, page)
        : await invitedRows(services.db, await memberIdOf(services, body.parent), page)
    const data = found.rows.map(row => {
      const { id, username, joined_at, deposits, turnover, invited } = invitedOf(row)
      return {
        id,
        username,
        isagent: row.isagent,
        joined_at,
        invited,
        deposits,
        turnover,
        result: yuanOf(row.resultFen),
      }
    })
    return { data: pageOf(data, body.page, found.total) }
  },
} satisfies ConsoleHandlers

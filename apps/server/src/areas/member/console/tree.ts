import { yuanOf } from '@tianping/money'
import type { Db } from '@tianping/database'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { keyedAnswer, pagingOf, type Paging } from '../../../kernel/operator/pages.sql.ts'
import { invitedOf, memberIdOf } from './memberParts.ts'
import { invitedRows, rootRows } from '../store/memberParts.sql.ts'

/** Trees are at most a thousand, and read by page number. */
const rootsOf = async (db: Db, paging: Paging) => ({
  ...(await rootRows(db, paging)),
  next: '',
  prev: '',
})

const branchOf = async (services: Pick<Services, 'db'>, parent: number, paging: Paging) =>
  invitedRows(services.db, {
    memberId: await memberIdOf(services, parent),
    paging,
    span: null,
    amounts: null,
  })

/**
 * Who invited whom, a page of one member's at a time: a tree that is opened branch by branch never
 * reads more than it shows.
 */
export const treeHandlers = {
  'POST /api/console/agents/tree': async ({ body, ...services }) => {
    const paging = pagingOf(body, [], true)
    const found =
      body.parent === 0
        ? await rootsOf(services.db, paging)
        : await branchOf(services, body.parent, paging)
    return keyedAnswer(paging, found, row => {
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
  },
} satisfies ConsoleHandlers

import { type Db, rows, theRow } from '@tianping/database'
import { account, type Account, type AccountName } from './accounts.ts'
import * as statements from './history.sql.ts'
import type { HistoryRow } from './history.sql.ts'

export type { HistoryRow } from './history.sql.ts'

export type HistoryPage = {
  rows: HistoryRow[]
  page: number
  perPage: number
  lastPage: number
  total: number
}

const names = new Map(
  Object.entries(account).map(([name, code]) => [code as number, name as AccountName]),
)
function accountOf(code: number, venueId: number): Account {
  const name = names.get(code)
  if (!name) throw new Error(`there is no account ${code}`)
  return venueId > 0 ? { name, venueId } : { name }
}

/**
 * A member's ledger lines, newest first, `perPage` (1-100, default 20) a page; for the back office.
 */
export async function history(
  db: Db,
  memberId: bigint,
  asked: { page: number; perPage?: number },
): Promise<HistoryPage> {
  const perPage = Math.min(100, Math.max(1, asked.perPage ?? 20))
  const page = Math.max(1, asked.page)
  const { total } = await theRow(db, statements.countOf(memberId))
  const found = await rows(db, statements.pageOf(memberId, perPage, (page - 1) * perPage))
  return {
    rows: found.map(
      ({
        accountCode,
        venueId,
        counterCode,
        counterVenueId,
        sourceType,
        sourceId,
        actorType,
        actorId,
        ...rest
      }) => ({
        ...rest,
        account: accountOf(accountCode, venueId),
        counterAccount: accountOf(counterCode, counterVenueId),
        source: { type: sourceType, id: sourceId },
        actor: { type: actorType, id: actorId },
      }),
    ),
    page,
    perPage,
    lastPage: Math.max(1, Math.ceil(Number(total) / perPage)),
    total: Number(total),
  }
}

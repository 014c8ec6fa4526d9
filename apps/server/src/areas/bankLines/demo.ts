import { depositState } from '@tianping/contract/cashier/facts'
import { formatFen } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { row, rows, sql, type Db } from '@tianping/database'
import { importStatement } from './import.ts'

type Waiting = { memberId: bigint; account: string; amountFen: bigint; payer: string; at: Date }
type Line = { at: Date; amount: string; payer: string; no: string; note: string }

/** Of the one account the invented statement is of: orders that wait for the bank's money. */
const waiting = (db: Db) =>
  rows(
    db,
    sql<Waiting>`
    select d.member_id, a.bank_no as account, d.amount_fen, d.payer_owner as payer, d.created_at as at
    from deposit_order d
    cross join (select bank_no from receiving_account order by rank, account_id limit 1) a
    where d.method = 'card' and d.state = ${sql.literal(depositState.waiting)}
    order by d.created_at desc limit 3`,
  )

const lineOf = (line: Line) =>
  [beijing(line.at), line.amount, '贷', line.payer, '6222020000005678', line.no, line.note].join()

/**
 * A statement of a sandbox's first start: what waiting orders ask for, the bank's interest, and a
 * payment that nobody has announced.
 */
export async function seedBankLines(db: Db, now: Date): Promise<void> {
  const [first, ...others] = await waiting(db)
  if (!first || (await row(db, sql<{ one: 1 }>`select 1 as one from bank_import limit 1`))) return
  const paid = [first, ...others].map(({ memberId, amountFen, payer, at }, n): Line => ({
    at,
    amount: formatFen(amountFen).replaceAll(',', ''),
    payer,
    no: `DEMO-${n + 1}`,
    note: `TP${memberId}`,
  }))
  const unasked: Line[] = [
    { at: now, amount: '12.36', payer: '沙盒商业银行', no: 'DEMO-8', note: '活期利息' },
    { at: now, amount: '680.00', payer: '赵清', no: 'DEMO-9', note: '货款' },
  ]
  const file = ['日期,金额,方向,付款人,付款账号,流水号,附言', ...[...paid, ...unasked].map(lineOf)]
  await importStatement(
    { db },
    {
      account: first.account,
      layout: 'csv',
      fileName: '沙盒商业银行-流水.csv',
      bytes: Buffer.from(file.join('\r\n')),
    },
    { operator: null, address: '', now },
  )
}

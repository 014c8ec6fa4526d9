import { rows, sql, type Db } from '@tianping/database'
import { accountKey } from '../../../kernel/cardNumber.ts'
import { BANK_LAYOUTS } from '../setting.ts'

export type Twin = {
  lineId: bigint
  bookedAt: Date
  amountFen: bigint
  /** Of the other line. */
  reference: string
}

/**
 * Lines of the same account, in any state, that may be one of some lines read another time: of one
 * day and amount, of a payer who is the same or not named, and read by another layout or under the
 * same number. Of an import that kept no digest its code counts, while no layout changed since.
 */
export async function twinsOf(db: Db, lineIds: readonly bigint[]): Promise<Twin[]> {
  const found = await rows(
    db,
    sql<Twin & { account: string; other: string }>`
    select l.line_id, l.booked_at, l.amount_fen, l.account, o.account as other, o.reference
    from bank_line l join bank_import li on li.import_id = l.import_id
      join bank_line o on o.import_id <> l.import_id and o.amount_fen = l.amount_fen
        and (o.payer_name = l.payer_name or '' in (o.payer_name, l.payer_name))
        and o.booked_at >= date_trunc('day', l.booked_at, 'Asia/Shanghai')
        and o.booked_at < date_trunc('day', l.booked_at, 'Asia/Shanghai') + interval '24 hours'
      join bank_import oi on oi.import_id = o.import_id
    where l.line_id = any(${[...lineIds]}::bigint[]) and (o.reference = l.reference
      or case when '' not in (li.layout_digest, oi.layout_digest) then li.layout_digest <> oi.layout_digest
        else li.layout <> oi.layout or exists (
          select from site_setting s where s.key = ${BANK_LAYOUTS} and s.changed_at
            between least(li.imported_at, oi.imported_at) and greatest(li.imported_at, oi.imported_at)) end)
    order by l.line_id`,
  )
  return found.filter(each => accountKey(each.account) === accountKey(each.other))
}

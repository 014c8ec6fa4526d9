import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

export type Code = { code: string; giveawayId: number; uses: number; mostUses: number }
const columns = sql`code, giveaway_id, uses, most_uses`

export const codeOf = (db: Db, code: string) =>
  row(db, sql<Code>`select ${columns} from giveaway_code where code = ${code}`)

/** Answers how many of them are new. */
export const insertCodes = (
  tx: Tx,
  { giveawayId, codes, mostUses }: { giveawayId: number; codes: string[]; mostUses: number },
) =>
  run(
    tx,
    sql`insert into giveaway_code (code, giveaway_id, most_uses)
    select code, ${giveawayId}, ${mostUses} from unnest(${codes}::text[]) c (code) on conflict do nothing`,
  )

/** Counts a use; false where none is left. */
export const countUse = async (tx: Tx, code: string): Promise<boolean> =>
  (await run(
    tx,
    sql`update giveaway_code set uses = uses + 1 where code = ${code} and uses < most_uses`,
  )) === 1

export const codeRows = async (db: Db, id: number, page: { limit: number; offset: number }) => {
  const from = sql`from giveaway_code where giveaway_id = ${id}`
  const found = await rows(
    db,
    sql<Code>`select ${columns} ${from} order by code limit ${page.limit} offset ${page.offset}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export type Gift = {
  giveawayId: number
  memberId: bigint
  giftNo: string
  code: string
  amountFen: bigint
  givenAt: Date
  actionKey: string
}

export const giftOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<{ amountFen: bigint; name: string; turnoverTimes: number }>`
    select g.amount_fen, c.name, c.turnover_times from giveaway_gift g join giveaway c using (giveaway_id)
    where g.member_id = ${memberId} and g.action_key = ${actionKey}`,
  )

/** The accounts of a person that were given something by a giveaway. */
export const givenTo = async (db: Db, giveawayId: number, memberId: bigint): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`select member_id from giveaway_gift
      where giveaway_id = ${giveawayId} and member_id = any(array(select accounts_of_person(${memberId})))`,
    )
  ).map(each => each.memberId)

export const insertGift = (tx: Tx, g: Gift) =>
  run(
    tx,
    sql`insert into giveaway_gift (giveaway_id, member_id, gift_no, code, amount_fen, given_at, action_key)
    values (${g.giveawayId}, ${g.memberId}, ${g.giftNo}, ${g.code}, ${g.amountFen}, ${g.givenAt}, ${g.actionKey})`,
  )

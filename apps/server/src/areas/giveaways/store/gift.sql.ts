import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Gift = {
  giveawayId: number
  memberId: bigint
  giftNo: string
  amountFen: bigint
  givenAt: Date
  actionKey: string
  /** The code that was redeemed, or the progress with which a mission was claimed. */
  code: string | null
  reached: bigint | null
}

/** What an action was given before, with the turnover that it was asked. */
export const giftOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<{ amountFen: bigint; name: string; turnoverTimes: number }>`
    select g.amount_fen, c.name, (r.required_fen / g.amount_fen)::int as turnover_times
    from giveaway_gift g join giveaway c using (giveaway_id) join ledger.wagering_requirement r
      on r.member_id = g.member_id and r.source_id = g.gift_no and r.source_type = c.kind
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
    sql`insert into giveaway_gift (giveaway_id, member_id, gift_no, code, reached, amount_fen, given_at, action_key)
    values (${g.giveawayId}, ${g.memberId}, ${g.giftNo}, ${g.code}, ${g.reached}, ${g.amountFen}, ${g.givenAt}, ${g.actionKey})`,
  )

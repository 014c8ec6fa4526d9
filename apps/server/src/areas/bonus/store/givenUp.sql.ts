import { row, run, sql, type Db } from '@tianping/database'

/** A member gave it up, an exclusion ended it, or its last day did. */
export type EndReason = 'given_up' | 'excluded' | 'expired'

export type GivenUp = {
  memberId: bigint
  sourceType: string
  sourceId: string
  actionKey: string
  bonusFen: bigint
  takenFen: bigint
  freedFen: bigint
  givenUpAt: Date
  reason: EndReason
}

export const givenUpByAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<Pick<GivenUp, 'takenFen' | 'freedFen'>>`
    select taken_fen, freed_fen from bonus_given_up where member_id = ${memberId} and action_key = ${actionKey}`,
  )

export const keepGivenUp = (db: Db, g: GivenUp) =>
  run(
    db,
    sql`
    insert into bonus_given_up (member_id, source_type, source_id, action_key, bonus_fen, taken_fen, freed_fen, given_up_at, reason)
    values (${g.memberId}, ${g.sourceType}, ${g.sourceId}, ${g.actionKey}, ${g.bonusFen}, ${g.takenFen}, ${g.freedFen}, ${g.givenUpAt},
      ${g.reason})`,
  )

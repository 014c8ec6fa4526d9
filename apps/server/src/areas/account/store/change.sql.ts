import { run, sql, type Db } from '@tianping/database'

export type ChangeKind =
  | 'password'
  | 'password_reset'
  | 'password_recovered'
  | 'pay_password'
  | 'pay_password_reset'
  | 'contact'
  | 'name'
  | 'card'
  | 'factor_on'
  | 'factor_off'
  | 'factor_removed'

/** Keeps what changed about a member's account; without `operator` the member did it. */
export const noteChange = (
  tx: Db,
  c: { memberId: bigint; kind: ChangeKind; at: Date; address: string; operator?: string },
) =>
  run(
    tx,
    sql`
    insert into account_change (member_id, kind, operator, address, at)
    values (${c.memberId}, ${c.kind}, ${c.operator ?? ''}, ${c.address}, ${c.at})`,
  )

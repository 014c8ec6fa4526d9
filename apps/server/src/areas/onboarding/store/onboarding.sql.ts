import { row, run, sql, type Db } from '@tianping/database'

/** What home shows of the steps: in full, as one line, or nothing more. */
export type Show = 'steps' | 'line' | 'closed'

/** What a member has seen of the steps; undefined before home has shown them. */
export const shownOf = async (db: Db, memberId: bigint): Promise<Show | undefined> =>
  (
    await row(
      db,
      sql<{ show: Show }>`select show from member_onboarding where member_id = ${memberId}`,
    )
  )?.show

export const beginSteps = (db: Db, memberId: bigint, at: Date) =>
  run(
    db,
    sql`
    insert into member_onboarding (member_id, begun_at, changed_at) values (${memberId}, ${at}, ${at})
    on conflict do nothing`,
  )

/** Changes what is shown; what is closed stays so. */
export const setShown = (db: Db, p: { memberId: bigint; show: Show; at: Date }) =>
  run(
    db,
    sql`
    update member_onboarding set show = ${p.show}, changed_at = ${p.at}
    where member_id = ${p.memberId} and show <> 'closed'`,
  )

import { tournamentState } from '@tianping/contract/tournaments/facts'
import { transaction, type Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { whoMayJoin } from './guard.ts'
import { insertEntry, markAllDue } from './store/entry.sql.ts'
import { decideTournament, insertTournament, type NewTournament } from './store/tournament.sql.ts'

const BEGAN_DAYS = 10
const LEFT_DAYS = 4

type Demo = Pick<NewTournament, 'games'> & {
  memberIds: bigint[]
  /** Two operators. */
  proposedBy: string
  decidedBy: string
  now: Date
}

/**
 * A tournament of the demo data that runs: members of its history have entered, and what they bet
 * since its beginning counts once the jobs run.
 */
export const seedTournament = (
  db: Db,
  { memberIds, decidedBy, now, ...terms }: Demo,
): Promise<void> =>
  transaction(db, async tx => {
    const startsAt = new Date(now.getTime() - BEGAN_DAYS * DAY_MS)
    const id = await insertTournament(tx, {
      ...terms,
      name: '金秋锦标赛',
      note: '按开赛后的累计有效注单投注额排名，前十名有奖。',
      measure: 'stake',
      leastStakeFen: 1_00n,
      prizesFen: [888_00n, 388_00n, 188_00n, ...Array<bigint>(7).fill(58_00n)],
      budgetFen: 2_000_00n,
      turnoverTimes: 5,
      minVip: 0,
      segmentId: null,
      startsAt,
      endsAt: new Date(now.getTime() + LEFT_DAYS * DAY_MS),
      settleMinutes: 30,
      proposedAt: new Date(startsAt.getTime() - DAY_MS),
    })
    const state = tournamentState.approved
    await decideTournament(tx, { id, state, by: decidedBy, remark: '', at: startsAt })
    for (const memberId of await whoMayJoin(tx, memberIds, now))
      await insertEntry(tx, { tournamentId: id, memberId, at: startsAt })
    await markAllDue(tx, id)
  })

import { rows, sql, type Db } from '@tianping/database'
import { seedTournament } from '../areas/tournaments/tournaments.ts'
import { seedGiveaways } from '../areas/giveaways/giveaways.ts'
import { seedJourney } from '../areas/journeys/journeys.ts'
import { demoMember } from '../kernel/demoLogins.ts'
import { crowd } from './crowd.ts'
import { team } from './past.ts'

const VENUES = ['OB', 'FG', 'PP', 'AE', 'LIVE', 'QIPAI', 'VR']

/** A tournament of the members who have played in the past that was lived. */
export async function seedRace(db: Db, now: Date): Promise<void> {
  const [begun] = await rows(db, sql`select 1 from tournament limit 1`)
  if (begun) return
  const names = [demoMember.name, ...team, ...crowd.map(({ name }) => name)]
  const members = await rows(
    db,
    sql<{ memberId: bigint }>`
    select member_id from member_directory where kind = 'name' and handle = any(${names}::text[]) order by member_id`,
  )
  const venues = await rows(
    db,
    sql<{
      venueId: number
    }>`select venue_id from venue where platname = any(${VENUES}::text[]) order by venue_id`,
  )
  await seedTournament(db, {
    memberIds: members.map(({ memberId }) => memberId),
    games: venues.map(({ venueId }) => ({ venueId, game: '' })),
    proposedBy: 'admin',
    decidedBy: 'admin2',
    now,
  })
}

/** A mission with progress of the demo member, a code, and journeys. */
export async function seedOffers(db: Db, now: Date): Promise<void> {
  const [begun] = await rows(db, sql`select 1 from giveaway limit 1`)
  const [demo] = await rows(
    db,
    sql<{ memberId: bigint }>`
    select member_id from member_directory where kind = 'name' and handle = ${demoMember.name}`,
  )
  if (begun || !demo) return
  const { memberId } = demo
  await seedGiveaways(db, { memberId, proposedBy: 'admin', decidedBy: 'admin2', now })
  await seedJourney(db, { proposedBy: 'admin', decidedBy: 'admin2', now })
}

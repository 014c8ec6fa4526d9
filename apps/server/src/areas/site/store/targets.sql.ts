import { gameState } from '@tianping/contract/games/facts'
import { rows, sql, type Db } from '@tianping/database'
import { containsOf } from '../../../kernel/operator/listed.sql.ts'

const MOST = 50
const shown = sql.literal(gameState.shown)

/** Activities that members see, or will. */
export const activityTargets = (db: Db, q: string, now: Date) =>
  rows(
    db,
    sql<{ id: number; title: string }>`
    select activity_id as id, title from activity
    where enabled and (ends_at is null or ends_at > ${now}) and title ilike ${containsOf(q)}
    order by rank, activity_id desc limit ${MOST}`,
  )

export const gameTargets = (db: Db, q: string) =>
  rows(
    db,
    sql<{ platname: string; category: string; code: string; name: string; venue: string }>`
    select v.platname, v.category, g.game_code as code, g.name, v.name as venue
    from game g join venue v using (venue_id)
    where g.app_state = ${shown} and (g.name ilike ${containsOf(q)} or v.name ilike ${containsOf(q)})
    order by v.rank, g.rank, g.game_code limit ${MOST}`,
  )

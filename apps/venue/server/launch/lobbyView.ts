import { rows, sql, theRow, type Db } from '@tianping/database'
import {
  findGame,
  gamesOf,
  isBook,
  isTable,
  kindOf,
  stakeLimits,
  type Game,
} from '../../games/registry.ts'
import { percent } from '../../model/percent.ts'
import type { Session } from '../play/session.sql.ts'
import { roundNow } from '../rounds/round.sql.ts'
import { periodMs, type Table } from '../../model/Table.ts'
import { numberAt, timesOf } from '../rounds/timetable.ts'
import type { Venue } from '../venue.ts'
import { closedGames } from './launch.sql.ts'
import { rtpOf } from './rtpOf.ts'

/** A table that opened no round for so many periods stands still. */
const SILENT_PERIODS = 2

/**
 * What a lobby shows: the games of its venue as far as the merchant lists them, with what they
 * return, take and do at this moment.
 */
export async function lobbyView(venue: Venue, session: Session) {
  const { db } = venue
  const now = (await roundNow(db)).getTime()
  const closed = await closedGames(db)
  const listed =
    session.games?.flatMap(code => findGame(session.venueCode, code) ?? []) ??
    gamesOf(session.venueCode)
  return {
    now,
    games: await Promise.all(
      listed.map(async game => ({
        ...facts(game),
        open: !closed.has(game.code),
        live: await liveOf(db, game, now),
      })),
    ),
  }
}

function facts(game: Game) {
  const { leastFen, mostFen } = stakeLimits(game)
  return {
    code: game.code,
    name: game.name,
    kind: kindOf(game),
    category: game.category,
    min_stake: leastFen,
    max_stake: mostFen,
    max_win: game.maxWin,
    /** What it returns, or of a book its margin, as text. */
    returns: isBook(game)
      ? `水位 ${(game.margin.perTenThousand / 100 - 100).toFixed(1)}%`
      : `返还 ${percent(rtpOf(game).best, 2)}%`,
  }
}

/**
 * What goes on: of a table the present round's times, of a book its matches; null for rounds of
 * one's own.
 */
async function liveOf(db: Db, game: Game, nowMs: number) {
  if (isTable(game)) return { kind: 'table' as const, ...(await tableState(db, game, nowMs)) }
  if (isBook(game)) return { kind: 'book' as const, ...(await bookState(db, game.code)) }
  return null
}

async function tableState(db: Db, table: Table, nowMs: number) {
  const period = periodMs(table)
  const [last] = await rows(
    db,
    sql<{
      number: bigint
    }>`select number from round where table_code = ${table.code} order by number desc limit 1`,
  )
  const present = numberAt(table, nowMs)
  return {
    ...timesOf(table, present),
    period_ms: period,
    running: last !== undefined && Number(last.number) > present - SILENT_PERIODS,
  }
}

const bookState = async (db: Db, code: string) => {
  const { live, nextAt } = await theRow(
    db,
    sql<{ live: number; nextAt: Date | null }>`
    select count(*) filter (where kicks_off_at <= round_now())::int as live, min(kicks_off_at) filter (where kicks_off_at > round_now()) as next_at
    from match where game_code = ${code} and state = 'open'`,
  )
  return { live, next_at: nextAt?.getTime() ?? null }
}

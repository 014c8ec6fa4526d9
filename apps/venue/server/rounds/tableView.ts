import { rows, sql, type Db } from '@tianping/database'
import { betColumns, betSource, type BetRow } from '../feed/feed.sql.ts'
import { betView } from '../play/betView.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { findPlay, type Session } from '../play/session.sql.ts'
import { figures, tableOf } from '../play/snapshot.ts'
import type { Venue } from '../venue.ts'
import { wallets } from '../wallet/wallet.sql.ts'
import { findBeacon, listBeacons, type BeaconRow } from '../beacon/beacon.sql.ts'
import { chainsFrom, findRound, roundNow, roundsBefore, type ChainRow } from './round.sql.ts'
import { roundView } from './roundView.ts'
import { periodMs, type Table } from '../../model/Table.ts'
import { dayOf, numberAt, roundsPerDay } from './timetable.ts'

/** Rounds of one answer: enough for the roads of a table. */
const KNOWN_ROUNDS = 90
const LISTED_ROUNDS = 30

/** Everything a page needs to draw a table from nothing. */
export async function tableView(venue: Venue, session: Session) {
  const table = tableOf(session)
  const [wallet] = await wallets(venue.db, session.deskId, [session.playerId], true)
  if (!wallet) throw new PlayRefusal(4002)
  const known = await roundsBefore(venue.db, table.code, null, KNOWN_ROUNDS, true)
  const now = await roundNow(venue.db)
  const since = known[2]?.number ?? known.at(-1)?.number ?? 0n
  return {
    now: now.getTime(),
    ...figures(session, await findPlay(venue.db, session), wallet.available),
    table: {
      code: table.code,
      model: table.model,
      name: table.name,
      period_ms: periodMs(table),
      phases: table.phases,
      per_day: roundsPerDay(table),
      chips: table.stakesFen,
      max_line: table.maxLineFen,
      max_round: table.maxRoundFen,
      math_version: table.mathVersion,
    },
    rounds: known.map(roundView),
    mine: (await betsSince(venue.db, session, table.code, since)).map(betView),
    chains: (
      await chainsFrom(venue.db, table.code, dayOf(table, numberAt(table, now.getTime())).day)
    ).map(chainView),
    beacons: (await listBeacons(venue.db)).map(beaconView),
  }
}

/** A beacon as anybody may read it. */
export function beaconView(beacon: BeaconRow) {
  return {
    name: beacon.name,
    chain: beacon.chainHash,
    key: beacon.publicKey,
    period: beacon.periodS,
    genesis: beacon.genesisS,
    urls: beacon.urls,
    local: beacon.local,
    late_ms: beacon.lateMs,
    present: beacon.active,
  }
}

/** The player's tickets on the last rounds, the oldest first. */
const betsSince = (
  db: Db,
  { deskId: desk, playerId: player }: Session,
  code: string,
  number: bigint,
) =>
  rows(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.table_code = ${code} and b.round_number >= ${number} and b.desk_id = ${desk} and b.player_id = ${player}
    order by b.placed_at, b.bet_id limit 300`,
  )

/** A day's chain as it is published; its seeds become known round by round. */
export function chainView(chain: ChainRow) {
  return {
    day: chain.day,
    length: chain.length,
    terminal: chain.terminal,
    published_at: chain.publishedAt.toISOString(),
    salt: chain.salt,
    salted_at: chain.saltedAt?.toISOString() ?? null,
  }
}

/** Drawn rounds before one, latest first: for anybody, they are public. */
export async function drawnRounds(venue: Venue, table: Table, before: number | undefined) {
  const found = await roundsBefore(
    venue.db,
    table.code,
    before === undefined ? null : BigInt(before),
    LISTED_ROUNDS + 1,
  )
  return {
    items: found.slice(0, LISTED_ROUNDS).map(roundView),
    has_more: found.length > LISTED_ROUNDS,
  }
}

/**
 * One round by its day and place, with what its day was committed to; undefined when it was never
 * opened.
 */
export async function oneRound(venue: Venue, table: Table, number: bigint) {
  const found = await findRound(venue.db, table.code, number)
  if (!found) return undefined
  const chain = (await chainsFrom(venue.db, table.code, found.day))[0]
  const beacon =
    found.beaconChain === null ? undefined : await findBeacon(venue.db, found.beaconChain)
  return {
    round: roundView(found),
    chain: chain?.day === found.day ? chainView(chain) : null,
    beacon: beacon ? beaconView(beacon) : null,
  }
}

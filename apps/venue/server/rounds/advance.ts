import { closeForFault } from '../operator/closeForFault.ts'
import { itemAt, present } from '../../model/present.ts'
import { commitOf } from '@tianping/fairness'
import { transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import type { Venue } from '../venue.ts'
import { awaitedAfter, clientSeedOf } from '../beacon/clientSeed.ts'
import { activeBeacon } from '../beacon/beacon.sql.ts'
import { chainSeeds, newRoot, newSalt } from './chain.ts'
import {
  addChain,
  chainOf,
  closeRound,
  findRound,
  markVoid,
  openRound,
  overdueRounds,
  roundNow,
  saltChain,
  notifyRound,
  writeDraw,
  type RoundRow,
} from './round.sql.ts'
import { settleRound } from './settleRound.ts'
import type { Table } from '../../model/Table.ts'
import { dayOf, nextBoundaryMs, numberAt, roundsPerDay, timesOf, timesWith } from './timetable.ts'

/** Overdue rounds that one turn takes up; the rest follows in the next. */
const OVERDUE_AT_A_TIME = 50
/** How often a beacon is asked that has not answered yet. */
const BEACON_EVERY_MS = 300

/**
 * Does everything about one table that is due by the database's clock: closes, draws and settles
 * what is overdue, opens the round whose time has come, publishes the next day's chain. Each step
 * is a transaction that does nothing when it was done before, so it may be repeated, interrupted
 * anywhere, and even run twice at a time. Rounds that nobody opened in time are skipped. Answers
 * how long there is nothing to do, in ms.
 */
export async function advance(venue: Venue, table: Table): Promise<number> {
  // One moment for the whole turn: a round is never opened by a later clock than the one before it
  // was finished by.
  const now = await roundNow(venue.db)
  let dueMs = Number.POSITIVE_INFINITY
  for (;;) {
    const overdue = await overdueRounds(venue.db, table.code, now, OVERDUE_AT_A_TIME)
    let waiting = 0
    dueMs = Number.POSITIVE_INFINITY
    for (const round of overdue) {
      const againMs = await finish(venue, table, round, now)
      if (againMs > 0) waiting++
      if (againMs > 0) dueMs = Math.min(dueMs, againMs)
    }
    if (overdue.length - waiting < OVERDUE_AT_A_TIME) break
  }
  await openDue(venue, table, now.getTime())
  const nextMs = nextBoundaryMs(table, now.getTime()) - (await roundNow(venue.db)).getTime()
  return Math.min(nextMs, dueMs)
}

/**
 * Brings a round that is past its close as far as the clock allows; answers in how many ms to try
 * again, 0 when it is settled.
 */
async function finish(
  venue: Venue,
  table: Table,
  { number, state, drawsAt }: RoundRow,
  now: Date,
): Promise<number> {
  if (state === 'open') await close(venue, table, number)
  if (state === 'open' || state === 'closed') {
    if (now < drawsAt) return drawsAt.getTime() - now.getTime()
    if (!(await draw(venue, table, number))) return BEACON_EVERY_MS
  }
  await settleRound(venue, table, number)
  return 0
}

/**
 * Ends the betting. The lock waits for every bet that is being placed; whoever comes after it finds
 * the round closed.
 */
export function close(venue: Venue, table: Table, number: bigint): Promise<void> {
  return transaction(venue.db, async tx => {
    const round = await findRound(tx, table.code, number, 'update')
    if (round?.state !== 'open') return
    await closeRound(tx, table.code, number)
    await notifyRound(tx, table.code, number)
  })
}

/**
 * Draws a closed round and reveals its seed. A round that was opened under other mathematics than
 * the present ones cannot be drawn: it is void and every stake goes back, as the rules say. The
 * same happens when its beacon did not come within the stated bound. A seed that is not the
 * committed one is a fault: it closes the game first. Answers false while the beacon is awaited.
 */
export async function draw(venue: Venue, table: Table, number: bigint): Promise<boolean> {
  const found = await findRound(venue.db, table.code, number)
  if (found?.state !== 'closed') return true
  const client = await clientSeedOf(venue, found, await roundNow(venue.db))
  if (client.kind === 'waiting') return false
  const seed = itemAt(await seedsOf(venue, table, found.day), found.place)
  const broken = commitOf(seed) !== found.commitHash
  const drawable =
    client.kind === 'seed' && found.mathVersion === table.mathVersion && !broken ? client : null
  if (broken) await closeForFault(venue, table.code, `第 ${number} 期的种子与承诺不符，作废`)
  await transaction(venue.db, async tx => {
    if ((await findRound(tx, table.code, number, 'update'))?.state !== 'closed') return
    if (drawable)
      await writeDraw(tx, table.code, number, {
        ...drawable,
        seed,
        outcome: table.draw({
          serverSeed: seed,
          clientSeed: drawable.clientSeed,
          nonce: Number(number),
        }) as object,
      })
    else await markVoid(tx, table.code, number)
    await notifyRound(tx, table.code, number)
  })
  return true
}

/** Opens the round of this moment, or of the next period once the present round is drawn. */
async function openDue(venue: Venue, table: Table, nowMs: number): Promise<void> {
  const present = numberAt(table, nowMs)
  const { closesMs, drawsMs } = timesOf(table, present)
  if (nowMs < closesMs) return open(venue, table, present)
  if (nowMs >= drawsMs) return open(venue, table, present + 1)
}

async function open(venue: Venue, table: Table, number: number): Promise<void> {
  if (await findRound(venue.db, table.code, BigInt(number))) return
  const { day, place } = dayOf(table, number)
  await publishChain(venue, table, day)
  await publishChain(venue, table, addDays(day, 1))
  await saltChain(venue.db, table.code, day, newSalt())
  const chain = await chainOf(venue.db, table.code, day)
  const commit = itemAt(await seedsOf(venue, table, day), place - 1).toString('hex')
  const beacon = await activeBeacon(venue.db)
  const awaited = beacon && awaitedAfter(beacon, timesOf(table, number).closesMs)
  const times = timesWith(
    timesOf(table, number),
    (awaited?.at.getTime() ?? 0) + (beacon?.delayMs ?? 0),
  )
  await transaction(venue.db, async tx => {
    const opened = await openRound(tx, {
      tableCode: table.code,
      number: BigInt(number),
      day,
      place,
      opensAt: new Date(times.opensMs),
      closesAt: new Date(times.closesMs),
      drawsAt: new Date(times.drawsMs),
      resultsAt: new Date(times.resultsMs),
      endsAt: new Date(times.endsMs),
      mathVersion: table.mathVersion,
      commitHash: commit,
      salt: present(chain?.salt),
      beaconChain: awaited?.chain ?? null,
      beaconRound: awaited?.round ?? null,
      beaconAt: awaited?.at ?? null,
    })
    if (opened > 0) await notifyRound(tx, table.code, BigInt(number))
  })
}

/** Makes a day's chain and publishes its terminal hash, unless that was done before. */
async function publishChain(venue: Venue, table: Table, day: string): Promise<void> {
  if (await chainOf(venue.db, table.code, day)) return
  const length = roundsPerDay(table)
  const root = newRoot()
  await addChain(venue.db, {
    tableCode: table.code,
    day,
    length,
    root,
    terminal: itemAt(chainSeeds(root, length), 0).toString('hex'),
  })
}

/** A day's seeds, kept for as long as that day is played, by venue. */
const kept = new WeakMap<Venue, Map<string, { day: string; seeds: Buffer[] }>>()

async function seedsOf(venue: Venue, table: Table, day: string): Promise<Buffer[]> {
  const ofVenue = kept.get(venue) ?? new Map<string, { day: string; seeds: Buffer[] }>()
  kept.set(venue, ofVenue)
  const found = ofVenue.get(table.code)
  if (found?.day === day) return found.seeds
  const chain = await chainOf(venue.db, table.code, day)
  if (!chain) throw new Error(`there is no chain for ${table.code} on ${day}`)
  const made = { day, seeds: chainSeeds(chain.root, chain.length) }
  ofVenue.set(table.code, made)
  return made.seeds
}

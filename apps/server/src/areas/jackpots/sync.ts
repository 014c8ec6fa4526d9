// Pools as the setting wants them at their venues, and what venues say of them.
import { transaction } from '@tianping/database'
import { formatFen } from '@tianping/money'
import type { VenueInput, VenueJackpot } from '@tianping/venue-protocol'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone, throwFailed } from '../../kernel/jobs/eachAlone.ts'
import { notify } from '../message/message.ts'
import type { Venue } from '../venues/venues.ts'
import { jackpotSetting, type WantedPool } from './setting.ts'
import {
  allPools,
  keepSaid,
  keepTold,
  takeUntold,
  untold,
  type Pool,
  type Untold,
} from './store/pool.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
type Wanted = VenueInput<'putJackpot'>

/** One turn of the job; safe on any number of instances. Answers how many winners it told. */
export async function runJackpots(services: Deps): Promise<number> {
  const { db, venues } = services
  const [{ pools: wanted }, known] = await Promise.all([jackpotSetting(db), allPools(db)])
  const open = known.filter(({ isOpen }) => isOpen)
  const codes = new Set(
    [...wanted.map(({ venue }) => venue), ...open.map(k => k.platname)].map(each =>
      each.toUpperCase(),
    ),
  )
  const synced = await Promise.allSettled(
    [...codes].map(async code => {
      const venue = await venues.named(code)
      const isHere = (each: string) => each.toUpperCase() === code
      if (venue)
        await syncVenue(services, venue, {
          wanted: wanted.filter(each => isHere(each.venue)),
          known: known.filter(each => isHere(each.platname)),
        })
    }),
  )
  return partsAlone([
    () => tellWinners(services),
    async () =>
      throwFailed(synced.flatMap(each => (each.status === 'rejected' ? each.reason : []))),
  ])
}

type Here = { wanted: WantedPool[]; known: Pool[] }

async function syncVenue(services: Deps, venue: Venue, { wanted, known }: Here): Promise<void> {
  const { db, clock, venues } = services
  const client = venues.client(venue)
  const refs = [...new Set([...wanted, ...known].map(({ ref }) => ref))]
  const answer = await client.jackpots({})
  if (answer.kind !== 'ok') {
    const said = answer.kind === 'unknown' ? '场馆暂时无法连接' : '场馆不支持奖池'
    for (const ref of refs) await keepSaid(db, venue.venueId, ref, said)
    return
  }
  const refused = new Map<string, string>()
  const told = new Map(answer.data.items.map(each => [each.ref, each]))
  // What closes comes first, so that a game can change its pool.
  for (const next of asked(wanted, told).toSorted((a, b) => Number(a.open) - Number(b.open))) {
    const put = await client.putJackpot(next)
    if (put.kind === 'ok') told.set(next.ref, put.data)
    else if (put.kind === 'refused') refused.set(next.ref, `场馆拒绝（${put.code}）`)
  }
  for (const each of told.values()) await keepTold(db, venue.venueId, each, clock.now())
  for (const [ref, said] of refused) await keepSaid(db, venue.venueId, ref, said)
}

/** What a venue has to be asked for: pools that differ, and those nobody wants any more. */
function asked(wanted: readonly WantedPool[], told: ReadonlyMap<string, VenueJackpot>): Wanted[] {
  const wishes = wanted.map(each => ({
    ref: each.ref,
    name: each.name,
    games: each.games,
    open: each.open,
    share: each.shareHundredths,
    seed: BigInt(each.seedFen),
    bound: BigInt(each.boundFen),
  }))
  const unwanted = [...told.values()]
    .filter(each => each.open && wishes.every(({ ref }) => ref !== each.ref))
    .map(({ ref, name, games, next }) => ({ ref, name, games, open: false, ...next }))
  return [...wishes, ...unwanted].filter(each => !isAs(told.get(each.ref), each))
}

const isAs = (told: VenueJackpot | undefined, wish: Wanted) =>
  told !== undefined &&
  told.name === wish.name &&
  String(told.games) === String(wish.games) &&
  told.open === wish.open &&
  told.next.share === wish.share &&
  told.next.seed === wish.seed &&
  told.next.bound === wish.bound

async function tellWinners(services: Deps): Promise<number> {
  const won = await untold(services.db)
  return partsAlone(won.map(each => () => tellWinner(services, each)))
}

async function tellWinner({ db, clock, bus }: Deps, won: Untold): Promise<number> {
  const now = clock.now()
  const found = await transaction(db, async tx => {
    const taken = await takeUntold(tx, won, now)
    if (taken)
      await notify(
        tx,
        won.memberId,
        '您赢得奖池',
        `您在“${taken.name}”中赢得 ¥${formatFen(taken.wonFen)}，已计入该局返还，存入场馆余额。`,
        now,
      )
    return taken
  })
  if (!found) return 0
  bus.publish('member', [won.memberId.toString()])
  return 1
}

// Venues that can show tournaments are told of those that run, and how members stand who have a
// game of theirs open.
import type { Services } from '../../kernel/http/services.ts'
import { isCapable, type Venue } from '../venues/venues.ts'
import * as store from './store/venue.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'log'>

const AT_ONCE = 50
/** Longer than a venue is waited for; then whoever took it has died with it. */
const TAKEN_MS = 30_000
/** How old a place on a game's page may be. */
const PLACES_MS = 5_000
/** How soon a venue is looked at again that cannot show tournaments, or does not answer. */
const ELSEWHERE_MS = 60_000
const MAX_PLACES = 500

/** One turn of the job; safe on any number of instances. Answers how many venues it told. */
export async function tellVenues(services: Deps): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  await store.nameVenues(db, now)
  const until = new Date(now.getTime() + TAKEN_MS)
  const due = await store.takeNews(db, { now, until, limit: AT_ONCE })
  await Promise.all(
    due.map(async told => {
      try {
        await tell(services, told)
      } catch (error) {
        log.error({ err: error, tournament: told.tournamentId }, 'a venue was not told')
      }
    }),
  )
  return due.length
}

type Outcome = { waitMs: number; said?: string; toldUntil?: Date; isOver?: boolean }

async function tell(services: Deps, told: store.Told): Promise<void> {
  const { db, clock, venues } = services
  const venue = await venues.byId(told.venueId)
  const can = venue !== undefined && (await isCapable(services, venue, 'tournaments'))
  const isOver = told.endsAt <= clock.now()
  const {
    waitMs,
    said = '',
    ...kept
  } = can
    ? await news(services, venue, told)
    : { waitMs: ELSEWHERE_MS, said: '场馆不显示锦标赛或暂时无法连接', isOver }
  await store.keepNews(db, {
    ...told,
    isOver: false,
    ...kept,
    said,
    nextAt: new Date(clock.now().getTime() + waitMs),
  })
}

const refOf = ({ tournamentId }: store.Told) => `T${tournamentId}`

/** The terms where the venue has others, then the places. */
async function news(services: Deps, venue: Venue, told: store.Told): Promise<Outcome> {
  const { clock, venues } = services
  const isOver = told.endsAt <= clock.now()
  if (isOver || told.toldUntil?.getTime() !== told.endsAt.getTime()) {
    const answer = await venues.client(venue).putTournament({
      ref: refOf(told),
      name: told.name,
      // An empty code stands for all games of the venue.
      games: told.games.includes('') ? [] : told.games,
      measure: told.measure,
      starts_at: told.startsAt.toISOString(),
      ends_at: told.endsAt.toISOString(),
      open: !isOver,
    })
    if (answer.kind === 'unknown') return { waitMs: ELSEWHERE_MS, said: '场馆暂时无法连接' }
    if (answer.kind === 'refused')
      return { waitMs: ELSEWHERE_MS, said: `场馆拒绝（${answer.code}）`, isOver }
  }
  const toldUntil = told.endsAt
  if (isOver) return { waitMs: ELSEWHERE_MS, toldUntil, isOver }
  const said = await tellPlaces(services, venue, told)
  return { waitMs: PLACES_MS, toldUntil, said }
}

async function tellPlaces(
  { db, clock, venues }: Deps,
  venue: Venue,
  told: store.Told,
): Promise<string> {
  const found = await store.changedPlaces(db, { ...told, now: clock.now(), limit: MAX_PLACES })
  if (found.length === 0) return ''
  const answer = await venues.client(venue).tournamentPlaces({
    ref: refOf(told),
    items: found.map(({ memberId, ...rest }) => ({ player: memberId.toString(), ...rest })),
  })
  if (answer.kind !== 'ok') return '场馆暂时无法连接'
  await store.keepPlaces(db, told, found)
  return ''
}

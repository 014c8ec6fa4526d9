import { categories, categoryLabels, type Category } from '@tianping/contract/games/facts'
import { rows, sql, type Db } from '@tianping/database'
import { wageringSetting, type WageringSetting } from './setting.ts'

export const FULL = 100

/** What a gift counts of the turnover of a game, in percent. */
export type Weigher = (venueId: number, game: string) => number

type Venue = { venueId: number; platname: string; category: string; name: string }

const venuesOf = (db: Db) =>
  rows(db, sql<Venue>`select venue_id, platname, category, name from venue order by venue_id`)

const isFull = ({ weights, overrides }: WageringSetting) =>
  categories.every(category => weights[category] === FULL) &&
  overrides.every(({ counts }) => counts === FULL)

/** A game's own percentage, else its venue's, else that of its kind. */
export function percentOf(
  { weights, overrides }: WageringSetting,
  { platname, category }: Pick<Venue, 'platname' | 'category'>,
  code: string,
): number {
  const own = overrides.filter(({ venue }) => venue.toUpperCase() === platname.toUpperCase())
  const found = own.find(({ game }) => game === code) ?? own.find(({ game }) => game === '')
  return found?.counts ?? weights[category as Category] ?? FULL
}

const everything: Weigher = () => FULL

/**
 * The weights in force. Ask before a transaction begins: the pool remembers settings, and nothing
 * else is read while everything counts in full.
 */
export async function weigher(db: Db): Promise<Weigher> {
  const setting = await wageringSetting(db)
  if (isFull(setting)) return everything
  const venues = new Map((await venuesOf(db)).map(venue => [venue.venueId, venue]))
  return (venueId, code) => {
    const venue = venues.get(venueId)
    return venue ? percentOf(setting, venue, code) : FULL
  }
}

/** What does not count in full, as people read it: `电子 50%`, kinds before venues and games. */
export async function weightsShown(db: Db): Promise<{ label: string; counts: number }[]> {
  const setting = await wageringSetting(db)
  if (isFull(setting)) return []
  const [venues, games] = await Promise.all([venuesOf(db), namesOf(db, setting)])
  const kinds = categories.flatMap(category => {
    const counts = setting.weights[category]
    return counts === FULL ? [] : [{ label: categoryLabels[category], counts }]
  })
  const own = setting.overrides.map(({ venue, game, counts }) => {
    const name = venues.find(each => each.platname.toUpperCase() === venue.toUpperCase())?.name
    const title = games.find(each => each.venue === venue.toUpperCase() && each.game === game)
    const label = [name ?? venue, ...(game === '' ? [] : [title?.name ?? game])].join(' · ')
    return { label, counts }
  })
  return [...kinds, ...own]
}

const namesOf = (db: Db, { overrides }: WageringSetting) =>
  rows(
    db,
    sql<{ venue: string; game: string; name: string }>`
    select upper(v.platname) as venue, g.game_code as game, g.name from game g join venue v using (venue_id)
    where (upper(v.platname), g.game_code) in (
      select * from unnest(${overrides.map(({ venue }) => venue.toUpperCase())}::text[],
        ${overrides.map(({ game }) => game)}::text[]) as o (venue, game))`,
  )

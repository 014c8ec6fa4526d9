// What the form of a mission says, or which field is wrong.
import type { ConsolePayload } from '@tianping/contract/console'
import { offerProducts } from '@tianping/contract/consents/facts'
import { isAmountGoal, isPlayGoal } from '@tianping/contract/giveaways/facts'
import { say } from '@tianping/contract/refusals'
import { LAST_TIER } from '@tianping/contract/verification/facts'
import type { Db } from '@tianping/database'
import { beijingDay, DAY_MS, startOfDay } from '@tianping/money/day'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { productOf } from '../../activity/activity.ts'
import { protectionSetting } from '../../protection/protection.ts'
import { gamesTyped } from '../../tournaments/tournaments.ts'
import { placeNames } from '../store/mission.sql.ts'
import { MAX_COUNT, type MissionTerms } from '../terms.ts'
import { fenIn, MAX_DAYS, wrong } from './form.ts'

type Mission = ConsolePayload<'POST /api/console/giveaways/propose-mission'>

/** Fen, a count, or a tier; refuses what the goal does not count. */
function neededOf({ goal, needed }: Mission): number {
  if (isAmountGoal(goal)) return Number(fenIn(needed, 'needed'))
  const max = goal === 'identity' ? LAST_TIER : MAX_COUNT
  const typed = String(needed ?? '').trim()
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  if (count < 1 || count > max) throw wrong('needed', say('giveaway.mission_count', { max }))
  return count
}

/** Venues and games, of one product where the site's protection asks for that. */
async function placesOf(db: Db, { goal, games }: Mission): Promise<MissionTerms['places']> {
  if (games === '') return []
  if (!isPlayGoal(goal)) throw wrong('games', say('giveaway.mission_places'))
  const places = await placeNames(db, await gamesTyped(db, games))
  const products = [...new Set(places.map(({ category }) => productOf[category]))]
  if (products.length > 1 && (await protectionSetting(db)).oneProduct)
    throw wrong(
      'games',
      say('giveaway.mission_mixed', {
        products: products.map(product => offerProducts[product]).join('、'),
      }),
    )
  return places.map(({ venueId, game, name }) => ({ venueId, game, name }))
}

/** Refuses a reward for how often one plays, where the site's protection has none. */
async function refuseFrequency(db: Db, { goal }: Mission): Promise<void> {
  if (goal === 'bets' && (await protectionSetting(db)).noStreaks)
    throw wrong('goal', say('giveaway.mission_frequency'))
}

/** What a mission counts is kept by Beijing days, so it begins with one. */
function daysOf(body: Mission): number {
  const startsAt = momentOf(body.starts_at, 'starts_at')
  if (startsAt && startsAt.getTime() !== startOfDay(beijingDay(startsAt)).getTime())
    throw wrong('starts_at', say('giveaway.mission_start'))
  const endsAt = momentOf(body.ends_at, 'ends_at')
  const isSpan = startsAt && endsAt && endsAt > startsAt
  const most = isSpan ? (endsAt.getTime() - startsAt.getTime()) / DAY_MS : MAX_DAYS
  if (body.days < 1 || body.days > Math.min(most, MAX_DAYS))
    throw wrong('days', say('giveaway.mission_days'))
  return body.days
}

export async function missionTermsOf(db: Db, body: Mission): Promise<MissionTerms> {
  await refuseFrequency(db, body)
  const needed = neededOf(body)
  const places = await placesOf(db, body)
  const days = daysOf(body)
  const prizeFen = fenIn(body.prize, 'prize')
  if (fenIn(body.budget, 'budget', say('giveaway.budget_range')) < prizeFen)
    throw wrong('budget', say('giveaway.mission_budget'))
  return { kind: 'mission', goal: body.goal, needed, days, places, prizeFen: Number(prizeFen) }
}

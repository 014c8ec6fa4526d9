// Missions: a prize for what the facts of the engines show. Whoever set limits is shown none that
// asks for money or play; what was reached may be claimed nevertheless
// (docs/decisions/0212-missions-are-claimed-and-urge-nobody.md).
import type { Given } from '@tianping/contract'
import {
  isAmountGoal,
  type MissionGoal,
  type MissionStanding,
} from '@tianping/contract/giveaways/facts'
import { say } from '@tianping/contract/refusals'
import { tierLabel } from '@tianping/contract/verification/facts'
import { transaction, type Db, type Tx } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay, DAY_MS } from '@tianping/money/day'
import { explained, figures } from '../../kernel/http/explain.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { isSelfLimited, whoMayBenefit } from '../protection/protection.ts'
import { giveGift, refuseTaken, type Given as Gift } from './gift.ts'
import { lockFor, otherAccount, refuseBudget } from './guard.ts'
import { offeredTo, saidBy } from './offered.ts'
import { giftOfAction, givenTo } from './store/gift.sql.ts'
import { hadCodes, type Giveaway } from './store/giveaway.sql.ts'
import { doneAmong, noteShown, type Counted } from './store/mission.sql.ts'
import { termsOf, type MissionTerms } from './terms.ts'

export type Mission = { giveaway: Giveaway; terms: MissionTerms }

export function missionOf(giveaway: Giveaway): Mission {
  const terms = termsOf(giveaway.terms)
  if (terms.kind !== 'mission') throw new Error(`giveaway ${giveaway.giveawayId} is no mission`)
  return { giveaway, terms }
}

/** The end of the last day that counts; a mission begins with a Beijing day, so this is one too. */
const countsUntil = ({ giveaway, terms }: Mission) =>
  new Date(giveaway.startsAt.getTime() + terms.days * DAY_MS)

/** An identity is proven or not. */
export const neededOf = ({ goal, needed }: MissionTerms) =>
  goal === 'identity' ? 1n : BigInt(needed)

export function countedOf(mission: Mission, now: Date): Counted {
  const { giveaway, terms } = mission
  const [from, until] = [giveaway.startsAt, countsUntil(mission)]
  const days = { fromDay: beijingDay(from), untilDay: beijingDay(until) }
  return { goal: terms.goal, from, until, ...days, places: terms.places, tier: terms.needed, now }
}

async function progressOf(db: Db, mission: Mission, memberId: bigint, now: Date): Promise<bigint> {
  if (mission.giveaway.startsAt > now) return 0n
  return (await doneAmong(db, [memberId], countedOf(mission, now))).get(memberId) ?? 0n
}

function standingOf(mission: Mission, done: bigint, now: Date): MissionStanding {
  if (mission.giveaway.startsAt > now) return 'before'
  if (done >= neededOf(mission.terms)) return 'reached'
  return countsUntil(mission) > now ? 'open' : 'missed'
}

const shownOf = (goal: MissionGoal, done: bigint) =>
  isAmountGoal(goal) ? yuanOf(done) : Number(done)

type Row = Given<'POST /api/welfareOffers'>['missions'][number]
type Asked = { memberId: bigint; now: Date }

async function rowOf(db: Db, mission: Mission, { memberId, now }: Asked): Promise<Row> {
  const { giveaway, terms } = mission
  const { giveawayId, name, note, startsAt, endsAt, turnoverTimes } = giveaway
  const accounts = await givenTo(db, giveawayId, memberId)
  const done = await progressOf(db, mission, memberId, now)
  const isClaimed = accounts.includes(memberId)
  return {
    id: giveawayId,
    name,
    note,
    goal: terms.goal,
    needed: shownOf(terms.goal, neededOf(terms)),
    done: shownOf(terms.goal, done),
    detail: terms.goal === 'identity' ? tierLabel(terms.needed) : '',
    places: terms.places.map(place => place.name),
    counts_from: beijing(startsAt),
    counts_until: beijing(countsUntil(mission)),
    ends_at: beijing(endsAt),
    prize: yuanOf(BigInt(terms.prizeFen)),
    turnover_times: turnoverTimes,
    standing: isClaimed ? 'claimed' : standingOf(mission, done, now),
    refused: await saidBy(() => {
      if (isClaimed) return
      if (accounts.length > 0) throw otherAccount()
      refuseBudget(giveaway, BigInt(terms.prizeFen))
    }),
  }
}

/** Whether a mission still asks for money or play; a member who set a limit is not shown it. */
const isAsking = ({ goal, standing }: Row) =>
  goal !== 'identity' && standing !== 'reached' && standing !== 'claimed'

/**
 * Missions that are for the member. One for a segment is written down as shown: reaching it may
 * take the member out of the segment, and what was shown is not taken back.
 */
async function missionsFor(db: Db, asked: Asked): Promise<Row[]> {
  const offered = await offeredTo(db, { kind: 'mission', ...asked })
  if (offered.length === 0) return []
  const segmented = offered.filter(({ segmentId }) => segmentId !== null)
  const giveawayIds = segmented.map(({ giveawayId }) => giveawayId)
  if (giveawayIds.length > 0) await noteShown(db, { ...asked, giveawayIds })
  const rows: Row[] = []
  for (const giveaway of offered) rows.push(await rowOf(db, missionOf(giveaway), asked))
  const isLimited = await isSelfLimited(db, asked.memberId)
  return rows.filter(row => !(isLimited && isAsking(row)))
}

/** How long the field for codes stays after the last offer with codes has ended. */
const CODES_SHOWN_DAYS = 90

/** What the page of welfare offers a member; nothing to whom the guard takes out. */
export async function welfareOffers(
  db: Db,
  asked: Asked,
): Promise<{ missions: Row[]; codes: boolean }> {
  const { memberId, now } = asked
  if ((await whoMayBenefit(db, [memberId], now)).length === 0) return { missions: [], codes: false }
  const since = new Date(now.getTime() - CODES_SHOWN_DAYS * DAY_MS)
  return { missions: await missionsFor(db, asked), codes: await hadCodes(db, since) }
}

type Claim = Asked & { id: number; actionKey: string }

/** Pays the prize of a mission that the facts show as reached, once. */
export const claimMission = (db: Db, claim: Claim): Promise<Gift> =>
  transaction(db, tx => give(tx, claim))

async function give(tx: Tx, { id, memberId, actionKey, now }: Claim): Promise<Gift> {
  await lockMember(tx, memberId)
  const before = await giftOfAction(tx, memberId, actionKey)
  if (before) return before
  const giveaway = await lockFor(tx, { id, kind: 'mission', memberId, now })
  await refuseTaken(tx, id, memberId)
  const mission = missionOf(giveaway)
  const reached = await progressOf(tx, mission, memberId, now)
  refuseUnreached(mission.terms, reached)
  const amountFen = BigInt(mission.terms.prizeFen)
  refuseBudget(giveaway, amountFen)
  return giveGift(tx, { giveaway, memberId, amountFen, now, actionKey, by: { reached } })
}

function refuseUnreached(terms: MissionTerms, done: bigint): void {
  const needed = neededOf(terms)
  if (done >= needed) return
  const figure = (name: string, label: string, value: bigint) =>
    isAmountGoal(terms.goal)
      ? figures.yuan(name, label, value)
      : figures.count(name, label, Number(value))
  throw explained(say('giveaway.mission_unreached'), {
    rule: 'mission_goal',
    version: 0,
    inputs: [figure('done', '已完成', done), figure('needed', '目标', needed)],
    missing: [figure('missing', '尚缺', needed - done)],
  })
}

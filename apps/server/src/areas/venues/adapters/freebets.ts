// Free rounds of a seamless venue, in the shape of Hub88's published Freebets API: a reward is made
// from a prepaid, which says game, stake and number of rounds or leaves them open. A reward carries
// our ref, so that it is found again when the answer was lost.
import type { VenueCallName, VenueOutcome } from '@tianping/venue-protocol'
import { z } from 'zod'
import { DUPLICATE, judged, PER_FEN, type Asking } from './operatorApi.ts'
import {
  here,
  mapped,
  NOT_OFFERED,
  type FreeAsked,
  type FreeOffer,
  type FreeTerms,
} from './port.ts'

const MAX_PREPAIDS = 5_000
/** Pages of one player's rewards that are looked through. */
const MAX_PAGES = 20
const PER_PAGE = 100

const VOIDED = 2005
const BAD_AMOUNT = 2006

const prepaid = z.object({
  prepaid_uuid: z.string().max(64),
  game_code: z.string().max(64),
  currency: z.string().max(8),
  bet_value: z.int().min(0).nullish(),
  bet_count: z.int().min(0).nullish(),
  bonus_buy: z.boolean().nullish(),
})
type Prepaid = z.output<typeof prepaid>
const prepaids = z.array(prepaid).max(MAX_PREPAIDS)

const reward = z.object({
  reward_uuid: z.string().min(1).max(64),
  status: z.string().max(40).nullish(),
  operator_reference: z.string().max(80).nullish(),
})
type Reward = z.output<typeof reward>
const rewards = z.object({
  rewards: z.array(reward).max(1_000),
  pagination: z.object({ next_cursor: z.string().max(500).nullish() }).nullish(),
})

const ENDED = ['FRS_CANCELLED', 'FRS_FAILED', 'FRS_EXPIRED']
const RUNNING = ['FRS_NEW', 'FRS_ACTIVE']
const isIn = (states: readonly string[], { status }: Reward) => states.includes(status ?? '')

const refused = (code: number, message: string) =>
  ({ kind: 'refused', code, message, requestId: '' }) as const
const unknown = (detail: string) => ({ kind: 'unknown', reason: 'not_accepted', detail }) as const

const prepaidsOf = async (
  { at, post }: Asking,
  name: VenueCallName,
): Promise<VenueOutcome<Prepaid[]>> =>
  mapped(judged(await post(name, '/freebet/prepaids/list', {}), prepaids), all =>
    all.filter(
      each =>
        each.currency === at.currency && !each.bonus_buy && termsOf(each).stakeFen !== NO_STAKE,
    ),
  )

/** The value of a prepaid that is no whole fen. */
const NO_STAKE = 0n

const stakeOf = (value: number): bigint =>
  BigInt(value) % PER_FEN === 0n ? BigInt(value) / PER_FEN : NO_STAKE

const termsOf = ({ bet_value: value, bet_count: rounds }: Prepaid): FreeTerms => ({
  stakeFen: value == null ? null : stakeOf(value),
  rounds: rounds ?? null,
})

/** A venue without the call says so; a silent one says nothing. */
export async function freeRoundsOffered(asking: Asking): Promise<VenueOutcome<FreeOffer | null>> {
  const found = await prepaidsOf(asking, 'games')
  if (found.kind === 'refused') return here(null)
  if (found.kind === 'unknown') return found.reason === 'not_accepted' ? here(null) : found
  if (found.data.length === 0) return here(null)
  const terms = Map.groupBy(found.data, ({ game_code: code }) => code)
  return here({
    games: 1,
    terms: new Map([...terms].map(([code, all]) => [code, all.map(termsOf)])),
    isWhole: true,
  })
}

/** The rewards of the player that carry this ref; more than one where two requests met there. */
async function rewardsOf(
  { post }: Asking,
  { ref, player }: FreeAsked,
): Promise<VenueOutcome<Reward[]>> {
  const found: Reward[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const pagination = { limit: PER_PAGE, ...(cursor ? { cursor } : {}) }
    const posted = await post('freeRounds', '/freebet/rewards/list', { user: player, pagination })
    const answer = judged(posted, rewards)
    if (answer.kind !== 'ok') return answer
    found.push(...answer.data.rewards.filter(each => each.operator_reference === ref))
    cursor = answer.data.pagination?.next_cursor
    if (!cursor) return here(found)
  }
  return unknown('more rewards than are looked through')
}

/** Asks first whether it was made before: the venue's answer to that request may have been lost. */
export async function freeRoundsGiven(
  asking: Asking,
  asked: FreeAsked,
): Promise<VenueOutcome<{ names: readonly string[] }>> {
  if (asked.games.length !== 1) return refused(NOT_OFFERED, 'one game in a reward')
  const before = await rewardsOf(asking, asked)
  if (before.kind !== 'ok') return before
  const standing = before.data.filter(each => !isIn(ENDED, each))
  if (standing.length > 0) return here({ names: standing.map(each => each.reward_uuid) })
  if (before.data.length > 0) return refused(VOIDED, 'the reward has ended')
  const chosen = await prepaidFor(asking, asked)
  return chosen.kind === 'ok' ? created(asking, asked, chosen.data) : chosen
}

async function prepaidFor(
  asking: Asking,
  { games, stake, rounds }: FreeAsked,
): Promise<VenueOutcome<Prepaid>> {
  const offered = await prepaidsOf(asking, 'grantFreeRounds')
  if (offered.kind !== 'ok') return offered
  const fits = offered.data.find(each => {
    const terms = termsOf(each)
    const isStake = terms.stakeFen === null || terms.stakeFen === BigInt(stake)
    return each.game_code === games[0] && isStake && (terms.rounds ?? rounds) === rounds
  })
  return fits ? here(fits) : refused(BAD_AMOUNT, 'no prepaid of this stake and number')
}

/** As the published pages write instants. */
const instantOf = (at: Date) => at.toISOString().slice(0, 19)

async function created(
  { at, millis, post }: Asking,
  { ref, player, stake, rounds, ends_at }: FreeAsked,
  { prepaid_uuid, game_code }: Prepaid,
): Promise<VenueOutcome<{ names: readonly string[] }>> {
  const posted = await post('grantFreeRounds', '/freebet/rewards/create', {
    user: player,
    prepaid_uuid,
    game_code,
    currency: at.currency,
    bet_value: Number(BigInt(stake) * PER_FEN),
    bet_count: rounds,
    start_time: instantOf(new Date(millis())),
    end_time: instantOf(new Date(ends_at)),
    operator_reference: ref,
  })
  const answer = judged(posted, reward)
  // The next attempt finds the reward that has this ref.
  if (answer.kind === 'refused' && answer.code === DUPLICATE) return unknown('the ref was used')
  if (answer.kind === 'ok' && isIn(ENDED, answer.data)) return refused(NOT_OFFERED, 'not given')
  return mapped(answer, ({ reward_uuid }) => ({ names: [reward_uuid] }))
}

/**
 * Ends what has not ended. A reward that the venue does not end is harmless: our wallet takes no
 * round of a grant that is not open.
 */
export async function freeRoundsEnded(
  asking: Asking,
  asked: FreeAsked,
): Promise<VenueOutcome<null>> {
  const found = await rewardsOf(asking, asked)
  if (found.kind !== 'ok') return found
  for (const { reward_uuid } of found.data.filter(each => isIn(RUNNING, each))) {
    const posted = await asking.post('cancelFreeRounds', '/freebet/rewards/cancel', { reward_uuid })
    const ended = judged(posted, z.object({ reward_uuid: z.string() }))
    if (ended.kind === 'unknown') return ended
  }
  return here(null)
}

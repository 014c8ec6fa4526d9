// What the form of a tournament says, or which field is wrong.
import { MAX_PLACES } from '@tianping/contract/tournaments/facts'
import type { ConsolePayload } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import type { Db } from '@tianping/database'
import { formatFen, parseYuan } from '@tianping/money'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { costOf } from '../standing.ts'
import { venueOf, type Played } from '../store/tournament.sql.ts'

type Typed = ConsolePayload<'POST /api/console/tournaments/propose'>

const MAX_DAYS = 31
const MAX_GAMES = 50
const MAX_TIMES = 50
const MAX_VIP = 10
const MAX_STAKE_FEN = 100_000_000n
const MAX_BUDGET_FEN = 1_000_000_000_000n

const wrong = (field: string, said: Said) => new Refusal(said, { field })
const isWithin = (value: number, most: number) => value >= 0 && value <= most

const LINE = /^(\d{1,3})(?:[-~～至](\d{1,3}))?[:：](\d[\d.]{0,12})$/

/** `3-5:200` as first and last place and what each wins; undefined for anything else. */
function lineOf(typed: string) {
  const [, from, to, yuan] = LINE.exec(typed) ?? []
  const fen = parseYuan(yuan ?? '')
  const line = { from: Number(from), to: Number(to ?? from), fen: fen ?? 0n }
  return line.fen > 0n && line.to >= line.from && line.to <= MAX_PLACES ? line : undefined
}

/** `1:1000，2-5:200`: what each place wins, without a gap; undefined for anything else. */
function prizesOf(typed: string): bigint[] | undefined {
  const prizes: bigint[] = []
  for (const part of typed.split(/[\s,，、;；]+/).filter(each => each !== '')) {
    const line = lineOf(part)
    if (line?.from !== prizes.length + 1) return undefined
    while (prizes.length < line.to) prizes.push(line.fen)
  }
  return prizes.length > 0 ? prizes : undefined
}

/** `FG/fortune3 OBQP`: games, or venues with all of theirs. */
export async function gamesOf(db: Db, typed: string): Promise<Played[]> {
  const parts = [...new Set(typed.split(/[\s,，、]+/).filter(each => each !== ''))]
  if (parts.length === 0 || parts.length > MAX_GAMES)
    throw wrong('games', say('tournament.games_missing'))
  const games = new Map<string, Played>()
  for (const part of parts) {
    const [venue = '', game = ''] = part.split('/')
    const found = await venueOf(db, venue, game === '' ? [] : [game])
    if (!found) throw wrong('games', say('tournament.venue_unknown', { venue }))
    if (found.missing !== null)
      throw wrong('games', say('tournament.game_unknown', { venue: found.name, game }))
    games.set(`${found.venueId}/${game}`, { venueId: found.venueId, game })
  }
  return [...games.values()]
}

function spanOf({ starts_at, ends_at }: Typed, now: Date) {
  const startsAt = momentOf(starts_at, 'starts_at')
  const endsAt = momentOf(ends_at, 'ends_at')
  if (!startsAt || startsAt <= now) throw wrong('starts_at', say('tournament.past'))
  if (!endsAt || endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > MAX_DAYS * DAY_MS)
    throw wrong('ends_at', say('tournament.span', { days: MAX_DAYS }))
  return { startsAt, endsAt }
}

/** An amount from a fen up to a bound; refuses any other. */
function fenOf(typed: string | number | undefined, most: bigint, refusal: Refusal): bigint {
  const fen = parseYuan(typed ?? '')
  if (fen === null || fen < 1n || fen > most) throw refusal
  return fen
}

function moneyOf(body: Typed) {
  const prizesFen = prizesOf(body.prizes)
  if (!prizesFen) throw wrong('prizes', say('tournament.prizes', { max: MAX_PLACES }))
  const budgetFen = fenOf(body.budget, MAX_BUDGET_FEN, wrong('budget', say('tournament.budget')))
  const costFen = costOf(prizesFen)
  if (costFen > budgetFen) {
    const said = { cost: formatFen(costFen), budget: formatFen(budgetFen) }
    throw wrong('budget', say('tournament.over_budget', said))
  }
  const bad = wrong('least_stake', say('tournament.least_stake'))
  return { prizesFen, budgetFen, leastStakeFen: fenOf(body.least_stake, MAX_STAKE_FEN, bad) }
}

export async function read(db: Db, body: Typed, now: Date) {
  const { name, note, measure, turnover_times: turnoverTimes, min_vip: minVip } = body
  if (name === '') throw wrong('name', say('tournament.name'))
  const games = await gamesOf(db, body.games)
  const money = moneyOf(body)
  if (!isWithin(turnoverTimes, MAX_TIMES)) throw wrong('turnover_times', say('tournament.times'))
  if (!isWithin(minVip, MAX_VIP)) throw wrong('min_vip', say('tournament.vip'))
  const segmentId = body.segment_id > 0 ? BigInt(body.segment_id) : null
  const span = spanOf(body, now)
  return { name, note, measure, turnoverTimes, minVip, segmentId, games, ...money, ...span }
}

import { itemAt, lastOf } from '../../../model/present.ts'
import { sha256, toHex, utf8 } from '@tianping/fairness'
import {
  BOOK_LIMITS,
  MOST_OF_TICKET,
  picksOf,
  type Book,
  type Fixture,
  type Live,
} from '../../../model/Book.ts'
import type { Result } from '../../../model/result.ts'
import { percent } from '../../../model/percent.ts'
import { overtimeScore } from './chances.ts'
import { linesAt } from './lines.ts'
import { ESPORT_MATH } from './math.ts'
import { draw, mapsWon, scoreOf, type Outcome, type Terms } from './outcome.ts'

const mathJson = `${JSON.stringify(ESPORT_MATH, null, 2)}\n`
const { teams, roundMs, halfMs, mapBreakMs, closedAfterMapMs, regulationRounds } = ESPORT_MATH
const KEYS = Object.keys(teams)
const GAMES_A_DAY = KEYS.length / 2
const MATCHDAYS = KEYS.length - 1

/** Everybody meets everybody in eleven matchdays, then again the other way round. */
export function fixture(number: number): Fixture<Terms> {
  const matchday = Math.floor(number / GAMES_A_DAY)
  const game = number % GAMES_A_DAY
  const place = (i: number) => (i === 0 ? 0 : 1 + ((i - 1 + matchday) % MATCHDAYS))
  const one = itemAt(KEYS, place(game))
  const two = itemAt(KEYS, place(KEYS.length - 1 - game))
  const [home, away] = (number + matchday) % 2 === 1 ? [two, one] : [one, two]
  return {
    home,
    away,
    terms: { p: 50 + itemAt(teams, home).strength - itemAt(teams, away).strength },
  }
}

/** True when the next round of a map comes after a break. */
function breaksBefore(rounds: string): boolean {
  if (rounds.length === regulationRounds / 2) return true
  if (rounds.length < regulationRounds) return false
  const [x, y] = overtimeScore(scoreOf(rounds))
  return x === 0 && y === 0
}

type Moment = { ms: number; maps: string[]; mapEnded: boolean }

/** Every round as it becomes known: when, and all the rounds until then. */
function moments({ maps }: Outcome): Moment[] {
  const found: Moment[] = []
  let ms = 0
  for (const [i, rounds] of maps.entries()) {
    if (i > 0) ms += mapBreakMs
    for (let count = 1; count <= rounds.length; count++) {
      ms += roundMs + (breaksBefore(rounds.slice(0, count - 1)) ? halfMs : 0)
      found.push({
        ms,
        maps: [...maps.slice(0, i), rounds.slice(0, count)],
        mapEnded: count === rounds.length,
      })
    }
  }
  return found
}

/** The moments of the matches under way, which are looked at again and again. */
const kept = new WeakMap<Outcome, Moment[]>()
function momentsOf(outcome: Outcome): Moment[] {
  const found = kept.get(outcome) ?? moments(outcome)
  kept.set(outcome, found)
  return found
}

function at({ p }: Terms, outcome: Outcome, elapsedMs: number): Live {
  const known = momentsOf(outcome).filter(({ ms }) => ms <= elapsedMs)
  const last = known.at(-1)
  const ended = last?.mapEnded ?? false
  const played = playedAt(last)
  const score = mapsWon(played)
  const rounds = last && !ended ? scoreOf(lastOf(last.maps)) : ([0, 0] as [number, number])
  const over = Math.max(...score) === ESPORT_MATH.mapsToWin
  const open = !(last && ended) || elapsedMs - last.ms >= closedAfterMapMs
  return {
    score,
    key: score.join(':'),
    detail: {
      maps: last?.maps ?? [],
      map: played.length + (over ? 0 : 1),
      rounds,
      pause: pauseOf(outcome, known.length, over),
    },
    lines: over ? [] : linesAt(p, score, rounds, open),
  }
}

/** The maps that are over at a moment. */
function playedAt(moment: Moment | undefined): string[] {
  if (!moment) return []
  return moment.mapEnded ? moment.maps : moment.maps.slice(0, -1)
}

/** The break before the next round, for whoever wonders why nothing happens. */
function pauseOf(
  outcome: Outcome,
  count: number,
  over: boolean,
): 'none' | 'half' | 'overtime' | 'map' {
  const last = momentsOf(outcome)[count - 1]
  if (!last || over) return 'none'
  if (last.mapEnded) return 'map'
  if (!breaksBefore(lastOf(last.maps))) return 'none'
  return lastOf(last.maps).length < regulationRounds ? 'half' : 'overtime'
}

/** The beginning, every round, and the end of the pause after a map. */
function changesMs(outcome: Outcome): number[] {
  return [
    ...new Set([
      0,
      ...momentsOf(outcome).flatMap(({ ms, mapEnded }) =>
        mapEnded ? [ms, ms + closedAfterMapMs] : [ms],
      ),
    ]),
  ].toSorted((a, b) => a - b)
}

/** Whether the first side of each market won, or the maps went over the line; null off the list. */
const WON: Record<string, (maps: readonly string[], value: string) => boolean | null> = {
  win: maps => lead(maps) > 0,
  mt: (maps, value) => (value === '10' ? maps.length === 3 : null),
  mh: (maps, value) =>
    value === '-6' || value === '6' ? lead(maps) + Number(value) / 4 > 0 : null,
  map: (maps, value) => maps[Number(value) - 1]?.endsWith('L') ?? null,
}
/** The two selections of each market, the one of `WON` first. */
const SIDES: Record<string, readonly [string, string]> = {
  win: ['a', 'b'],
  mt: ['o', 'u'],
  mh: ['a', 'b'],
  map: ['a', 'b'],
}

function lead(maps: readonly string[]): number {
  const [left, right] = mapsWon(maps)
  return left - right
}

function judge({ maps }: Outcome, pick: string): Result | null {
  const [, market = '', value = '', side = ''] =
    /^(win|mt|mh|map)(?::([^:]+))?:([^:]+)$/.exec(pick) ?? []
  const sides = SIDES[market]
  if (!sides?.includes(side) || (market === 'win') !== (value === '')) return null
  const won = WON[market]?.(maps, value) ?? null
  if (won === null) return null
  return won === (side === sides[0]) ? 'win' : 'loss'
}

const nameOf = (key: string) => itemAt(teams, key).name

export const esport: Book<Terms, Outcome> = {
  code: 'esport',
  venue: 'ESPORT',
  name: '电竞',
  category: 'gaming',
  model: ESPORT_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  rtpExact: ESPORT_MATH.rtp,
  rtpPercent: percent(ESPORT_MATH.rtp, 4),
  hitPercent: '95.00',
  maxWin: MOST_OF_TICKET,
  page: 'esport',
  margin: { perTenThousand: ESPORT_MATH.marginPerTenThousand },
  stakesFen: [BOOK_LIMITS.minStakeFen, 500_000n],
  everyMs: 180_000,
  aheadMs: 900_000,
  // A round's result and its price change become known at the same moment, by the clock that also
  // dates the bets.
  acceptDelayMs: 0,
  fixture,
  draw,
  lengthMs: outcome => lastOf(momentsOf(outcome)).ms,
  changesMs,
  listed: ({ home, away }, live, started) => ({
    home: nameOf(home),
    away: nameOf(away),
    clock: started ? `第 ${Number(live.detail['map'])} 图` : '',
    picks: picksOf(live, 'win', ['主胜', '客胜']),
  }),
  at,
  judge,
}

import { itemAt } from '../../../model/present.ts'
import { sha256, toHex, utf8 } from '@tianping/fairness'
import {
  BOOK_LIMITS,
  MOST_OF_TICKET,
  picksOf,
  type Book,
  type Fixture,
  type Live,
} from '../../../model/Book.ts'
import { halvesAbove, resultOf, type Halves, type Result } from '../../../model/result.ts'
import { percent } from '../../../model/percent.ts'
import type { Terms } from './grid.ts'
import { linesAt } from './lines.ts'
import { FOOTBALL_MATH, PLAY_MINUTES } from './math.ts'
import { draw, type Goal, type Outcome } from './outcome.ts'
import { FOOTBALL_PUBLISHED, mathsBefore } from './published.ts'

const jsonOf = (math: object) => `${JSON.stringify(math, null, 2)}\n`
const mathJson = jsonOf(FOOTBALL_PUBLISHED)
const { minuteMs, closedAfterGoalMs, acceptDelayMs, takenLateMs, teams, homeBase, awayBase } =
  FOOTBALL_MATH
const LENGTH_MS = PLAY_MINUTES * minuteMs

/** When a goal becomes known, in ms after the beginning; one second of play lasts 66 2/3 ms. */
export const goalMs = ({ second }: Goal) => Math.ceil((second * minuteMs) / 60)

const KEYS = Object.keys(teams)
const GAMES_A_DAY = KEYS.length / 2
const MATCHDAYS = KEYS.length - 1

/** Goals expected when these two meet. */
export function termsOf(home: string, away: string): Terms {
  return {
    home: homeBase + itemAt(teams, home).attack - itemAt(teams, away).defence,
    away: awayBase + itemAt(teams, away).attack - itemAt(teams, home).defence,
  }
}

/** Everybody meets everybody in fifteen matchdays, then again the other way round. */
export function fixture(number: number): Fixture<Terms> {
  const matchday = Math.floor(number / GAMES_A_DAY)
  const game = number % GAMES_A_DAY
  const place = (i: number) => (i === 0 ? 0 : 1 + ((i - 1 + matchday) % MATCHDAYS))
  const one = itemAt(KEYS, place(game))
  const two = itemAt(KEYS, place(KEYS.length - 1 - game))
  const swapped = (game + (matchday % MATCHDAYS) + Math.floor(matchday / MATCHDAYS)) % 2 === 1
  const [home, away] = swapped ? [two, one] : [one, two]
  return { home, away, terms: termsOf(home, away) }
}

function at(terms: Terms, outcome: Outcome, elapsedMs: number): Live {
  const known = outcome.goals.filter(goal => goalMs(goal) <= elapsedMs)
  const score: [number, number] = [
    known.filter(goal => goal.side === 0).length,
    known.filter(goal => goal.side === 1).length,
  ]
  const minuteOf = (ms: number) => Math.min(PLAY_MINUTES, Math.max(0, Math.floor(ms / minuteMs)))
  // A ticket that is sent now is taken after the delay, so it gets the price of that moment.
  const priced = elapsedMs < 0 ? null : minuteOf(elapsedMs + acceptDelayMs)
  const last = known.at(-1)
  const open = !last || elapsedMs - goalMs(last) >= closedAfterGoalMs
  return {
    score,
    key: score.join(':'),
    detail: {
      minute: minuteOf(elapsedMs),
      goals: known.map(goal => ({
        minute: Math.max(1, Math.floor(goal.second / 60)),
        side: goal.side,
      })),
    },
    lines:
      elapsedMs >= LENGTH_MS
        ? []
        : linesAt(
            terms,
            score,
            priced && Math.min(priced, PLAY_MINUTES - 1),
            open && (priced ?? 0) < PLAY_MINUTES,
          ),
    goodUntilMs: priced === null ? -1 : (priced + 1) * minuteMs + takenLateMs,
  }
}

/** Every minute, its prices half a minute before, every goal, and the end of the pause after it. */
function changesMs({ goals }: Outcome): number[] {
  const minutes = Array.from({ length: PLAY_MINUTES + 1 }, (_, minute) => [
    minute * minuteMs,
    (minute + 1) * minuteMs - acceptDelayMs,
  ]).flat()
  const pauses = goals.flatMap(goal => [goalMs(goal), goalMs(goal) + closedAfterGoalMs])
  return [...new Set([...minutes, ...pauses])]
    .filter(ms => ms <= LENGTH_MS)
    .toSorted((a, b) => a - b)
}

const WINNER: Record<string, (difference: number) => boolean> = {
  h: d => d > 0,
  d: d => d === 0,
  a: d => d < 0,
}

/** Goals that count for each side: a handicap counts from the score at the bet. */
type Counted = { score: readonly [number, number]; since: readonly [number, number] }

/** What the first side of a line in quarters won and lost. */
const HALVES: Record<string, (counted: Counted, quarters: number) => Halves> = {
  ah: ({ score: [h, a], since: [x, y] }, quarters) => halvesAbove(h - x - (a - y), -quarters),
  ou: ({ score: [h, a] }, quarters) => halvesAbove(h + a, quarters),
}
/** The two sides of a line, the one of `HALVES` first. */
const SIDES: Record<string, readonly [string, string]> = { ah: ['h', 'a'], ou: ['o', 'u'] }

function judge({ score }: Outcome, pick: string, key: string): Result | null {
  const [, x, y] = /^(\d+):(\d+)$/.exec(key) ?? []
  if (x === undefined || y === undefined) return null
  const [, winner = ''] = /^1x2:([hda])$/.exec(pick) ?? []
  const wins = WINNER[winner]
  if (wins) return wins(score[0] - score[1]) ? 'win' : 'loss'
  return judgeLine({ score, since: [Number(x), Number(y)] }, pick)
}

function judgeLine(counted: Counted, pick: string): Result | null {
  const [, market = '', quarters, side = ''] = /^(ah|ou):(-?\d{1,2}):([^:]+)/.exec(pick) ?? []
  const sides = SIDES[market]
  const halves = HALVES[market]?.(counted, Number(quarters))
  if (!halves || !sides?.includes(side)) return null
  return resultOf(side === sides[0] ? halves : { won: halves.lost, lost: halves.won })
}

const nameOf = (key: string) => itemAt(teams, key).name

export const football: Book<Terms, Outcome> = {
  code: 'football',
  venue: 'SPORT',
  name: '足球',
  category: 'sport',
  model: FOOTBALL_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  mathBefore: mathsBefore().map(jsonOf),
  rtpExact: FOOTBALL_MATH.rtp,
  rtpPercent: percent(FOOTBALL_MATH.rtp, 4),
  hitPercent: '95.00',
  maxWin: MOST_OF_TICKET,
  page: 'football',
  margin: { perTenThousand: FOOTBALL_MATH.marginPerTenThousand },
  stakesFen: [BOOK_LIMITS.minStakeFen, 500_000n],
  everyMs: 180_000,
  aheadMs: 900_000,
  acceptDelayMs,
  fixture,
  draw,
  lengthMs: () => LENGTH_MS,
  changesMs,
  listed: ({ home, away }, live, started) => ({
    home: nameOf(home),
    away: nameOf(away),
    clock: started ? `${Number(live.detail['minute'])}′` : '',
    picks: picksOf(live, '1x2', ['主胜', '平', '客胜']),
  }),
  at,
  judge,
}

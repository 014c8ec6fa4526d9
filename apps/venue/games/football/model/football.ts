import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { Book, Fixture, Live } from '../../../model/Book.ts'
import { halvesAbove, resultOf, type Result } from '../../../model/result.ts'
import { percent } from '../../../model/percent.ts'
import type { Terms } from './grid.ts'
import { linesAt } from './lines.ts'
import { FOOTBALL_MATH, PLAY_MINUTES } from './math.ts'
import { draw, type Goal, type Outcome } from './outcome.ts'
import { FOOTBALL_PUBLISHED, mathBefore } from './published.ts'

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
    home: homeBase + teams[home]!.attack - teams[away]!.defence,
    away: awayBase + teams[away]!.attack - teams[home]!.defence,
  }
}

/** Everybody meets everybody in fifteen matchdays, then again the other way round. */
export function fixture(number: number): Fixture<Terms> {
  const matchday = Math.floor(number / GAMES_A_DAY)
  const game = number % GAMES_A_DAY
  const place = (i: number) => (i === 0 ? 0 : 1 + ((i - 1 + matchday) % MATCHDAYS))
  const one = KEYS[place(game)]!
  const two = KEYS[place(KEYS.length - 1 - game)]!
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

function judge({ score: [h, a] }: Outcome, pick: string, key: string): Result | null {
  const [, x, y] = /^(\d+):(\d+)$/.exec(key) ?? []
  const [market, value, side] = pick.split(':')
  if (x === undefined || y === undefined) return null
  if (market === '1x2' && side === undefined && WINNER[value!])
    return WINNER[value!]!(h - a) ? 'win' : 'loss'
  const quarters = /^-?\d{1,2}$/.test(value ?? '') ? Number(value) : null
  if (quarters === null) return null
  if (market === 'ah' && (side === 'h' || side === 'a')) {
    const { won, lost } = halvesAbove(h - Number(x) - (a - Number(y)), -quarters)
    return resultOf(side === 'h' ? { won, lost } : { won: lost, lost: won })
  }
  if (market === 'ou' && (side === 'o' || side === 'u')) {
    const { won, lost } = halvesAbove(h + a, quarters)
    return resultOf(side === 'o' ? { won, lost } : { won: lost, lost: won })
  }
  return null
}

export const football: Book<Terms, Outcome> = {
  code: 'football',
  venue: 'SPORT',
  name: '足球',
  category: 'sport',
  model: FOOTBALL_MATH.model,
  mathJson,
  mathVersion: toHex(sha256(utf8(mathJson))),
  mathBefore: [jsonOf(mathBefore())],
  rtpExact: FOOTBALL_MATH.rtp,
  rtpPercent: percent(FOOTBALL_MATH.rtp, 4),
  hitPercent: '95.00',
  maxWin: '100',
  page: 'football',
  margin: { perTenThousand: FOOTBALL_MATH.marginPerTenThousand },
  stakesFen: [200n, 500_000n],
  everyMs: 180_000,
  aheadMs: 900_000,
  acceptDelayMs,
  fixture,
  draw,
  lengthMs: () => LENGTH_MS,
  changesMs,
  at,
  judge,
}

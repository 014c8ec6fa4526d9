import { FOOTBALL_MATH, PLAY_MINUTES } from './model/math.ts'
import type { Terms } from './model/grid.ts'
import type { Match } from '../../client/book/wire.ts'

export type FootballDetail = { minute: number; goals: { minute: number; side: 0 | 1 }[] }
export type FootballMatch = Match<Terms, FootballDetail>
export const teamName = (team: string) => FOOTBALL_MATH.teams[team]?.name ?? team

const PHASE_TEXT = { pre: '', over: '完场', void: '已作废' } as const

/** The half a match under way is in. */
export function halfOf(match: FootballMatch): string {
  return match.detail.minute < PLAY_MINUTES / 2 ? '上半场' : '下半场'
}

/** The pitch with both crests, the score, and a line of time with its goals. */
export function Stage({ match }: { match: FootballMatch }) {
  const { minute, goals } = match.detail
  const started = match.phase !== 'pre'
  return (
    <>
      <img className="bg" src="/art/pitch.svg" alt="" />
      <div className="pt">
        <div>
          <img src={`/art/crest-${match.home}.svg`} alt="" width={56} height={56} />
          <b>{teamName(match.home)}</b>
        </div>
        <div className="sc">
          {match.phase === 'live' && <span className="live">{minute}′</span>}
          <strong
            className={goals.length > 0 ? 'goal' : ''}
            key={match.score.join()}
            aria-label={started ? `比分 ${match.score.join(' 比 ')}` : '未开赛'}
          >
            {started ? match.score.join(' : ') : 'VS'}
          </strong>
          <span className="cap">
            {match.phase === 'live' ? halfOf(match) : PHASE_TEXT[match.phase]}
          </span>
        </div>
        <div>
          <img src={`/art/crest-${match.away}.svg`} alt="" width={56} height={56} />
          <b>{teamName(match.away)}</b>
        </div>
      </div>
      <div className="tl" aria-hidden="true">
        <i style={{ transform: `scaleX(${minute / PLAY_MINUTES})` }} />
        {goals.map((goal, i) => (
          <em
            key={`${i} ${goal.minute}`}
            className={goal.side === 1 ? 'a' : ''}
            style={{ left: `${(goal.minute / PLAY_MINUTES) * 100}%` }}
            title={`${goal.minute}′ 进球`}
          />
        ))}
      </div>
    </>
  )
}

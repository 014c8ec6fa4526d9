import { mapNames } from './model/mapNames.ts'
import { ESPORT_MATH } from './model/math.ts'
import { scoreOf } from './model/outcome.ts'
import type { Terms } from './model/outcome.ts'
import type { Match } from '../../client/book/wire.ts'

export type EsportDetail = {
  maps: string[]
  map: number
  rounds: [number, number]
  pause: 'none' | 'half' | 'overtime' | 'map'
}
export type EsportMatch = Match<Terms, EsportDetail>
export const teamName = (team: string) => ESPORT_MATH.teams[team]?.name ?? team

const PAUSES = { none: '', half: '中场休息', overtime: '加时前休息', map: '换图休息' } as const

const PHASE_TEXT = { pre: '三局两胜', over: '完赛 · 大比分', void: '已作废' } as const

/** Where a match under way stands. */
export function clockText(match: EsportMatch): string {
  const { map, rounds, pause } = match.detail
  return pause === 'none'
    ? `第 ${map} 图 · 第 ${rounds[0] + rounds[1] + 1} 回合`
    : `第 ${map} 图 · ${PAUSES[pause]}`
}

/** The arena with both crests and the rounds of the present map. */
export function Stage({ match }: { match: EsportMatch }) {
  const { rounds } = match.detail
  const started = match.phase !== 'pre'
  const shown = match.phase === 'live' ? rounds : match.score
  return (
    <>
      <img className="bg" src="/art/arena.svg" alt="" />
      <div className="pt">
        <div>
          <img src={`/art/crest-${match.home}.svg`} alt="" width={56} height={56} />
          <b>{teamName(match.home)}</b>
        </div>
        <div className="sc">
          {match.phase === 'live' && <span className="live">{clockText(match)}</span>}
          <strong
            aria-label={
              started
                ? `${match.phase === 'live' ? '本图回合' : '大比分'} ${shown.join(' 比 ')}`
                : '未开赛'
            }
          >
            {started ? shown.join(' : ') : 'VS'}
          </strong>
          <span className="cap">
            {match.phase === 'live'
              ? `三局两胜 · 大比分 ${match.score.join(' : ')}`
              : PHASE_TEXT[match.phase]}
          </span>
        </div>
        <div>
          <img src={`/art/crest-${match.away}.svg`} alt="" width={56} height={56} />
          <b>{teamName(match.away)}</b>
        </div>
      </div>
    </>
  )
}

function mapText(rounds: string | undefined, now: boolean, over: boolean): string {
  if (rounds) return scoreOf(rounds).join(' : ')
  if (now) return '0 : 0'
  return over ? '未进行' : '未开始'
}

/** The three maps, and every round of the present or last one. */
export function Below({ match }: { match: EsportMatch }) {
  const { maps, map } = match.detail
  const live = match.phase === 'live'
  const present = live ? (maps[map - 1] ?? '') : (maps.at(-1) ?? '')
  const shownMap = live ? map : maps.length
  return (
    <>
      <div className="maps">
        {mapNames(match.number).map((name, i) => {
          const rounds = maps[i]
          const now = live && i === map - 1
          return (
            <div key={name} className={now ? 'now' : ''}>
              <span className={`cap${now ? ' c2' : ''}`}>
                图 {i + 1} · {name}
              </span>
              <b className={rounds || now ? '' : 'cap'}>
                {mapText(rounds, now, match.phase === 'over')}
              </b>
            </div>
          )
        })}
      </div>
      {match.phase !== 'pre' && shownMap > 0 && (
        <div className="pad">
          <div
            className="rounds"
            role="img"
            aria-label={`第 ${shownMap} 图回合：${teamName(match.home)} ${scoreOf(present)[0]}，${teamName(match.away)} ${scoreOf(present)[1]}`}
          >
            {Array.from({ length: Math.max(24, Math.ceil(present.length / 24) * 24) }, (_, i) => (
              <i key={i} className={present[i] ?? ''} />
            ))}
          </div>
          <div className="keys cap c2">
            <span>
              <i className="k L" />
              {teamName(match.home)}胜回合
            </span>
            <span>先到 13，平 12 加时 MR3</span>
            <span>
              <i className="k R" />
              {teamName(match.away)}胜回合
            </span>
          </div>
        </div>
      )}
    </>
  )
}

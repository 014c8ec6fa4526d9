import { draw, mapsWon, scoreOf, type Outcome, type Terms } from './model/outcome.ts'
import type { BookDesign, Group } from '../../client/book/BookDesign.ts'
import { openBook } from '../../client/book/openBook.tsx'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import type { Match } from '../../client/book/wire.ts'
import { Below, clockText, Stage, teamName, type EsportMatch, type EsportDetail } from './Stage.tsx'

function pickName({ home, away }: Pick<Match, 'home' | 'away'>, pick: string): string {
  const [market, value = '', side = value] = pick.split(':')
  const team = teamName(side === 'a' ? home : away)
  if (market === 'mt') return side === 'o' ? '打满 3 图' : '2 图结束'
  if (market === 'mh') return `${team} ${(value === '-6') === (side === 'a') ? '−1.5' : '+1.5'}`
  return market === 'map' ? `${team} 第 ${value} 图` : team
}

function groups(match: EsportMatch): Group[] {
  const lines = (market: string) => match.lines.filter(line => line.id.startsWith(market))
  return [
    { id: 'win', title: '比赛胜者', note: '三局两胜', columns: 2, lines: lines('win') },
    {
      id: 'map',
      title: `第 ${match.detail.map} 图胜者`,
      note: '先到 13',
      columns: 2,
      lines: lines('map'),
    },
    { id: 'mh', title: '让图', note: '最终图数', columns: 2, lines: lines('mh') },
    { id: 'mt', title: '总图数', note: '大小 2.5', columns: 2, lines: lines('mt') },
  ].filter((group): group is Group => group.lines.length > 0)
}

function latestEventText(match: EsportMatch): string {
  const { p } = match.terms
  if (match.phase === 'over')
    return match.detail.maps
      .map((rounds, i) => `图 ${i + 1} ${scoreOf(rounds).join(' : ')}`)
      .join(' · ')
  if (match.phase === 'void') return '本场作废'
  return `每回合 3 秒 · ${teamName(match.home)}单回合胜率 ${(p / 100).toFixed(2)} 公开`
}

const drawnText = ({ maps }: Outcome) =>
  `大比分 ${mapsWon(maps).join(' : ')}（${maps.map(rounds => scoreOf(rounds).join(' : ')).join('，')}）`

const design: BookDesign<Terms, EsportDetail, Outcome> = {
  code: 'esport',
  name: '电竞',
  room: 'esp',
  league: '星穹联赛',
  teamName,
  mainLine: match => match.lines.find(line => line.id === 'win'),
  groups,
  pickName,
  buttonName: (match, pick) =>
    pick.startsWith('map:')
      ? teamName(pick.endsWith('a') ? match.home : match.away)
      : pickName(match, pick),
  clock: clockText,
  finalText: ({ maps }) => mapsWon(maps).join(' : '),
  latestEventText,
  scores: match => {
    const { rounds } = match.detail
    return match.phase === 'live'
      ? [`${match.score[0]} (${rounds[0]})`, `${match.score[1]} (${rounds[1]})`]
      : [String(match.score[0]), String(match.score[1])]
  },
  Stage,
  Below,
  Rules: lazyPart(async () => (await import('./EsportRules.tsx')).EsportRules),
  draw,
  drawnText,
}
openBook(design)

import { FOOTBALL_MATH } from './model/math.ts'
import { draw, type Outcome } from './model/outcome.ts'
import type { Terms } from './model/grid.ts'
import type { BookDesign, Group } from '../../client/book/BookDesign.ts'
import { lineText } from '../../client/book/odds.ts'
import { openBook } from '../../client/book/openBook.tsx'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import type { Match } from '../../client/book/wire.ts'
import { halfOf, Stage, teamName, type FootballMatch, type FootballDetail } from './Stage.tsx'

const SIDES: Record<string, string> = { h: '主胜', d: '平', a: '客胜', o: '大', u: '小' }

function pickName({ home, away }: Pick<Match, 'home' | 'away'>, pick: string): string {
  const [market, value = '', side = ''] = pick.split(':')
  if (market === '1x2') return SIDES[value] ?? value
  if (market === 'ou') return `${SIDES[side]} ${lineText(Number(value), false)}`
  return side === 'h'
    ? `${teamName(home)} ${lineText(Number(value), true)}`
    : `${teamName(away)} ${lineText(-Number(value), true)}`
}

function groups(match: FootballMatch): Group[] {
  const lines = (market: string) => match.lines.filter(line => line.id.startsWith(market))
  const live = match.phase === 'live'
  return [
    { id: '1x2', title: '胜平负', note: '全场 90 分钟', columns: 3, lines: lines('1x2') },
    {
      id: 'ah',
      title: '让球',
      note: live ? '按剩余时间结算，净胜球从 0 起' : '全场净胜球',
      columns: 2,
      lines: lines('ah'),
    },
    { id: 'ou', title: '大小球', note: '全场总进球', columns: 2, lines: lines('ou') },
  ].filter((group): group is Group => group.lines.length > 0)
}

function latestEventText(match: FootballMatch): string {
  const { goals } = match.detail
  const last = goals.at(-1)
  const goal = last && `${last.minute}′ ${teamName(last.side === 0 ? match.home : match.away)} 进球`
  if (match.phase === 'live')
    return `${goal ? `${goal} · ` : ''}滚球注单有 2 秒确认延迟，进球后暂停 6 秒`
  if (match.phase === 'over')
    return goals.length > 0
      ? goals
          .map(each => `${each.minute}′ ${teamName(each.side === 0 ? match.home : match.away)}`)
          .join(' · ')
      : '全场没有进球'
  const { home, away } = match.terms
  return match.phase === 'void'
    ? '本场作废'
    : `预期进球 ${(home / 100).toFixed(2)} : ${(away / 100).toFixed(2)} · 水位 ${((FOOTBALL_MATH.marginPerTenThousand - 10_000) / 100).toFixed(2)}%`
}

const design: BookDesign<Terms, FootballDetail, Outcome> = {
  code: 'football',
  name: '足球',
  room: 'ball',
  league: '山海联赛',
  teamName,
  mainLine: match => match.lines.find(line => line.id === '1x2'),
  groups,
  pickName,
  buttonName: pickName,
  clock: match => `${halfOf(match)} ${match.detail.minute}′`,
  finalText: ({ score }) => score.join(' : '),
  latestEventText,
  scores: match => [String(match.score[0]), String(match.score[1])],
  Stage,
  Rules: lazyPart(async () => (await import('./FootballRules.tsx')).FootballRules),
  draw,
  drawnText: ({ score, goals }) => {
    const minutes = goals.map(goal => `${Math.max(1, Math.floor(goal.second / 60))}′`)
    return `终场 ${score.join(' : ')}${goals.length > 0 ? `，进球 ${minutes.join(' ')}` : ''}`
  },
}
openBook(design)

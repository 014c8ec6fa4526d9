import type { Listed } from './wire.ts'

export type Live = { text: string; tone: 'go' | 'lock' | 'rest' }

const DEALT: ReadonlySet<string> = new Set(['realbet', 'joker'])

/**
 * What a game does at this moment, in a few words; null where every player has rounds of his own.
 */
export function liveText(
  { live, category }: Pick<Listed, 'live' | 'category'>,
  nowMs: number,
): Live | null {
  if (!live) return null
  if (live.kind === 'book') return bookText(live, nowMs)
  const { opensMs, closesMs, drawsMs, resultsMs, period_ms: period, running } = live
  if (!running) return { text: '等待开局', tone: 'rest' }
  // The timetable never changes, so the round of any moment follows from the one that was told.
  const inRound = (((nowMs - opensMs) % period) + period) % period
  const seconds = (untilMs: number) => Math.max(1, Math.ceil((untilMs - opensMs - inRound) / 1_000))
  if (inRound < closesMs - opensMs) return { text: `下注 ${seconds(closesMs)} 秒`, tone: 'go' }
  if (inRound < drawsMs - opensMs) return { text: '封盘', tone: 'lock' }
  return inRound < resultsMs - opensMs
    ? { text: DEALT.has(category) ? '发牌中' : '开奖中', tone: 'lock' }
    : { text: '已出结果', tone: 'rest' }
}

function bookText(
  { live, next_at: nextAt }: { live: number; next_at: number | null },
  nowMs: number,
): Live {
  if (live > 0) return { text: `进行中 ${live} 场`, tone: 'go' }
  if (nextAt === null) return { text: '等待开赛', tone: 'rest' }
  return { text: `${Math.max(1, Math.ceil((nextAt - nowMs) / 60_000))} 分钟后开赛`, tone: 'rest' }
}

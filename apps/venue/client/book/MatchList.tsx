import { useState } from 'react'
import { useBookContext } from './BookContext.ts'
import { DelayNote } from './DelayNote.tsx'
import { MatchCard } from './MatchCard.tsx'
import type { Match } from './wire.ts'

type Filter = 'all' | 'live' | 'pre' | 'over'

/** All matches on show, by what can be done with them. */
export function MatchList({ onOpen }: { onOpen: (number: number) => void }) {
  const { book, design } = useBookContext()
  const [filter, setFilter] = useState<Filter>('all')
  const of = (phase: Match['phase']) => book.matches.filter(match => match.phase === phase)
  const live = of('live')
  const pre = of('pre')
  const over = book.matches
    .filter(match => match.phase === 'over' || match.phase === 'void')
    .toReversed()
  const filters: [Filter, string][] = [
    ['all', '全部'],
    ['live', `滚球 ${live.length}`],
    ['pre', `即将开赛 ${pre.length}`],
    ['over', '已结束'],
  ]
  const shows = (section: Filter) => filter === 'all' || filter === section
  const minutes = book.view.book.every_ms / 60_000
  return (
    <>
      <div className="filt" role="group" aria-label="筛选比赛">
        {filters.map(([value, label]) => (
          <button
            type="button"
            key={value}
            aria-pressed={filter === value}
            onClick={() => setFilter(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {shows('live') && live.length > 0 && (
        <>
          <Section
            title={`滚球 · ${design.league}`}
            note="虚构球队，比赛由种子模拟"
            matches={live}
            onOpen={onOpen}
          />
          <DelayNote />
        </>
      )}
      {shows('pre') && (
        <Section
          title={`即将开赛 · ${design.league}`}
          note={`每 ${minutes} 分钟一场`}
          matches={pre}
          onOpen={onOpen}
        />
      )}
      {shows('over') && over.length > 0 && (
        <Section
          title={`已结束 · ${design.league}`}
          note="点开可验证"
          matches={filter === 'all' ? over.slice(0, 3) : over}
          onOpen={onOpen}
        />
      )}
      {filter === 'live' && <Empty matches={live} text="现在没有进行中的比赛。" />}
      {filter === 'over' && <Empty matches={over} text="还没有结束的比赛。" />}
      <p className="tail" />
    </>
  )
}

const Empty = ({ matches, text }: { matches: Match[]; text: string }) =>
  matches.length === 0 && <p className="none">{text}</p>

function Section({
  title,
  note,
  matches,
  onOpen,
}: {
  title: string
  note: string
  matches: Match[]
  onOpen: (number: number) => void
}) {
  const { design } = useBookContext()
  return (
    <section aria-label={title}>
      <h2 className="lg">
        <span>{title}</span>
        <span className="cap">{note}</span>
      </h2>
      {matches.map(match => (
        <MatchCard key={match.number} match={match} design={design} onOpen={onOpen} />
      ))}
    </section>
  )
}

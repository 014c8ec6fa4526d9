import { memo } from 'react'
import { minuteTime } from '../kit/when.ts'
import { useBookContext } from './BookContext.ts'
import type { BookDesign } from './BookDesign.ts'
import { OddsButton } from './OddsButton.tsx'
import { untilText } from './odds.ts'
import { useNow } from './useNow.ts'
import type { Match } from './wire.ts'

type Props = { match: Match; design: BookDesign; onOpen: (number: number) => void }

/**
 * A match in the list: where it stands, who plays, the main line. Drawn when its match changes; its
 * selections follow the slip.
 */
export const MatchCard = memo(function MatchCard({ match, design, onOpen }: Props) {
  const line = design.mainLine(match)
  const [left, right] = design.scores(match)
  const home = design.teamName(match.home)
  const away = design.teamName(match.away)
  const started = match.phase !== 'pre'
  return (
    <article className="mt" aria-label={`${home} 对 ${away}`}>
      <button type="button" className="mt-h" onClick={() => onOpen(match.number)}>
        <span className="sr">
          {home} 对 {away}
        </span>
        {match.phase === 'live' && <span className="live">{design.clock(match)}</span>}
        {match.phase === 'pre' && (
          <span className="cap c2 at">
            开赛 <Until atMs={match.kicks_off_at} />
          </span>
        )}
        {match.phase === 'over' && (
          <span className="cap c2 at">已结束 · {minuteTime(match.kicks_off_at)}</span>
        )}
        {match.phase === 'void' && <span className="cap c2 at">已作废</span>}
        <span className="cap">{line ? '全部盘口' : '赛果与验证'} ›</span>
      </button>
      <div className="tm">
        <img src={`/art/crest-${match.home}.svg`} alt="" width={24} height={24} />
        {home}
        {started && <b>{left}</b>}
      </div>
      <div className="tm">
        <img src={`/art/crest-${match.away}.svg`} alt="" width={24} height={24} />
        {away}
        {started && <b>{right}</b>}
      </div>
      {line && (
        <div className={`od n${line.picks.length}`}>
          {line.picks.map(offer => (
            <OddsButton
              key={offer.pick}
              match={match}
              offer={offer}
              name={design.pickName(match, offer.pick)}
              of={`${home} 对 ${away}`}
            />
          ))}
        </div>
      )}
    </article>
  )
})

function Until({ atMs }: { atMs: number }) {
  return <>{untilText(atMs - useNow(useBookContext().book.offMs))}</>
}

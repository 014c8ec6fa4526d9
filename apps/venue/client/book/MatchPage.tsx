import { BackIcon } from '../frame/icons.tsx'
import { useBookContext } from './BookContext.ts'
import { DelayNote } from './DelayNote.tsx'
import { MatchProof } from './MatchProof.tsx'
import { OddsButton } from './OddsButton.tsx'
import { untilText } from './odds.ts'
import { useNow } from './useNow.ts'
import type { Match } from './wire.ts'

/** One match: its stage, what happened last, and every line, each in its place whatever happens. */
export function MatchPage({ match, onBack }: { match: Match; onBack: () => void }) {
  const { design } = useBookContext()
  const home = design.teamName(match.home)
  const away = design.teamName(match.away)
  return (
    <>
      <section className="pitch" aria-label={`${home} 对 ${away}`}>
        <design.Stage match={match} />
        <button type="button" className="back" onClick={onBack}>
          <BackIcon />
          全部比赛
        </button>
        {match.phase === 'pre' && <Countdown match={match} />}
      </section>
      {design.Below && <design.Below match={match} />}
      <p className="pad cap c2 news">{design.latestEventText(match)}</p>
      {match.phase === 'live' && <DelayNote />}
      {design.groups(match).map(group => (
        <article className="mt" key={group.id}>
          <h2 className="sech">
            {group.title}
            <small>{group.note}</small>
          </h2>
          <div className={`od n${group.columns}`}>
            {group.lines
              .flatMap(line => line.picks)
              .map(offer => (
                <OddsButton
                  key={offer.pick}
                  match={match}
                  offer={offer}
                  name={design.buttonName(match, offer.pick)}
                  of={group.title}
                />
              ))}
          </div>
        </article>
      ))}
      {(match.phase === 'over' || match.phase === 'void') && <MatchProof match={match} />}
      <p className="tail" />
    </>
  )
}

function Countdown({ match }: { match: Match }) {
  const { book } = useBookContext()
  return <span className="until">开赛 {untilText(match.kicks_off_at - useNow(book.offMs))}</span>
}

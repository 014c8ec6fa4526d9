import { openListed, wayTo } from '../../app/games/games.ts'
import { href } from '../../app/routes/paths.ts'
import type { Category } from '@tianping/contract/games/facts'
import type { Given } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { Skeleton } from '../../ui/states.tsx'
import css from './matches.module.css'

type Book = Given<'GET /api/game/matches'>['books'][number]
type Match = Book['matches'][number]

/** How often prices are asked for while home is shown. */
const everyMs = 15_000
/** Matches of a game at home: the game shows the others. */
const shown = 2

/** The next matches of a category with their prices; the first lines keep their room meanwhile. */
export function MatchStrip({ category }: { category: Category }) {
  const { data, isError } = useAnswer('GET /api/game/matches', {}, { silent: true, everyMs })
  if (!data) return isError ? null : <Coming />
  return data.books
    .filter(book => book.category_id === category)
    .map(book => <Next key={`${book.platform_name}/${book.game_code}`} book={book} />)
}

const Next = ({ book }: { book: Book }) => (
  <div className={css.book} role="group" aria-label={`${book.game_name}赛事`}>
    {book.matches.slice(0, shown).map(match => (
      <Row key={match.id} match={match} book={book} />
    ))}
    <p className={css.asked}>赔率更新于 {book.asked_at.slice(11)}，以投注时为准</p>
  </div>
)

const when = ({ live, clock, starts_at }: Match) =>
  live
    ? clock || '进行中'
    : `${starts_at.slice(5, 10).replace('-', '/')} ${starts_at.slice(11, 16)}`

/** One match: the whole of it leads into the game, at this match. */
const Row = ({ match, book }: { match: Match; book: Book }) => (
  <a
    className={`card ${css.match}`}
    href={href('/gamePage', wayTo(book, match.id))}
    onClick={event => {
      event.preventDefault()
      openListed(book, match.id)
    }}
  >
    <span className={css.top}>
      <span className={match.live ? css.live : undefined}>{when(match)}</span>
      <span className={css.more}>{match.markets} 个玩法</span>
    </span>
    <span className={css.sides}>
      <b className="cut">{match.home}</b>
      <span className={css.score}>{match.score ? match.score.join(' : ') : 'VS'}</span>
      <b className="cut">{match.away}</b>
    </span>
    <span className={css.picks}>
      {match.picks.map(pick => (
        <span key={pick.name}>
          {pick.name}
          <b className="fig">{pick.price ?? '—'}</b>
        </span>
      ))}
    </span>
  </a>
)

export const Coming = () => (
  <div className={css.book} aria-hidden="true">
    {Array.from({ length: shown }, (_, i) => (
      <span key={i} className={`card ${css.match}`}>
        <Skeleton width="40%" height="14px" />
        <Skeleton width="80%" height="18px" />
        <Skeleton height="40px" radius={8} />
      </span>
    ))}
    <p className={css.asked}>　</p>
  </div>
)

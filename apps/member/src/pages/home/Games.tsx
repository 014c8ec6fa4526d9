import { useRef, useState, type CSSProperties } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { gameKey, openListed, usePicks, type Game } from '../../app/games/games.ts'
import { RoundsLeft } from '../../app/games/RoundsLeft.tsx'
import { href } from '../../app/routes/paths.ts'
import type { Category } from '@tianping/contract/games/facts'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { EndLine } from '../../ui/states.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import { homeCategories } from './categories.ts'
import { Heart } from './Heart.tsx'
import { TileSkeleton } from './HomeSkeleton.tsx'
import { MatchStrip } from './MatchStrip.tsx'
import { useGames } from './useHome.ts'
import { useRail } from './useRail.ts'
import { VenueFilter, venuesOf } from './VenueFilter.tsx'
import css from './home.module.css'

/** The venue whose picture spans both columns in the lottery section. */
const widePlatform = 'VR'

/**
 * The rail of categories and one section under the other; the rail follows the scroll. Sections
 * appear in order: one that is still coming holds back those below it, so that nothing on the
 * screen is ever pushed away.
 */
export function Games() {
  const sections = useRef<HTMLDivElement>(null)
  const { at, jump } = useRail(sections)
  const lists = useGames()
  const coming = lists.findIndex(({ games, failed }) => !games && !failed)
  const shown = coming < 0 ? homeCategories : homeCategories.slice(0, coming + 1)
  return (
    <>
      <div className={css.rail} role="tablist" aria-label="游戏分类" onKeyDown={moveAlong}>
        {homeCategories.map(({ key, name, icon, a, b }, i) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-controls={`games-${key}`}
            aria-selected={i === at}
            tabIndex={i === at ? 0 : -1}
            style={{ '--a': a, '--b': b } as CSSProperties}
            onClick={() => jump(i)}
          >
            <span>
              <Icon name={icon} />
            </span>
            {name}
          </button>
        ))}
      </div>
      <div ref={sections}>
        {shown.map(({ key, name }, i) => {
          const list = lists[i]
          return list && <Section key={key} category={key} name={name} soon={i === 0} list={list} />
        })}
      </div>
      {coming < 0 && <EndLine />}
    </>
  )
}

type SectionProps = {
  category: Category
  name: string
  soon: boolean
  list: ReturnType<typeof useGames>[number]
}

function Section({ category, name, soon, list }: SectionProps) {
  const { games, failed } = list
  return (
    <section
      id={`games-${category}`}
      role="tabpanel"
      aria-labelledby={`tab-${category}`}
      className={css.section}
    >
      <Head category={category} name={name} games={games ?? []} />
      {failed && !games && <FailedAnswer of={list.query} />}
      {!games && !failed && <Coming />}
      {games && <Listed category={category} games={games} soon={soon} />}
    </section>
  )
}

type OfCategory = { category: Category; games: Game[] }

function Head({ category, name, games }: OfCategory & { name: string }) {
  const best = Math.max(0, ...games.map(game => game.rebate_percent))
  return (
    <div className={css.head}>
      <h2>{name}</h2>
      {best > 0 && <span>最高返水 {best.toFixed(2)}%</span>}
      {category === 'concise' && (
        <a href={href('/concise')}>
          全部
          <Icon name="go" size={16} />
        </a>
      )}
    </div>
  )
}

/** The games of a category, of all its venues or of one, and the next matches among them. */
function Listed({ category, games, soon }: OfCategory & { soon: boolean }) {
  const [venue, setVenue] = useState('')
  const venues = venuesOf(games)
  const shown = games.filter(game => venue === '' || game.platform_name === venue)
  if (games.length === 0) return <p className={css.none}>暂无游戏，敬请期待</p>
  return (
    <>
      {venues.length > 1 && (
        <VenueFilter category={category} venues={venues} value={venue} onChange={setVenue} />
      )}
      <div className={css.grid}>
        {shown.map(game => (
          <Tile key={gameKey(game)} game={game} soon={soon} />
        ))}
      </div>
      <Matches category={category} games={games} />
    </>
  )
}

const Coming = () => (
  <div className={css.grid}>
    <TileSkeleton />
    <TileSkeleton />
  </div>
)

/** The next matches of games that have told of some; others stand as a tile alone. */
function Matches({ category, games }: OfCategory) {
  const books = usePicks()?.books ?? []
  const keys = new Set(games.map(gameKey))
  if (!books.some(book => keys.has(gameKey(book)))) return null
  return <MatchStrip category={category} />
}

function Tile({ game, soon }: { game: Game; soon: boolean }) {
  const wide = game.category_id === 'lottery' && game.platform_name === widePlatform
  const rebate = game.rebate_percent > 0 && (
    <Tag kind="gold">返水 {game.rebate_percent.toFixed(2)}%</Tag>
  )
  return (
    <div className={wide ? `${css.box} ${css.wide}` : css.box}>
      <button type="button" className={css.tile} onClick={() => openListed(game)}>
        <img
          src={game.mobile_img}
          width={wide ? 716 : 348}
          height={wide ? 256 : 232}
          alt=""
          loading={soon ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority="low"
        />
        <span className={css.cap}>
          <b className="cut">{game.game_name}</b>
          <span className={css.meta}>
            <span className="cut">{game.venue_name}</span>
            {rebate}
          </span>
        </span>
      </button>
      <RoundsLeft game={game} className={css.rounds} />
      <Heart game={game} />
    </div>
  )
}

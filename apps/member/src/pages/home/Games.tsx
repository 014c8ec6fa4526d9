import type { Given } from '@tianping/contract'
import { useRef, type CSSProperties } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { go } from '../../app/routes/navigation.ts'
import { href } from '../../app/routes/paths.ts'
import { loggedIn } from '../../app/session.ts'
import type { Category } from '@tianping/contract/games/facts'
import { texts } from '../../app/texts.ts'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { EndLine } from '../../ui/states.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { homeCategories } from './categories.ts'
import { TileSkeleton } from './HomeSkeleton.tsx'
import { useGames } from './useHome.ts'
import { useRail } from './useRail.ts'
import css from './home.module.css'

type Game = Given<'GET /api/game/list'>[number]

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
  const best = Math.max(0, ...(games ?? []).map(game => game.rebate_percent))
  return (
    <section
      id={`games-${category}`}
      role="tabpanel"
      aria-labelledby={`tab-${category}`}
      className={css.section}
    >
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
      {failed && !games && <FailedAnswer of={list.query} />}
      {games?.length === 0 && <p className={css.none}>暂无游戏，敬请期待</p>}
      <div className={css.grid}>
        {games
          ? games.map(game => (
              <Tile key={`${game.platform_name}/${game.game_code}`} game={game} soon={soon} />
            ))
          : !failed && (
              <>
                <TileSkeleton />
                <TileSkeleton />
              </>
            )}
      </div>
    </section>
  )
}

/** Opens a game; visitors are told to log in. */
function open(game: Game) {
  if (!loggedIn()) return toast(texts.pleaseLogin, 'danger')
  go('/gamePage', {
    name: game.platform_name,
    type: game.category_id,
    code: game.game_code,
    title: game.game_name,
    venue: game.venue_name,
  })
}

function Tile({ game, soon }: { game: Game; soon: boolean }) {
  const wide = game.category_id === 'lottery' && game.platform_name === widePlatform
  const rebate = game.rebate_percent > 0 && (
    <Tag kind="gold">返水 {game.rebate_percent.toFixed(2)}%</Tag>
  )
  return (
    <button
      type="button"
      className={wide ? `${css.tile} ${css.wide}` : css.tile}
      onClick={() => open(game)}
    >
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
  )
}

import { useState } from 'react'
import { href } from '../../app/routes/paths.ts'
import { gameKey, openListed, useMine, usePicks, type Game } from '../../app/games/games.ts'
import { useLoggedIn } from '../../app/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Skeleton } from '../../ui/states.tsx'
import css from './picks.module.css'

type Kind = 'recent' | 'hot' | 'fresh' | 'favourites'
const names: Record<Kind, string> = {
  recent: '最近',
  hot: '热门',
  fresh: '新品',
  favourites: '收藏',
}
const none: Record<Kind, string> = {
  recent: '玩过的游戏会出现在这里',
  hot: '暂无热门游戏',
  fresh: '暂无新游戏',
  favourites: '点游戏右上角的爱心，即可收藏',
}

/** Leads to the search, which is a page of its own. */
export const SearchEntry = () => (
  <a className={css.search} href={href('/search')}>
    <Icon name="search" size={20} />
    搜索游戏、场馆、赛事
  </a>
)

type Lists = Record<Kind, Game[] | undefined>

/** What is hot and new is known with the page, what is the member's own a moment later. */
function useLists(): Lists | null {
  const picks = usePicks()
  const mine = useMine()
  return picks ? { ...noLists, ...picks, ...mine } : null
}

/** One row above the categories: what the member played and marked, what is hot and what is new. */
export function Picks() {
  const held = useLoggedIn()
  const lists = useLists()
  const [chosen, choose] = useState<Kind | null>(null)
  const kinds: readonly Kind[] = held ? members : visitors
  if (!lists || !kinds.some(kind => held || lists[kind]?.length)) return null
  const first = kinds.find(kind => lists[kind]?.length !== 0) ?? 'hot'
  const kind = chosen !== null && kinds.includes(chosen) ? chosen : first
  return (
    <section className={css.picks} aria-label="推荐游戏">
      <Tabs
        label="推荐游戏"
        className={`chips ${css.kinds}`}
        tabs={kinds.map(key => ({
          key,
          label: <Name of={key} count={key === 'favourites' ? lists.favourites?.length : 0} />,
        }))}
        value={kind}
        onChange={choose}
      />
      <Strip key={kind} kind={kind} games={lists[kind]} />
    </section>
  )
}

const members = ['recent', 'hot', 'fresh', 'favourites'] as const
const visitors = ['hot', 'fresh'] as const
const noLists = { recent: undefined, favourites: undefined }

const Name = ({ of, count = 0 }: { of: Kind; count?: number | undefined }) => (
  <span className="chip">
    {names[of]}
    {count > 0 && ` ${count}`}
  </span>
)

/** The games of one kind, side by side; grey while the member's own are on their way. */
function Strip({ kind, games }: { kind: Kind; games: Game[] | undefined }) {
  if (games?.length === 0) return <p className={css.none}>{none[kind]}</p>
  return (
    <div className={css.row}>
      {games?.map(game => <Small key={gameKey(game)} game={game} />) ?? <Coming />}
    </div>
  )
}

const Small = ({ game }: { game: Game }) => (
  <button type="button" className={css.small} onClick={() => openListed(game)}>
    <img
      src={game.mobile_img}
      width={72}
      height={72}
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      data-category={game.category_id}
    />
    <b className="cut">{game.game_name}</b>
    <span className="cut">{game.venue_name}</span>
  </button>
)

const Coming = () =>
  Array.from({ length: 4 }, (_, i) => (
    <span key={i} className={css.small}>
      <Skeleton width="72px" height="72px" radius={16} />
      <Skeleton width="56px" height="14px" />
    </span>
  ))

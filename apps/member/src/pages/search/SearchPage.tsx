import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { openListed, usePicks } from '../../app/games/games.ts'
import { back } from '../../app/routes/navigation.ts'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { isText, useView } from '../../app/routes/view.ts'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Marked } from './Marked.tsx'
import { dropSearches, keepSearch, readSearches } from './recent.ts'
import { useSearch, type Found } from './useSearch.ts'
import css from './search.module.css'

type Kind = 'all' | 'matches' | 'games' | 'activities'
const names = { all: '全部', matches: '赛事', games: '游戏', activities: '活动' } as const

/** Games, venues, matches and activities by name, pinyin or initials. */
export default function SearchPage() {
  const { q: begun } = useQueryOf('/search')
  const [searched, noteSearched] = useView('q', begun, isText)
  const [typed, type] = useState(searched)
  const [kept, keep] = useState(readSearches)
  const [kind, setKind] = useState<Kind>('all')
  const found = useSearch(typed)
  const { data } = found
  const asked = typed.trim() !== ''
  function chosen() {
    noteSearched(typed)
    if (asked) keep(keepSearch(typed.trim()))
  }
  return (
    <>
      <SearchBar typed={typed} onType={type} onEnter={chosen} />
      <main className="page">
        <h1 className="sr">搜索</h1>
        {asked && found.isError && <FailedAnswer of={found} />}
        {asked && !data && !found.isError && <SkeletonRows rows={3} />}
        {asked && data && !found.isError && (
          <Results q={found.q} found={data} kind={kind} setKind={setKind} onOpen={chosen} />
        )}
        {!asked && (
          <>
            <Kept kept={kept} onPick={type} onDrop={() => keep(dropSearches())} />
            <Hot onPick={type} />
          </>
        )}
      </main>
    </>
  )
}

type BarProps = { typed: string; onType: (text: string) => void; onEnter: () => void }

function SearchBar({ typed, onType, onEnter }: BarProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    <header className={css.bar}>
      <form
        role="search"
        className={css.box}
        onSubmit={event => {
          event.preventDefault()
          onEnter()
          input.current?.blur()
        }}
      >
        <Icon name="search" size={20} />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          aria-label="搜索游戏、场馆、赛事"
          placeholder="游戏、场馆、赛事，可用拼音首字母"
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={event => onType(event.target.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            className={css.clear}
            aria-label="清除"
            onClick={() => {
              onType('')
              input.current?.focus()
            }}
          >
            <Icon name="close" size={20} />
          </button>
        )}
      </form>
      <button type="button" className="text-btn text-btn--brand" onClick={back}>
        取消
      </button>
    </header>
  )
}

type ResultsProps = {
  q: string
  found: Found
  kind: Kind
  setKind: (kind: Kind) => void
  onOpen: () => void
}

function Results({ q, found, kind, setKind, onOpen }: ResultsProps) {
  const counts = {
    matches: found.matches.length,
    games: found.games.length,
    activities: found.activities.length,
  }
  const all = counts.matches + counts.games + counts.activities
  if (all === 0)
    return <Empty title="没有找到">没有与“{q}”相符的游戏、赛事或活动，换个词试试</Empty>
  const shown = kind !== 'all' && counts[kind] === 0 ? 'all' : kind
  const of = (each: Kind) => shown === 'all' || shown === each
  const kinds = (['matches', 'games', 'activities'] as const).filter(each => counts[each] > 0)
  return (
    <div onClickCapture={onOpen}>
      <p className="sr" role="status">
        找到 {all} 项
      </p>
      <Tabs
        label="搜索结果"
        tabs={[
          { key: 'all' as Kind, label: `${names.all} ${all}` },
          ...kinds.map(key => ({ key, label: `${names[key]} ${counts[key]}` })),
        ]}
        value={shown}
        onChange={setKind}
      />
      {of('matches') && counts.matches > 0 && <MatchesFound matches={found.matches} />}
      {of('games') && counts.games > 0 && <GamesFound games={found.games} />}
      {of('activities') && counts.activities > 0 && (
        <Group title={names.activities}>
          {found.activities.map(({ id, title, hit }) => (
            <a key={id} className="row" href={href('/activityInfo', { id: String(id) })}>
              <Icon name="gift" />
              <span className="grow">
                <Marked text={title} hit={hit} />
              </span>
              <Icon name="go" size={20} className="go" />
            </a>
          ))}
        </Group>
      )}
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.group} aria-label={title}>
    <h2>{title}</h2>
    <div className="list">{children}</div>
  </section>
)

const beginsText = ({ live, clock, starts_at }: Found['matches'][number]) =>
  live
    ? clock || '进行中'
    : `${starts_at.slice(5, 10).replace('-', '/')} ${starts_at.slice(11, 16)}`

const MatchesFound = ({ matches }: Pick<Found, 'matches'>) => (
  <Group title={names.matches}>
    {matches.map(match => (
      <button
        key={`${match.game_code}/${match.id}`}
        type="button"
        className="row"
        onClick={() => openListed(match, match.id)}
      >
        <span className="grow">
          <Marked text={match.home} hit={match.home_hit} /> 对{' '}
          <Marked text={match.away} hit={match.away_hit} />
          <br />
          <span className="t-12 faint">
            {match.venue_name}，
            <span className={match.live ? css.live : undefined}>{beginsText(match)}</span>
          </span>
        </span>
        <b className={css.end}>
          {match.score ? match.score.join(' : ') : `${match.markets} 个玩法`}
        </b>
      </button>
    ))}
  </Group>
)

const GamesFound = ({ games }: Pick<Found, 'games'>) => (
  <Group title={names.games}>
    {games.map(game => (
      <button
        key={`${game.platform_name}/${game.game_code}`}
        type="button"
        className="row"
        onClick={() => openListed(game)}
      >
        <img className={css.pic} src={game.mobile_img} width={48} height={48} alt="" />
        <span className="grow">
          <Marked text={game.game_name} hit={game.hit} />
          <br />
          <span className="t-12 faint">
            <Marked text={game.venue_name} hit={game.venue_hit} />
          </span>
        </span>
        {game.rebate_percent > 0 && <Tag kind="gold">返水 {game.rebate_percent.toFixed(2)}%</Tag>}
      </button>
    ))}
  </Group>
)

type KeptProps = { kept: string[]; onPick: (text: string) => void; onDrop: () => void }

const Kept = ({ kept, onPick, onDrop }: KeptProps) =>
  kept.length > 0 && (
    <section className={css.group} aria-label="最近搜索">
      <h2>
        最近搜索
        <button type="button" className="text-btn" onClick={onDrop}>
          清空
        </button>
      </h2>
      <Words words={kept} onPick={onPick} />
    </section>
  )

/** Where there is nothing to repeat: what others open. */
function Hot({ onPick }: { onPick: (text: string) => void }) {
  const picks = usePicks()
  if (!picks) return null
  const [title, games] = picks.hot.length > 0 ? ['热门游戏', picks.hot] : ['新品', picks.fresh]
  return (
    games.length > 0 && (
      <section className={css.group} aria-label={title}>
        <h2>{title}</h2>
        <Words words={[...new Set(games.map(game => game.game_name))]} onPick={onPick} />
      </section>
    )
  )
}

const Words = ({ words, onPick }: { words: string[]; onPick: (text: string) => void }) => (
  <p className={css.words}>
    {words.map(word => (
      <button key={word} type="button" className="chip" onClick={() => onPick(word)}>
        {word}
      </button>
    ))}
  </p>
)

import { gamePicks } from '@tianping/contract/games/facts'
import { Button, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { NameWithPicture } from './NameWithPicture.tsx'
import { draftOf, gamesCall, useGameSave, type Game, type GameChange } from './useGameSave.ts'
import { VenuePick } from './VenuePick.tsx'
import type { Venue } from './venue.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './venues.module.css'

const noFilters = { venue: 0, shown: 9, q: '' }
type Filters = typeof noFilters
type Change = (game: Game, change: GameChange) => void

/** Which games members see, where, and in what order. Each change counts at once. */
export function Games({ venues }: { venues: Venue[] }) {
  const { may } = useOperator()
  const { filters, ...table } = useTable(gamesCall, noFilters, asked => ({
    venue_id: asked.venue,
    venue: undefined,
  }))
  const [editing, edit] = useState<Game | null>(null)
  const save = useGameSave(() => edit(null))
  const change: Change = (game, next) => save.mutate({ game, change: next })
  const closed = !may('venue.write') || save.isPending
  const actions: Columns<Game>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      may('venue.write') && (
        <Button
          size="small"
          onClick={() => {
            save.reset()
            edit(row)
          }}
        >
          名称与图片
        </Button>
      ),
  }
  return (
    <Card
      title="游戏"
      extra={<GameFilters filters={filters} set={table.set} venues={venues} />}
      flush
    >
      <Rows
        table={{ ...table, filters }}
        columns={[...columnsOf(venues, closed, change), actions]}
        rowKey={row => `${row.venue_id}/${row.game_code}`}
        label="游戏"
        empty="没有符合条件的游戏"
      />
      {editing && (
        <GameDialog
          game={editing}
          change={change}
          busy={save.isPending}
          error={save.error}
          onClose={() => edit(null)}
        />
      )}
    </Card>
  )
}

const pickOptions = Object.entries(gamePicks).map(([value, label]) => ({
  value: value as Game['pick'],
  label,
}))

const columnsOf = (venues: Venue[], closed: boolean, change: Change): Columns<Game> => [
  {
    title: '游戏',
    key: 'name',
    render: (_, row) => (
      <NameWithPicture picture={row.image} name={row.name}>
        {row.game_code}
      </NameWithPicture>
    ),
  },
  {
    ...columnOf('venue'),
    render: (_, row) =>
      venues.find(venue => venue.venue_id === row.venue_id)?.name ?? String(row.venue_id),
  },
  {
    ...columnOf('shown'),
    render: (_, row) => (
      <Switch
        aria-label={`显示 ${row.name}`}
        checked={row.shown}
        disabled={closed}
        onChange={shown => change(row, { shown })}
      />
    ),
  },
  {
    title: '首页',
    key: 'home',
    render: (_, row) => (
      <Switch
        aria-label={`首页显示 ${row.name}`}
        checked={row.on_home}
        disabled={closed}
        onChange={on_home => change(row, { on_home })}
      />
    ),
  },
  {
    title: '热门与新品',
    key: 'pick',
    render: (_, row) => (
      <>
        <Select
          aria-label={`热门与新品 ${row.name}`}
          value={row.pick}
          disabled={closed}
          style={{ width: 150 }}
          options={pickOptions}
          onChange={pick => change(row, { pick })}
        />
        {row.players > 0 && <span className={css.players}>{row.players} 人</span>}
      </>
    ),
  },
  {
    title: '顺序',
    key: 'rank',
    render: (_, row) => (
      <RankInput
        key={`${row.game_code}/${row.seen}`}
        game={row}
        closed={closed}
        onRank={rank => change(row, { rank })}
      />
    ),
  },
]

type RankProps = { game: Game; closed: boolean; onRank: (rank: number) => void }

/** The place among the venue's games, saved when the field is left. */
function RankInput({ game, closed, onRank }: RankProps) {
  return (
    <InputNumber<number>
      aria-label={`顺序 ${game.name}`}
      defaultValue={game.rank}
      min={0}
      max={9_999}
      precision={0}
      disabled={closed}
      changeOnWheel={false}
      style={{ width: 90 }}
      onBlur={event => {
        const rank = Number(event.target.value)
        if (Number.isInteger(rank) && rank !== game.rank) onRank(rank)
      }}
      onPressEnter={event => event.currentTarget.blur()}
    />
  )
}

type FilterProps = { filters: Filters; set: (filters: Partial<Filters>) => void; venues: Venue[] }

function GameFilters({ filters, set, venues }: FilterProps) {
  return (
    <span className={css.tools}>
      <VenuePick venues={venues} value={filters.venue} onChange={venue => set({ venue })} />
      <Select
        aria-label="显示"
        value={filters.shown}
        style={{ width: 110 }}
        options={[
          { value: 9, label: '全部' },
          { value: 1, label: '显示' },
          { value: 0, label: '隐藏' },
        ]}
        onChange={shown => set({ shown })}
      />
      <SearchBox
        value={filters.q}
        width={200}
        placeholder="游戏名、代码"
        onSearch={q => set({ q })}
      />
    </span>
  )
}

const fields: EditField[] = [
  { name: 'name', label: '名称', kind: 'text', max: 40 },
  { name: 'image', label: '图片', kind: 'picture', size: 'thumb' },
]

type DialogProps = {
  game: Game
  change: Change
  busy: boolean
  error: Error | null
  onClose: () => void
}

function GameDialog({ game, change, busy, error, onClose }: DialogProps) {
  return (
    <EditDialog
      title={`修改：${game.name}`}
      draft={draftOf(game)}
      fields={fields}
      initial={{ name: game.name, image: game.image }}
      preview={v => (
        <img
          src={String(v['image'])}
          alt="图片预览"
          style={{ width: 180, aspectRatio: '1', objectFit: 'cover', borderRadius: 12 }}
        />
      )}
      confirm="保存并生效"
      busy={busy}
      error={error}
      onSave={v => change(game, { name: String(v['name']), image: String(v['image']) })}
      onClose={onClose}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { App, Button, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { Venue } from './Venues.tsx'
import css from './venues.module.css'

type Game = ConsoleRowOf<'POST /api/console/games/list'>
type Change = Partial<Pick<Game, 'rank' | 'shown' | 'on_home' | 'name' | 'image'>>

const fields: EditField[] = [
  { name: 'name', label: '名称', kind: 'text', max: 40 },
  { name: 'image', label: '图片地址（/art/… 或 https://…）', kind: 'text', max: 300 },
]
const draftOf = (game: Game) => `game/${game.venue_id}/${game.game_code}/${game.seen}`

/** Which games members see, where, and in what order. Each change counts at once. */
export function Games({ venues }: { venues: Venue[] }) {
  const name = 'POST /api/console/games/list'
  const { filters, ...table } = useTable(name, { venue: 0, shown: 9, q: '' }, filters => ({
    venue_id: filters.venue,
  }))
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const save = useMutation({
    mutationFn: ({ game, change }: { game: Game; change: Change }) => {
      const { rank, shown, on_home, name: title, image } = { ...game, ...change }
      return callOnce('POST /api/console/games/save', {
        venue_id: game.venue_id,
        game_code: game.game_code,
        seen: game.seen,
        rank,
        shown: shown ? 1 : 0,
        on_home: on_home ? 1 : 0,
        name: title,
        image,
      })
    },
    onSuccess: (_none, { game }) => {
      writeDraft(draftOf(game), '')
      edit(null)
      void message.success(`${game.name} 已更新，会员端已生效`)
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['POST /api/console/venues/list'] })
      return cache.invalidateQueries({ queryKey: [name] })
    },
  })
  const [editing, edit] = useState<Game | null>(null)
  const closed = !may('venue.write') || save.isPending
  const nameOf = (id: number) => venues.find(venue => venue.venue_id === id)?.name ?? String(id)
  const columns: Columns<Game> = [
    {
      title: '游戏',
      key: 'name',
      render: (_, row) => (
        <span className={css.venue}>
          <img src={row.image} alt="" loading="lazy" />
          <span>
            <b>{row.name}</b>
            <small>{row.game_code}</small>
          </span>
        </span>
      ),
    },
    { title: '场馆', key: 'venue', render: (_, row) => nameOf(row.venue_id) },
    {
      title: '显示',
      key: 'shown',
      render: (_, row) => (
        <Switch
          aria-label={`显示 ${row.name}`}
          checked={row.shown}
          disabled={closed}
          onChange={shown => save.mutate({ game: row, change: { shown } })}
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
          onChange={on_home => save.mutate({ game: row, change: { on_home } })}
        />
      ),
    },
    {
      title: '顺序',
      key: 'rank',
      render: (_, row) => (
        <InputNumber<number>
          key={`${row.game_code}/${row.seen}`}
          aria-label={`顺序 ${row.name}`}
          defaultValue={row.rank}
          min={0}
          max={9_999}
          precision={0}
          disabled={closed}
          changeOnWheel={false}
          style={{ width: 90 }}
          onBlur={event => {
            const rank = Number(event.target.value)
            if (Number.isInteger(rank) && rank !== row.rank)
              save.mutate({ game: row, change: { rank } })
          }}
          onPressEnter={event => event.currentTarget.blur()}
        />
      ),
    },
    {
      title: '',
      key: 'deeds',
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
    },
  ]
  return (
    <Card
      title="游戏"
      extra={
        <span className={css.tools}>
          <Select
            aria-label="场馆"
            value={filters.venue}
            style={{ width: 140 }}
            options={[
              { value: 0, label: '全部场馆' },
              ...venues.map(venue => ({ value: venue.venue_id, label: venue.name })),
            ]}
            onChange={venue => table.set({ venue })}
          />
          <Select
            aria-label="显示"
            value={filters.shown}
            style={{ width: 110 }}
            options={[
              { value: 9, label: '全部' },
              { value: 1, label: '显示' },
              { value: 0, label: '隐藏' },
            ]}
            onChange={shown => table.set({ shown })}
          />
          <SearchBox
            value={filters.q}
            width={200}
            placeholder="游戏名、代码"
            onSearch={q => table.set({ q })}
          />
        </span>
      }
      flush
    >
      <Rows
        table={{ ...table, filters }}
        columns={columns}
        rowKey={row => `${row.venue_id}/${row.game_code}`}
        label="游戏"
        empty="没有符合条件的游戏"
      />
      {editing && (
        <EditDialog
          title={`修改：${editing.name}`}
          draft={draftOf(editing)}
          fields={fields}
          initial={{ name: editing.name, image: editing.image }}
          preview={v => (
            <img
              src={String(v['image'])}
              alt="图片预览"
              style={{ width: 180, aspectRatio: '1', objectFit: 'cover', borderRadius: 12 }}
            />
          )}
          confirm="保存并生效"
          busy={save.isPending}
          error={save.error}
          onSave={v =>
            save.mutate({
              game: editing,
              change: { name: String(v['name']), image: String(v['image']) },
            })
          }
          onClose={() => edit(null)}
        />
      )}
    </Card>
  )
}

import type { Columns } from '../../ui/Rows.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { App, Button, Table } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Deed } from '../../parts/dialogs/Deed.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import lists from '../../parts/list/lists.module.css'
import css from './venues.module.css'

export type Venue = ConsoleGiven<'POST /api/console/venues/list'>[number]

const categories: Record<string, string> = {
  realbet: '真人',
  sport: '体育',
  gaming: '电竞',
  joker: '棋牌',
  concise: '电子',
  lottery: '彩票',
}
/** A feed is read every second; a minute without is worth a look. */
const lateSeconds = 60

function Feed({ venue: v }: { venue: Venue }) {
  if (v.feed_lag_seconds < 0) return <Status tone="plain">尚未读取</Status>
  const late = v.feed_lag_seconds >= lateSeconds
  return (
    <span title={v.feed_read_at}>
      <Status tone={late ? 'bad' : 'good'}>
        {late ? `已中断 ${Math.floor(v.feed_lag_seconds / 60)} 分钟` : `${v.feed_lag_seconds} 秒前`}
      </Status>
    </span>
  )
}

const draftOf = (venue: Venue) => `venue/${venue.venue_id}/${venue.seen}`
const fields = (venue: Venue): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 20 },
  { name: 'ico', label: '图标地址（/art/… 或 https://…）', kind: 'text', max: 300 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  {
    name: 'state',
    label: '状态',
    kind: 'choice',
    options: [
      { value: 'open', label: '开放' },
      { value: 'maintenance', label: '维护' },
    ],
  },
  {
    name: 'note',
    label: '原因（必填）',
    kind: 'text',
    max: 200,
    when: values => values['state'] !== venue.state,
  },
]

/** What closing or opening a venue does, in figures. */
function sentenceOf(venue: Venue, values: EditValues): string {
  if (values['state'] === venue.state) return '会员端的名称与顺序将在数秒内更新'
  if (values['state'] === 'open')
    return `${venue.name}将重新开放，会员可以转入并进入 ${venue.games_shown} 款游戏`
  return `${venue.name}将进入维护：不能转入和进入游戏。${venue.members} 名会员的 ${yuan(venue.held)} 留在场馆，可以随时转回`
}

export function Venues({ venues }: { venues: Venue[] }) {
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const [editing, edit] = useState<Venue | null>(null)
  const save = useMutation({
    mutationFn: ({ venue, values: v }: { venue: Venue; values: EditValues }) =>
      callOnce('POST /api/console/venues/save', {
        venue_id: venue.venue_id,
        seen: venue.seen,
        name: String(v['name']),
        ico: String(v['ico']),
        rank: Number(v['rank']),
        state: v['state'] === 'open' ? 'open' : 'maintenance',
        note: String(v['note']),
      }),
    meta: { inPlace: true },
    onSuccess: (_none, { venue }) => {
      writeDraft(draftOf(venue), '')
      edit(null)
      void message.success('已保存，数秒内生效')
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/venues/list'] }),
  })
  const columns: Columns<Venue> = [
    {
      title: '场馆',
      key: 'name',
      render: (_, row) => (
        <span className={css.venue}>
          <img src={row.ico} alt="" loading="lazy" />
          <span>
            <b>{row.name}</b>
            <small>
              {row.platname} · {categories[row.category] ?? row.category}
            </small>
          </span>
        </span>
      ),
    },
    {
      title: '状态',
      key: 'state',
      render: (_, row) => (
        <Status tone={row.state === 'open' ? 'good' : 'bad'}>
          {row.state === 'open' ? '开放' : '维护中'}
        </Status>
      ),
    },
    { title: '顺序', key: 'rank', align: 'right', render: (_, row) => row.rank },
    {
      title: '游戏',
      key: 'games',
      align: 'right',
      render: (_, row) => (
        <a href={href('/venues', { tab: 'games', venue: row.venue_id })}>
          {row.games_shown} / {row.games}
        </a>
      ),
    },
    { title: '注单同步', key: 'feed', render: (_, row) => <Feed venue={row} /> },
    {
      title: '已读注单',
      key: 'cursor',
      align: 'right',
      render: (_, row) => row.feed_cursor.toLocaleString('zh-CN'),
    },
    {
      title: '待确认转账',
      key: 'pending',
      align: 'right',
      render: (_, row) =>
        row.transfers_pending ? (
          <a href={href('/venues', { tab: 'transfers', venue: row.venue_id })}>
            {row.transfers_pending}
          </a>
        ) : (
          0
        ),
    },
    {
      title: '会员余额',
      key: 'held',
      align: 'right',
      render: (_, row) => (
        <>
          <Money amount={row.held} strong /> <small className={css.quiet}>{row.members} 人</small>
        </>
      ),
    },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) => (
        <span className={css.asks}>
          <Check venue={row} />
          {may('venue.write') && <Sync venue={row} />}
          {may('venue.write') && (
            <Button
              size="small"
              onClick={() => {
                save.reset()
                edit(row)
              }}
            >
              设置
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Card title="场馆" extra={may('venue.write') && <Add />} flush>
      <Table<Venue>
        aria-label="场馆"
        size="small"
        columns={columns}
        dataSource={venues}
        rowKey={row => row.venue_id}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ expandedRowRender: row => <Statements venue={row} /> }}
      />
      {editing && (
        <EditDialog
          title={`设置：${editing.name}`}
          draft={draftOf(editing)}
          fields={fields(editing)}
          initial={{
            name: editing.name,
            ico: editing.ico,
            rank: editing.rank,
            state: editing.state,
            note: '',
          }}
          sentence={values => sentenceOf(editing, values)}
          confirm="确认保存"
          busy={save.isPending}
          error={save.error}
          onSave={values => save.mutate({ venue: editing, values })}
          onClose={() => edit(null)}
        />
      )}
    </Card>
  )
}

/** Takes the venue's new games over, hidden until somebody gives them a picture and shows them. */
function Sync({ venue }: { venue: Venue }) {
  return (
    <Deed
      size="small"
      draft={`venue/${venue.venue_id}/sync`}
      decision={{
        title: `更新游戏：${venue.name}`,
        sentence: `将向${venue.name}询问游戏目录。站内现有 ${venue.games} 款不变；新游戏先隐藏，设置图片后再显示`,
        confirm: '更新游戏目录',
      }}
      deed={() => callOnce('POST /api/console/games/sync', { venue_id: venue.venue_id })}
      done={({ added, gone }) =>
        `${added > 0 ? `新增 ${added} 款（隐藏）` : '没有新游戏'}${gone.length > 0 ? `；场馆已没有：${gone.join('、')}` : ''}`
      }
      stale={['POST /api/console/venues/list', 'POST /api/console/games/list']}
    >
      更新游戏
    </Deed>
  )
}

const addDraft = 'venue/add'
const slotTabs = [
  { value: '', label: '无' },
  { value: 'obgdy', label: 'OB' },
  { value: 'fgdz', label: 'FG' },
  { value: 'pp', label: 'PP' },
  { value: 'ae', label: 'AE' },
]
type Category = 'realbet' | 'sport' | 'gaming' | 'joker' | 'concise' | 'lottery'

/**
 * Takes a venue that answers us onto the site; nothing is left to add when all of them stand there.
 */
function Add() {
  const name = 'POST /api/console/venues/missing'
  const cache = useQueryClient()
  const { message } = App.useApp()
  const [open, setOpen] = useState(false)
  const { data = [] } = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    meta: { inPlace: true },
  })
  const add = useMutation({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/venues/add', {
        platname: String(v['platname']),
        name: String(v['name']),
        category: v['category'] as Category,
        slot_tab: String(v['slot_tab']) as '' | 'pp',
        rank: Number(v['rank']),
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(addDraft, '')
      setOpen(false)
      void message.success('已添加，处于维护状态')
    },
    onSettled: () =>
      Promise.all(
        [name, 'POST /api/console/venues/list'].map(each =>
          cache.invalidateQueries({ queryKey: [each] }),
        ),
      ),
  })
  if (data.length === 0) return null
  const asked: EditField[] = [
    {
      name: 'platname',
      label: '场馆代码',
      kind: 'choice',
      options: data.map(value => ({ value, label: value })),
    },
    { name: 'name', label: '名称', kind: 'text', max: 20 },
    {
      name: 'category',
      label: '分类',
      kind: 'choice',
      options: Object.entries(categories).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'slot_tab',
      label: '电子标签',
      kind: 'choice',
      options: slotTabs,
      when: values => values['category'] === 'concise',
    },
    { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  ]
  return (
    <>
      <Button
        onClick={() => {
          add.reset()
          setOpen(true)
        }}
      >
        接入场馆
      </Button>
      {open && (
        <EditDialog
          title="接入场馆"
          draft={addDraft}
          fields={asked}
          initial={{ platname: data[0]!, name: '', category: 'realbet', slot_tab: '', rank: 99 }}
          sentence={v =>
            `${String(v['name']) || String(v['platname'])}将以维护状态加入：会员看不到，也不能转入。随后更新游戏、设置图片，再开放`
          }
          confirm="确认接入"
          busy={add.isPending}
          error={add.error}
          onSave={add.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Calls the venue now and says how long it took. */
function Check({ venue }: { venue: Venue }) {
  const { message } = App.useApp()
  const check = useMutation({
    mutationFn: () => call('POST /api/console/venues/check', { venue_id: venue.venue_id }),
    onSuccess: ({ ok, took_ms, said }) =>
      void message[ok ? 'success' : 'error'](`${venue.name}：${said}，${took_ms} 毫秒`),
  })
  return (
    <Button size="small" loading={check.isPending} onClick={() => check.mutate()}>
      检测
    </Button>
  )
}

/** The venue's own totals of each day beside ours. */
function Statements({ venue }: { venue: Venue }) {
  const name = 'POST /api/console/venues/statements'
  const shown = useQuery({
    queryKey: [name, venue.venue_id],
    queryFn: ({ signal }) => call(name, { venue_id: venue.venue_id }, signal),
    staleTime: 30_000,
    meta: { inPlace: true },
  })
  if (!shown.data)
    return shown.error ? (
      <Failure error={shown.error} retry={() => void shown.refetch()} />
    ) : (
      <Waiting />
    )
  const pair = (
    ours: number,
    theirs: number | undefined,
    write: (value: number) => string = yuan,
  ) =>
    theirs === undefined ? (
      write(ours)
    ) : ours === theirs ? (
      write(ours)
    ) : (
      <>
        {write(ours)} <del className={css.theirs}>{write(theirs)}</del>
      </>
    )
  const whole = (value: number) => value.toLocaleString('zh-CN')
  return (
    <table className={lists.conditions} aria-label={`${venue.name}每日账单`}>
      <thead>
        <tr>
          <th>日期</th>
          <th>结果</th>
          <th>注单</th>
          <th>投注</th>
          <th>有效</th>
          <th>派彩</th>
          <th>转入</th>
          <th>转出</th>
        </tr>
      </thead>
      <tbody>
        {shown.data.map(({ day, ours, theirs, agrees }) => (
          <tr key={day}>
            <td>
              <a href={href('/bets', { day, venue: venue.venue_id })}>{day}</a>
            </td>
            <td>
              <Status tone={agrees ? 'good' : theirs ? 'bad' : 'plain'}>
                {agrees ? '一致' : theirs ? '不一致' : '场馆未答复'}
              </Status>
            </td>
            <td>{pair(ours.bets, theirs?.bets, whole)}</td>
            <td>{pair(ours.stake, theirs?.stake)}</td>
            <td>{pair(ours.valid, theirs?.valid)}</td>
            <td>{pair(ours.payout, theirs?.payout)}</td>
            <td>{pair(ours.moved_in, theirs?.moved_in)}</td>
            <td>{pair(ours.moved_out, theirs?.moved_out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

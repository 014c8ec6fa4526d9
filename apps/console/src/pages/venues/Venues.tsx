import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { App, Button, Table } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/EditDialog.tsx'
import type { Columns } from '../../parts/orderColumns.tsx'
import { Money, yuan } from '../../ui/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './venues.module.css'

export type Venue = ConsoleGiven<'POST /api/console/venues/list'>[number]

const categories: Record<string, string> = { realbet: '真人', sport: '体育', gaming: '电竞', joker: '棋牌', concise: '电子', lottery: '彩票' }
/** A feed is read every second; a minute without is worth a look. */
const lateSeconds = 60

function Feed({ venue: v }: { venue: Venue }) {
  if (v.feed_lag_seconds < 0) return <Status tone="plain">尚未读取</Status>
  const late = v.feed_lag_seconds >= lateSeconds
  return <span title={v.feed_read_at}><Status tone={late ? 'bad' : 'good'}>{late ? `已中断 ${Math.floor(v.feed_lag_seconds / 60)} 分钟` : `${v.feed_lag_seconds} 秒前`}</Status></span>
}

const draftOf = (venue: Venue) => `venue/${venue.venue_id}/${venue.seen}`
const fields = (venue: Venue): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 20 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'state', label: '状态', kind: 'choice', options: [{ value: 'open', label: '开放' }, { value: 'maintenance', label: '维护' }] },
  { name: 'note', label: '原因（必填）', kind: 'text', max: 200, when: values => values['state'] !== venue.state },
]

/** What closing or opening a venue does, in figures. */
function sentenceOf(venue: Venue, values: EditValues): string {
  if (values['state'] === venue.state) return '会员端的名称与顺序将在数秒内更新'
  if (values['state'] === 'open') return `${venue.name}将重新开放，会员可以转入并进入 ${venue.games_shown} 款游戏`
  return `${venue.name}将进入维护：不能转入和进入游戏。${venue.members} 名会员的 ${yuan(venue.held)} 留在场馆，可以随时转回`
}

export function Venues({ venues }: { venues: Venue[] }) {
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const [editing, edit] = useState<Venue | null>(null)
  const save = useMutation({
    mutationFn: ({ venue, values: v }: { venue: Venue; values: EditValues }) =>
      callOnce('POST /api/console/venues/save', { venue_id: venue.venue_id, seen: venue.seen, name: String(v['name']), rank: Number(v['rank']), state: v['state'] === 'open' ? 'open' : 'maintenance', note: String(v['note']) }),
    meta: { inPlace: true },
    onSuccess: (_none, { venue }) => {
      writeDraft(draftOf(venue), '')
      edit(null)
      void message.success('已保存，数秒内生效')
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/venues/list'] }),
  })
  const columns: Columns<Venue> = [
    { title: '场馆', key: 'name', render: (_, row) => <span className={css.venue}><img src={row.ico} alt="" loading="lazy" /><span><b>{row.name}</b><small>{row.platname} · {categories[row.category] ?? row.category}</small></span></span> },
    { title: '状态', key: 'state', render: (_, row) => <Status tone={row.state === 'open' ? 'good' : 'bad'}>{row.state === 'open' ? '开放' : '维护中'}</Status> },
    { title: '顺序', key: 'rank', align: 'right', render: (_, row) => row.rank },
    { title: '游戏', key: 'games', align: 'right', render: (_, row) => <a href={href('/venues', { tab: 'games', venue: row.venue_id })}>{row.games_shown} / {row.games}</a> },
    { title: '注单同步', key: 'feed', render: (_, row) => <Feed venue={row} /> },
    { title: '已读注单', key: 'cursor', align: 'right', render: (_, row) => row.feed_cursor.toLocaleString('zh-CN') },
    { title: '待确认转账', key: 'pending', align: 'right', render: (_, row) => (row.transfers_pending ? <a href={href('/venues', { tab: 'transfers', venue: row.venue_id })}>{row.transfers_pending}</a> : 0) },
    { title: '会员余额', key: 'held', align: 'right', render: (_, row) => <><Money amount={row.held} strong /> <small className={css.quiet}>{row.members} 人</small></> },
    { title: '', key: 'deeds', align: 'right', render: (_, row) => may('venue.write') && <Button size="small" onClick={() => { save.reset(); edit(row) }}>设置</Button> },
  ]
  return (
    <Card title="场馆" flush>
      <Table<Venue> aria-label="场馆" size="small" columns={columns} dataSource={venues} rowKey={row => row.venue_id} pagination={false} scroll={{ x: 'max-content' }} />
      {editing && (
        <EditDialog
          title={`设置：${editing.name}`}
          draft={draftOf(editing)}
          fields={fields(editing)}
          initial={{ name: editing.name, rank: editing.rank, state: editing.state, note: '' }}
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

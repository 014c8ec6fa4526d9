import { categoryLabels } from '@tianping/contract/games/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { venueLabels, venueWallets } from '@tianping/contract/venues/facts'
import { useAction } from '../../app/useAction.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Button, Table } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { useMessage } from '../../ui/above.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { AddVenue } from './AddVenue.tsx'
import { NameWithPicture } from './NameWithPicture.tsx'
import type { Venue } from './venue.ts'
import { useVenueSetting, VenueSetting } from './VenueSetting.tsx'
import { VenueStatements } from './VenueStatements.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './venues.module.css'

/** A feed is read every second; a minute without is worth a look. */
const lateSeconds = 60

/** Empty where the venue tells of each bet by a call of its own; a moment of today has no date. */
const readSoFar = ({ feed_read_at: at, feed_until: until, feed_cursor: cursor }: Venue) => {
  const isToday = at.slice(0, 10) === until.slice(0, 10)
  if (until !== '') return `读至 ${isToday ? until.slice(11, 16) : until.slice(5, 10)}`
  return cursor > 0 ? `已读 ${counted(cursor)} 笔` : ''
}

function Feed({ venue: v }: { venue: Venue }) {
  if (v.rests_until !== '')
    return <Status tone="bad">{`无应答，${v.rests_until.slice(11)} 后重试`}</Status>
  if (v.feed_lag_seconds < 0) return <Status tone="plain">尚未读取</Status>
  const late = v.feed_lag_seconds >= lateSeconds
  return (
    <span title={v.feed_read_at}>
      <Status tone={late ? 'bad' : 'good'}>
        {late ? `已中断 ${Math.floor(v.feed_lag_seconds / 60)} 分钟` : `${v.feed_lag_seconds} 秒前`}
      </Status>
      <br />
      <small className={css.quiet}>{readSoFar(v)}</small>
    </span>
  )
}

/** The beacon that shared rounds wait for: whose it is, and how old its last round is. */
function Beacon({ venue: { beacon } }: { venue: Venue }) {
  if (!beacon) return '—'
  const { name, local, round, age_seconds: age, late, told_at } = beacon
  const whose = local ? ('plain' as const) : ('good' as const)
  const none = '尚无有效轮次'
  return (
    <span title={`${name}，${age < 0 ? none : `第 ${round} 轮`}，${told_at} 场馆告知`}>
      <Status tone={late ? 'bad' : whose}>
        {`${local ? '本站信标' : '公共信标'}${late ? '迟到' : ''}`}
      </Status>
      <br />
      <small className={css.quiet}>{age < 0 ? none : `${age} 秒前`}</small>
    </span>
  )
}

const columns: Columns<Venue> = [
  {
    title: '场馆',
    key: 'name',
    render: (_, row) => (
      <NameWithPicture picture={row.ico} name={row.name}>
        {row.platname} · {categoryLabels[row.category]}
        {row.wallet === 'seamless' && ` · ${venueWallets.seamless}`}
      </NameWithPicture>
    ),
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={row.state === 'open' ? 'good' : 'bad'}>{venueLabels[row.state]}</Status>
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
  { title: '信标', key: 'beacon', render: (_, row) => <Beacon venue={row} /> },
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
    title: '未结注单',
    key: 'open',
    align: 'right',
    render: (_, row) => (
      <a href={href('/bets', { venue: row.venue_id, status: betStatus.open })}>
        <Money amount={row.open_stake} /> <small className={css.quiet}>{row.open_bets} 笔</small>
      </a>
    ),
  },
]

/** Every venue: how its feed stands, what members hold there, and its days when it is opened. */
export function Venues({ venues }: { venues: Venue[] }) {
  const { may } = useOperator()
  const { what: editing, start, form } = useVenueSetting()
  const actions: Columns<Venue>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <span className={css.asks}>
        <Check venue={row} />
        {may('venue.write') && (
          <>
            <Sync venue={row} />
            <Button size="small" onClick={() => start(row)}>
              设置
            </Button>
          </>
        )}
      </span>
    ),
  }
  return (
    <Card title="场馆" extra={may('venue.write') && <AddVenue />} flush>
      <Table<Venue>
        aria-label="场馆"
        size="small"
        columns={[...columns, actions]}
        dataSource={venues}
        rowKey={row => row.venue_id}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ expandedRowRender: row => <VenueStatements venue={row} /> }}
      />
      {editing && form && <VenueSetting venue={editing} form={form} />}
    </Card>
  )
}

/** Takes the venue's new games over, hidden until somebody gives them a picture and shows them. */
function Sync({ venue }: { venue: Venue }) {
  return (
    <ActionDialog
      size="small"
      draft={`venue/${venue.venue_id}/sync`}
      decision={{
        title: `更新游戏：${venue.name}`,
        sentence: `将向${venue.name}询问游戏目录。站内现有 ${venue.games} 款不变；新游戏先隐藏，设置图片后再显示`,
        confirm: '更新游戏目录',
      }}
      action={() => callOnce('POST /api/console/games/sync', { venue_id: venue.venue_id })}
      done={({ added, gone }) =>
        `${added > 0 ? `新增 ${added} 款（隐藏）` : '没有新游戏'}${gone.length > 0 ? `；场馆已没有：${gone.join('、')}` : ''}`
      }
      stale={['POST /api/console/venues/list', 'POST /api/console/games/list']}
    >
      更新游戏
    </ActionDialog>
  )
}

/** Calls the venue now and says how long it took. */
function Check({ venue }: { venue: Venue }) {
  const message = useMessage()
  const check = useAction({
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Button, Input } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { AgentStanding } from '../../parts/member/AgentStanding.tsx'
import { Bets } from '../../parts/member/Bets.tsx'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { orderStates, standingIn } from '../../parts/labels.ts'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import { deviceOf } from '../../ui/values/device.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Short } from './MemberParts.tsx'
import css from './member.module.css'

export function MemberBets({ id }: { id: number }) {
  const table = useBets(id)
  return (
    <>
      <div>
        <DayPick value={table.filters.day} label="结算" onChange={day => table.set({ day })} />
      </div>
      <Bets table={table} />
    </>
  )
}

type Transfer = ConsoleRowOf<'POST /api/console/transfers/list'>
const transferStates = [
  { state: 2, text: '待确认', tone: 'waiting' },
  { state: 1, text: '成功', tone: 'good' },
  { state: 0, text: '失败', tone: 'bad' },
] as const
const transferColumns: Columns<Transfer> = [
  { title: '时间', key: 'created_at', render: (_, row) => row.created_at },
  {
    title: '方向',
    key: 'direction',
    render: (_, row) =>
      row.direction === 'IN' ? `中心钱包 → ${row.venue}` : `${row.venue} → 中心钱包`,
  },
  {
    title: '金额',
    key: 'amount',
    align: 'right',
    render: (_, row) => <Money amount={row.moved ?? row.amount} strong />,
  },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => (
      <Status tone={standingIn(transferStates, row.state).tone}>
        {standingIn(transferStates, row.state).text}
      </Status>
    ),
  },
  { title: '结束时间', key: 'resolved_at', render: (_, row) => row.resolved_at || '—' },
  {
    title: '单号',
    key: 'tx_id',
    render: (_, row) => (
      <a href={href('/venues', { tab: 'transfers', state: 9, q: row.tx_id })}>{row.tx_id}</a>
    ),
  },
]

export function MemberTransfers({ id }: { id: number }) {
  const table = useTable('POST /api/console/transfers/list', { state: 9 }, () => ({
    q: String(id),
  }))
  return (
    <Card flush>
      <Rows
        table={table}
        columns={transferColumns}
        rowKey={row => row.tx_id}
        label="转账"
        empty="还没有转账"
      />
    </Card>
  )
}

type Device = ConsoleRowOf<'POST /api/console/members/devices'>
type Place = ConsoleRowOf<'POST /api/console/members/places'>
const others = (count: number) =>
  count > 0 ? <Status tone="waiting">{`${count} 人`}</Status> : '—'
const placeColumns: Columns<Place> = [
  { title: '最近', key: 'last_at', render: (_, row) => row.last_at },
  { title: '首次', key: 'first_at', render: (_, row) => row.first_at },
  { title: '地址', key: 'address', render: (_, row) => row.address },
  {
    title: '浏览器',
    key: 'agent',
    render: (_, row) => <span title={row.agent}>{deviceOf(row.agent) || '—'}</span>,
  },
  { title: '次数', key: 'times', align: 'right', render: (_, row) => row.times },
  {
    title: '同地址其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) => others(row.others),
  },
]
const deviceColumns: Columns<Device> = [
  { title: '设备', key: 'device', render: (_, row) => <code>{row.device}</code> },
  {
    title: '浏览器',
    key: 'agent',
    render: (_, row) => <span title={row.agent}>{deviceOf(row.agent) || '—'}</span>,
  },
  { title: '最近', key: 'last_at', render: (_, row) => row.last_at },
  { title: '首次', key: 'first_at', render: (_, row) => row.first_at },
  { title: '最近地址', key: 'address', render: (_, row) => row.address },
  { title: '次数', key: 'times', align: 'right', render: (_, row) => row.times },
  {
    title: '同设备其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) => others(row.others),
  },
]

/**
 * Devices by the mark that the member app leaves in a browser, and the places they were used from.
 */
export function MemberDevices({ id }: { id: number }) {
  const name = 'POST /api/console/members/devices'
  // The newest ten: more devices than that are seen by their addresses below.
  const devices = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id, page: 1 }, signal),
  })
  const places = useTable('POST /api/console/members/places', {}, () => ({ id }))
  return (
    <>
      {!devices.data ? (
        devices.error ? (
          <Failure error={devices.error} retry={() => void devices.refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <Short
          title={
            devices.data.total > devices.data.data.length
              ? `设备（最近 ${devices.data.data.length} 台，共 ${devices.data.total} 台）`
              : '设备'
          }
          columns={deviceColumns}
          rows={devices.data.data}
          rowKey={row => row.device}
          empty="还没有留下设备标识，早前的登录只有地址"
        />
      )}
      <Card title="登录地址" flush>
        <Rows
          table={places}
          columns={placeColumns}
          rowKey={row => `${row.address}/${row.agent}`}
          label="登录地址"
          empty="还没有登录过"
        />
      </Card>
    </>
  )
}

type Promotions = ConsoleGiven<'POST /api/console/members/promotions'>
const vipKinds: Record<string, string> = { promoted: '升级', relegated: '降级', kept: '保级' }

export function MemberPromotions({ id }: { id: number }) {
  const name = 'POST /api/console/members/promotions'
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  if (!shown.data)
    return shown.error ? (
      <Failure error={shown.error} retry={() => void shown.refetch()} />
    ) : (
      <Waiting />
    )
  const { totals, vip, rebates, red_packets, applications } = shown.data
  const vipColumns: Columns<Promotions['vip'][number]> = [
    { title: '日期', key: 'day', render: (_, row) => row.day },
    {
      title: '结果',
      key: 'kind',
      render: (_, row) =>
        `${vipKinds[row.kind] ?? row.kind}：VIP${row.from_vip} → VIP${row.to_vip}`,
    },
    {
      title: '累计存款',
      key: 'deposit',
      align: 'right',
      render: (_, row) => <Money amount={row.deposit} />,
    },
    {
      title: '累计流水',
      key: 'turnover',
      align: 'right',
      render: (_, row) => <Money amount={row.turnover} />,
    },
    {
      title: '保级流水 / 要求',
      key: 'window',
      align: 'right',
      render: (_, row) => (
        <>
          <Money amount={row.window} /> / <Money amount={row.needed} />
        </>
      ),
    },
  ]
  const rebateColumns: Columns<Promotions['rebates'][number]> = [
    { title: '日期', key: 'day', render: (_, row) => row.day },
    { title: '场馆', key: 'venue', render: (_, row) => row.venue },
    {
      title: '有效投注',
      key: 'valid',
      align: 'right',
      render: (_, row) => <Money amount={row.valid} />,
    },
    { title: '比例', key: 'percent', align: 'right', render: (_, row) => `${row.percent}%` },
    {
      title: '返水',
      key: 'amount',
      align: 'right',
      render: (_, row) => <Money amount={row.amount} strong />,
    },
    {
      title: '状态',
      key: 'state',
      render: (_, row) => (
        <Status tone={row.state === 1 ? 'good' : 'waiting'}>
          {row.state === 1 ? '已领取' : '待领取'}
        </Status>
      ),
    },
  ]
  const packetColumns: Columns<Promotions['red_packets'][number]> = [
    { title: '时间', key: 'claimed_at', render: (_, row) => row.claimed_at },
    {
      title: '统计存款',
      key: 'counted',
      align: 'right',
      render: (_, row) => <Money amount={row.counted} />,
    },
    {
      title: '红包',
      key: 'amount',
      align: 'right',
      render: (_, row) => <Money amount={row.amount} strong />,
    },
  ]
  const applicationColumns: Columns<Promotions['applications'][number]> = [
    { title: '时间', key: 'applied_at', render: (_, row) => row.applied_at },
    {
      title: '活动',
      key: 'title',
      render: (_, row) => (
        <a href={href('/applications', { state: 0, open: row.application_id })}>{row.title}</a>
      ),
    },
    {
      title: '奖金',
      key: 'bonus',
      align: 'right',
      render: (_, row) => <Money amount={row.bonus} strong />,
    },
    {
      title: '状态',
      key: 'state',
      render: (_, row) => (
        <Status tone={standingIn(orderStates, row.state).tone}>
          {standingIn(orderStates, row.state).text}
        </Status>
      ),
    },
    { title: '处理人', key: 'by', render: (_, row) => row.decided_by || '—' },
  ]
  return (
    <>
      <Card title="优惠合计">
        <Facts>
          <Fact label="返水">
            <Money amount={totals.rebates} strong />
          </Fact>
          <Fact label="红包">
            <Money amount={totals.red_packets} strong />
          </Fact>
          <Fact label="活动奖金">
            <Money amount={totals.bonuses} strong />
          </Fact>
        </Facts>
      </Card>
      <div className={css.columns}>
        <Short
          title="活动申请"
          columns={applicationColumns}
          rows={applications}
          rowKey={row => row.application_id}
          empty="还没有申请过活动"
        />
        <Short
          title="红包"
          columns={packetColumns}
          rows={red_packets}
          rowKey={row => row.draw_id}
          empty="还没有领过红包"
        />
      </div>
      <Short
        title="返水"
        columns={rebateColumns}
        rows={rebates}
        rowKey={row => `${row.day}/${row.venue}/${row.amount}/${row.state}`}
        empty="还没有返水"
      />
      <Short
        title="VIP 历史"
        columns={vipColumns}
        rows={vip}
        rowKey={row => row.day}
        empty="还没有升降级记录"
      />
    </>
  )
}

type Invited = ConsoleRowOf<'POST /api/console/members/referrals'>
const invitedColumns: Columns<Invited> = [
  {
    title: '会员',
    key: 'username',
    render: (_, row) => <a href={href(`/members/${row.id}`)}>{row.username}</a>,
  },
  { title: '等级', key: 'vip', render: (_, row) => `VIP${row.vip}` },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => (
      <Status tone={row.state === 'active' ? 'good' : 'bad'}>
        {row.state === 'active' ? '正常' : '已锁定'}
      </Status>
    ),
  },
  {
    title: '累计存款',
    key: 'deposits',
    align: 'right',
    render: (_, row) => <Money amount={row.deposits} />,
  },
  {
    title: '累计流水',
    key: 'turnover',
    align: 'right',
    render: (_, row) => <Money amount={row.turnover} />,
  },
  { title: '其推荐', key: 'invited', align: 'right', render: (_, row) => row.invited },
  { title: '注册时间', key: 'joined_at', render: (_, row) => row.joined_at },
]

export function MemberReferrals({ id, username }: { id: number; username: string }) {
  const { may } = useOperator()
  const table = useTable('POST /api/console/members/referrals', {}, () => ({ id }))
  return (
    <>
      {may('agent.read') && (
        <Card title="代理资格">
          <AgentStanding id={id} username={username} />
        </Card>
      )}
      <Card title="推荐的会员" flush>
        <Rows
          table={table}
          columns={invitedColumns}
          rowKey={row => row.id}
          label="推荐的会员"
          empty="还没有推荐过会员"
        />
      </Card>
    </>
  )
}

type Note = ConsoleRowOf<'POST /api/console/members/notes'>
const noteColumns: Columns<Note> = [
  { title: '时间', key: 'at', width: 170, render: (_, row) => row.at },
  { title: '记录人', key: 'by', width: 120, render: (_, row) => row.by },
  {
    title: '内容',
    key: 'content',
    render: (_, row) => <span style={{ whiteSpace: 'pre-wrap' }}>{row.content}</span>,
  },
]

/** What staff know of a member: written down for good. */
export function MemberNotes({ id }: { id: number }) {
  const name = 'POST /api/console/members/notes'
  const { may } = useOperator()
  const cache = useQueryClient()
  const table = useTable(name, {}, () => ({ id }))
  const [text, setText] = useDraft(`member/${id}/note`)
  const add = useMutation({
    mutationFn: () => callOnce('POST /api/console/members/note/add', { id, content: text.trim() }),
    onSuccess: () => setText(''),
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  return (
    <Card title="备注" extra={<span className={css.code}>只增不改，所有同事可见</span>} flush>
      {may('member.note') && (
        <form
          className={css.note}
          onSubmit={event => {
            event.preventDefault()
            if (text.trim()) add.mutate()
          }}
        >
          <Input.TextArea
            aria-label="新备注"
            value={text}
            rows={2}
            maxLength={1_000}
            placeholder="写下需要同事知道的事"
            onChange={event => setText(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
            记录
          </Button>
        </form>
      )}
      <Rows
        table={table}
        columns={noteColumns}
        rowKey={row => row.note_id}
        label="备注"
        empty="还没有备注"
      />
    </Card>
  )
}

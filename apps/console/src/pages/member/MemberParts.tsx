import type { ConsoleGiven } from '@tianping/contract/console'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Deed } from '../../parts/dialogs/Deed.tsx'
import { requirementState, sourceLabel } from '../../parts/labels.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { deviceOf } from '../../ui/values/device.ts'
import { Long } from '../../ui/values/Long.tsx'
import { masked } from '../../ui/values/masked.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import type { Unmasked } from './UnmaskDialog.tsx'
import css from './member.module.css'

type Member = ConsoleGiven<'POST /api/console/members/show'>

/** A short list that comes whole with the member. */
export function Short<Row extends object>({
  title,
  columns,
  rows,
  empty,
  rowKey,
}: {
  title: string
  columns: Columns<Row>
  rows: Row[]
  empty: ReactNode
  rowKey: (row: Row) => string | number
}) {
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <p className={css.none}>{empty}</p>
      ) : (
        <Table<Row>
          aria-label={title}
          size="small"
          columns={columns}
          dataSource={rows}
          rowKey={rowKey}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </Card>
  )
}

export function MemberProfile({ member: m, clear }: { member: Member; clear: Unmasked | null }) {
  return (
    <Card title="资料">
      <Facts>
        <Fact label="会员名">
          <Copy text={m.username} />
        </Fact>
        <Fact label="会员 ID">
          <Copy text={String(m.id)} />
        </Fact>
        <Fact label="状态">
          <Status tone={m.state === 'active' ? 'good' : 'bad'}>
            {m.state === 'active' ? '正常' : '已锁定'}
          </Status>
        </Fact>
        <Fact label="等级">VIP{m.vip}</Fact>
        <Fact label="姓名">{clear?.realname ?? m.realname}</Fact>
        <Fact label="手机">{clear?.mobile ?? m.mobile}</Fact>
        <Fact label="邮箱">{clear?.email ?? m.email}</Fact>
        <Fact label="生日">{m.birthday}</Fact>
        <Fact label="推荐人">{m.invited_by}</Fact>
        <Fact label="注册时间">{m.joined_at}</Fact>
        <Fact label="最近登录">{m.last_login_at}</Fact>
      </Facts>
    </Card>
  )
}

const venueColumns: Columns<Member['venue_balances'][number]> = [
  {
    title: '场馆',
    key: 'name',
    render: (_, row) => (
      <>
        {row.name} <span className={css.code}>{row.platname}</span>
      </>
    ),
  },
  {
    title: '余额',
    key: 'balance',
    align: 'right',
    render: (_, row) => <Money amount={row.balance} strong />,
  },
  {
    title: '转账中',
    key: 'pending',
    align: 'right',
    render: (_, row) => (row.pending ? <Money amount={row.pending} /> : '—'),
  },
]
export const MemberVenues = ({ member }: { member: Member }) => (
  <Short
    title="场馆余额"
    columns={venueColumns}
    rows={member.venue_balances}
    rowKey={row => row.platname}
    empty="还没有进入过场馆"
  />
)

const requirementColumns: Columns<Member['requirements'][number]> = [
  { title: '来源', key: 'source', render: (_, row) => <Source source={row.source} /> },
  {
    title: '需要流水',
    key: 'required',
    align: 'right',
    render: (_, row) => <Money amount={row.required} />,
  },
  {
    title: '已完成',
    key: 'contributed',
    align: 'right',
    render: (_, row) => <Money amount={row.contributed} />,
  },
  {
    title: '还差',
    key: 'missing',
    align: 'right',
    render: (_, row) =>
      row.state === 'open' ? <Money amount={row.required - row.contributed} strong /> : '—',
  },
  {
    title: '进度',
    key: 'progress',
    width: 160,
    render: (_, row) => <Progress done={row.contributed} of={row.required} />,
  },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => (
      <Status tone={requirementState(row.state).tone}>{requirementState(row.state).text}</Status>
    ),
  },
  { title: '开始时间', key: 'opened_at', render: (_, row) => row.opened_at },
]
export const MemberRequirements = ({ member }: { member: Member }) => (
  <Short
    title="流水要求"
    columns={requirementColumns}
    rows={member.requirements}
    rowKey={row => `${row.source}/${row.opened_at}`}
    empty="没有流水要求"
  />
)

/** `deposit:D26…`, as the ledger names what opened a requirement. */
function Source({ source }: { source: string }) {
  const [kind = '', id = ''] = source.split(/:(.*)/s)
  return (
    <>
      {sourceLabel(kind)}{' '}
      {id && (
        <Copy text={id}>
          <Long text={id} width="22ch" />
        </Copy>
      )}
    </>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 100
  return (
    <span className={css.progress}>
      <progress max={100} value={percent} aria-label="流水进度" /> {percent}%
    </span>
  )
}

const sessionColumns: Columns<Member['sessions'][number]> = [
  { title: '登录时间', key: 'created_at', render: (_, row) => row.created_at },
  { title: '最近活动', key: 'last_seen_at', render: (_, row) => row.last_seen_at },
  { title: '地址', key: 'address', render: (_, row) => row.address },
  {
    title: '设备',
    key: 'agent',
    render: (_, row) => (
      <span title={row.agent}>
        {deviceOf(row.agent) || '—'} {row.device && <code>{row.device}</code>}
      </span>
    ),
  },
  {
    title: '同设备其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) =>
      row.others > 0 ? <Status tone="waiting">{`${row.others} 人`}</Status> : '—',
  },
]
/** Open log-ins, each of which can be ended. */
export function MemberSessions({ member }: { member: Member }) {
  const { may } = useOperator()
  const ending: Columns<Member['sessions'][number]> = [
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) => (
        <Deed
          size="small"
          draft={`session/${row.mark}`}
          decision={{
            title: '结束登录',
            sentence: `将结束 ${member.username} 在 ${row.address} 的登录，须重新登录`,
            confirm: '确认结束',
          }}
          deed={remark =>
            callOnce('POST /api/console/members/logout', {
              id: member.id,
              session: row.mark,
              remark,
            })
          }
          done="已结束"
          stale={['POST /api/console/members/show']}
        >
          结束
        </Deed>
      ),
    },
  ]
  return (
    <Short
      title="登录会话"
      columns={may('member.lock') ? [...sessionColumns, ...ending] : sessionColumns}
      rows={member.sessions}
      rowKey={row => row.mark}
      empty="没有登录中的会话"
    />
  )
}

export function MemberCards({ member, clear }: { member: Member; clear: Unmasked | null }) {
  const { may } = useOperator()
  const inClear = (id: number) => clear?.cards.find(card => card.id === id)
  const columns: Columns<Member['cards'][number]> = [
    { title: '银行', key: 'bank', render: (_, row) => row.bank },
    {
      title: '户名 / 协议',
      key: 'owner',
      render: (_, row) => inClear(row.id)?.bank_owner ?? row.bank_owner,
    },
    {
      title: '账号 / 地址',
      key: 'no',
      render: (_, row) => {
        const full = inClear(row.id)
        return full ? <Copy text={full.bank_no} /> : masked(row.bank_no)
      },
    },
    { title: '绑定时间', key: 'bound_at', render: (_, row) => row.bound_at },
    {
      title: '同号会员',
      key: 'others',
      render: (_, row) =>
        row.others > 0 ? <Status tone="bad">{`另有 ${row.others} 人`}</Status> : '—',
    },
    {
      title: '状态',
      key: 'locked',
      render: (_, row) => (
        <Status tone={row.locked ? 'bad' : 'good'}>{row.locked ? '已锁定' : '正常'}</Status>
      ),
    },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) =>
        may('member.lock') && (
          <Deed
            size="small"
            danger={!row.locked}
            draft={`card/${member.id}/${row.id}`}
            decision={
              row.locked
                ? {
                    title: '解除锁定',
                    sentence: `可以再次向 ${row.bank} ${masked(row.bank_no)} 付款`,
                    label: '原因（必填）',
                    required: '审计',
                    confirm: '确认解除',
                  }
                : {
                    title: '锁定收款账号',
                    sentence: `不再向 ${row.bank} ${masked(row.bank_no)} 付款；会员用它申请取款会被拒绝`,
                    label: '原因（必填）',
                    required: '审计',
                    confirm: '确认锁定',
                  }
            }
            deed={remark =>
              callOnce('POST /api/console/members/card/set', {
                id: member.id,
                card_id: row.id,
                locked: row.locked ? 0 : 1,
                remark,
              })
            }
            done={row.locked ? '已解除锁定' : '已锁定'}
            stale={['POST /api/console/members/show']}
          >
            {row.locked ? '解锁' : '锁定'}
          </Deed>
        ),
    },
  ]
  return (
    <Short
      title="银行卡与地址"
      columns={columns}
      rows={member.cards}
      rowKey={row => row.id}
      empty="没有绑定银行卡或地址"
    />
  )
}
